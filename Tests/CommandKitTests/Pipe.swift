import Glibc

/// Two ends of a pipe, for tests that need real descriptors.
final class Pipe {
    let read: Int32
    private(set) var write: Int32

    struct Failure: Error {}

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure() }
        (read, write) = (ends[0], ends[1])
    }

    convenience init(holding text: String) throws {
        try self.init()
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(write, $0.baseAddress, $0.count) }
        closeWrite()
    }

    func closeRead() { close(read) }

    func closeWrite() {
        if write >= 0 { close(write) }
        write = -1
    }

    func readAll() -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(read, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }
}
