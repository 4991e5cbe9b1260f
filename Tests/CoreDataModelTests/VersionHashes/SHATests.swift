import CoreDataModel
import Foundation
import Testing

/// The examples of FIPS 180-2 and the empty message.
@Suite struct SHATests {
    static let twoBlocks256 = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    static let twoBlocks512 =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

    /// A million letters are named, not written out in the report.
    static func message(_ text: String) -> String {
        text == "a million" ? String(repeating: "a", count: 1_000_000) : text
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (twoBlocks256, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        ("a million", "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func sha256(_ text: String, _ expected: String) {
        #expect(SHA256.hash(Self.message(text).utf8).hex == expected)
    }

    @Test(arguments: [
        (
            "",
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
        ),
        (
            "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            twoBlocks512,
            "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
        ),
        (
            "a million",
            "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"
        ),
    ])
    func sha512(_ text: String, _ expected: String) {
        #expect(SHA512.hash(Self.message(text).utf8).hex == expected)
    }

    @Test func piecesAndLengths() {
        // Every length around the block sizes gives the same hash in one piece and in many.
        for length in [0, 1, 54, 55, 56, 57, 63, 64, 65, 110, 111, 112, 113, 119, 120, 127, 128, 129, 255, 256, 257] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
            var short = SHA256()
            var long = SHA512()
            for byte in bytes {
                short.update([byte])
                long.update([byte])
            }
            #expect(short.finalize() == SHA256.hash(bytes))
            #expect(long.finalize() == SHA512.hash(bytes))
        }
    }
}

extension Data {
    var hex: String { map { String(format: "%02x", $0) }.joined() }
}
