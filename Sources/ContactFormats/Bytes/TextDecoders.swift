import Foundation

/// Turns chunks of text in some encoding into UTF-8.
///
/// A byte that cannot be decoded becomes ``undecodable``, which no valid UTF-8 contains: the record that it is in is
/// then rejected with its line, and the records around it are read.
protocol TextDecoder {
    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8])
    /// Called once at the end, for what a cut-off character left behind.
    mutating func finish(into output: inout [UInt8])
}

let undecodable: UInt8 = 0xFF

struct Windows1252Decoder: TextDecoder {
    /// 0x80…0x9F; the five unassigned bytes stay C1 controls, as the WHATWG Encoding Standard has it.
    private static let upper: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]

    func decode(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        for byte in bytes {
            switch byte {
            case 0..<0x80: output.append(byte)
            case 0x80..<0xA0: appendScalar(UInt32(Self.upper[Int(byte) - 0x80]), to: &output)
            default: appendScalar(UInt32(byte), to: &output)
            }
        }
    }

    func finish(into output: inout [UInt8]) {}
}

struct UTF16Decoder: TextDecoder {
    let bigEndian: Bool
    private var pendingByte: UInt8?
    private var pendingSurrogate: UInt16?

    init(bigEndian: Bool) {
        self.bigEndian = bigEndian
    }

    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        for byte in bytes {
            guard let first = pendingByte else {
                pendingByte = byte
                continue
            }
            pendingByte = nil
            let unit = bigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
            append(unit, to: &output)
        }
    }

    private mutating func append(_ unit: UInt16, to output: inout [UInt8]) {
        if let high = pendingSurrogate {
            pendingSurrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                appendScalar(0x10000 + (UInt32(high) & 0x3FF) << 10 + UInt32(unit) & 0x3FF, to: &output)
                return
            }
            output.append(undecodable)
        }
        if UTF16.isLeadSurrogate(unit) {
            pendingSurrogate = unit
        } else if UTF16.isTrailSurrogate(unit) {
            output.append(undecodable)
        } else {
            appendScalar(UInt32(unit), to: &output)
        }
    }

    mutating func finish(into output: inout [UInt8]) {
        // A lone last byte is what a line-end conversion or a padded copy leaves behind when it is NUL or a newline.
        if pendingSurrogate != nil || (pendingByte ?? 0) > 0x20 { output.append(undecodable) }
    }
}

struct UTF32Decoder: TextDecoder {
    let bigEndian: Bool
    private var unit: UInt32 = 0
    private var filled = 0

    init(bigEndian: Bool) {
        self.bigEndian = bigEndian
    }

    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        for byte in bytes {
            unit = bigEndian ? unit << 8 | UInt32(byte) : unit >> 8 | UInt32(byte) << 24
            filled += 1
            guard filled == 4 else { continue }
            if Unicode.Scalar(unit) == nil { output.append(undecodable) } else { appendScalar(unit, to: &output) }
            filled = 0
            unit = 0
        }
    }

    mutating func finish(into output: inout [UInt8]) {
        if filled > 0 { output.append(undecodable) }
    }
}

/// Any other encoding, by the system's `iconv`, which keeps the state of a multi-byte character across chunks.
final class IconvDecoder: TextDecoder {
    private let converter: iconv_t
    private var leftover: [UInt8] = []

    init?(_ encoding: String) {
        guard let converter = Self.open(encoding) else { return nil }
        self.converter = converter
    }

    deinit {
        iconv_close(converter)
    }

    static func isKnown(_ encoding: String) -> Bool {
        guard let converter = open(encoding) else { return false }
        iconv_close(converter)
        return true
    }

    private static func open(_ encoding: String) -> iconv_t? {
        let converter = iconv_open("UTF-8", encoding)
        // iconv_open reports failure as a pointer whose bits are all set.
        return Int(bitPattern: converter) == -1 ? nil : converter
    }

    func decode(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        var input = leftover.map(CChar.init(bitPattern:)) + bytes.map(CChar.init(bitPattern:))
        leftover = []
        var chunk = [CChar](repeating: 0, count: 4096)
        input.withUnsafeMutableBufferPointer { input in
            var next = input.baseAddress
            var left = input.count
            while left > 0 {
                let (failure, written) = chunk.withUnsafeMutableBufferPointer { chunk in
                    var target = chunk.baseAddress
                    var space = chunk.count
                    let result = iconv(converter, &next, &left, &target, &space)
                    // size_t comes as Int here, and so (size_t)-1 as -1.
                    return (result == -1 ? errno : 0, chunk.count - space)
                }
                output.append(contentsOf: chunk[..<written].lazy.map(UInt8.init(bitPattern:)))
                switch failure {
                case EILSEQ:
                    output.append(undecodable)
                    next = next.map { $0 + 1 }
                    left -= 1
                case EINVAL:
                    leftover = input[(input.count - left)...].map(UInt8.init(bitPattern:))
                    left = 0
                default: break
                }
            }
        }
    }

    func finish(into output: inout [UInt8]) {
        if !leftover.isEmpty { output.append(undecodable) }
    }
}

private func appendScalar(_ value: UInt32, to output: inout [UInt8]) {
    switch value {
    case 0..<0x80:
        output.append(UInt8(value))
    case 0x80..<0x800:
        output.append(UInt8(0xC0 | value >> 6))
        output.append(UInt8(0x80 | value & 0x3F))
    case 0x800..<0x10000:
        output.append(UInt8(0xE0 | value >> 12))
        output.append(UInt8(0x80 | value >> 6 & 0x3F))
        output.append(UInt8(0x80 | value & 0x3F))
    default:
        output.append(UInt8(0xF0 | value >> 18 & 0x07))
        output.append(UInt8(0x80 | value >> 12 & 0x3F))
        output.append(UInt8(0x80 | value >> 6 & 0x3F))
        output.append(UInt8(0x80 | value & 0x3F))
    }
}
