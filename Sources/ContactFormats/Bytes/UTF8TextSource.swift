/// Gives another source's text as UTF-8, without a byte-order mark, whatever encoding it is in.
///
/// The encoding is found in this order: a byte-order mark; the encoding the caller names; UTF-16 without a mark, by
/// where its NUL bytes fall; UTF-8; windows-1252 with a warning. ASCII reads alike in the last two, so the choice
/// waits for the first stretch that holds anything else: when most of what is not ASCII there is valid UTF-8, the
/// text is UTF-8 and a later bad byte only costs the record it is in, and so nothing is ever read twice.
final class UTF8TextSource: ByteSource {
    private enum Mode {
        case start
        case ascii
        case utf8
        case decoder(any TextDecoder)
    }

    private let source: any ByteSource
    private let named: TextEncoding?
    private var mode = Mode.start
    private var pending: [UInt8] = []
    private var pendingStart = 0
    private var isAtEnd = false

    /// The encoding once it is known; nil while the text is all ASCII.
    private(set) var encoding: TextEncoding?
    /// Whether the encoding is a guess that deserves a warning.
    private(set) var isGuess = false

    private static let chunkSize = 64 * 1024

    init(_ source: any ByteSource, encoding: TextEncoding?) {
        self.source = source
        named = encoding
    }

    var name: String { source.name }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            if pendingStart < pending.count {
                let count = min(buffer.count, pending.count - pendingStart)
                pending.withUnsafeBytes {
                    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[pendingStart..<pendingStart + count]))
                }
                pendingStart += count
                return count
            }
            pending.removeAll(keepingCapacity: true)
            pendingStart = 0
            if isAtEnd { return 0 }
            switch mode {
            case .utf8: return try source.read(into: buffer)
            case .start:
                let first = try source.readPrefix(Self.chunkSize)
                isAtEnd = first.count < Self.chunkSize
                try start(first)
            case .ascii:
                let chunk = try source.readPrefix(Self.chunkSize)
                isAtEnd = chunk.count < Self.chunkSize
                try continueASCII(chunk)
            case .decoder(var decoder):
                let chunk = try source.readPrefix(Self.chunkSize)
                isAtEnd = chunk.count < Self.chunkSize
                chunk.withUnsafeBufferPointer { decoder.decode($0, into: &pending) }
                if isAtEnd { decoder.finish(into: &pending) }
                mode = .decoder(decoder)
            }
        }
    }

    private func start(_ bytes: [UInt8]) throws {
        let marks: [([UInt8], TextEncoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .utf32le), ([0, 0, 0xFE, 0xFF], .utf32be),
            ([0xFF, 0xFE], .utf16le), ([0xFE, 0xFF], .utf16be),
        ]
        if let (mark, encoding) = marks.first(where: { bytes.starts(with: $0.0) }) {
            try use(encoding, from: Array(bytes[mark.count...]))
        } else if let named {
            try use(named, from: bytes)
        } else if let encoding = Self.utf16WithoutMark(bytes, isWhole: isAtEnd) {
            try use(encoding, from: bytes)
        } else {
            mode = .ascii
            try continueASCII(bytes)
        }
    }

    private func use(_ encoding: TextEncoding, from bytes: [UInt8]) throws {
        self.encoding = encoding
        var decoder: any TextDecoder
        switch encoding.form {
        case .utf8:
            mode = .utf8
            pending = bytes
            return
        case .windows1252: decoder = Windows1252Decoder()
        case .utf16(let bigEndian): decoder = UTF16Decoder(bigEndian: bigEndian)
        case .utf32(let bigEndian): decoder = UTF32Decoder(bigEndian: bigEndian)
        case .system(let systemName):
            guard let iconv = IconvDecoder(systemName) else {
                throw ContactFormatError(
                    .unknownEncoding, "the encoding \(encoding) is not known on this system", file: name)
            }
            decoder = iconv
        }
        bytes.withUnsafeBufferPointer { decoder.decode($0, into: &pending) }
        if isAtEnd { decoder.finish(into: &pending) }
        mode = .decoder(decoder)
    }

    private func continueASCII(_ chunk: [UInt8]) throws {
        var chunk = chunk
        while true {
            let (valid, invalid, isCut) = chunk.withUnsafeBufferPointer(UTF8Validation.count)
            if valid == 0, invalid == 0, !isCut {
                pending = chunk
            } else if valid > invalid {
                try use(.utf8, from: chunk)
            } else if invalid == 0, !isAtEnd {
                // The only character beyond ASCII is cut by the end of the chunk.
                let more = try source.readPrefix(Self.chunkSize)
                isAtEnd = more.count < Self.chunkSize
                chunk += more
                continue
            } else {
                isGuess = true
                try use(.windows1252, from: chunk)
            }
            return
        }
    }

    /// Text of Latin letters, digits and separators in UTF-16 has a NUL in most pairs, always on the same side.
    private static func utf16WithoutMark(_ bytes: [UInt8], isWhole: Bool) -> TextEncoding? {
        if isWhole, bytes.count % 2 != 0, bytes.last != 0, bytes.last != 0x0A { return nil }
        let pairs = min(bytes.count, 4096) / 2
        guard pairs >= 2 else { return nil }
        var first = 0
        var second = 0
        for pair in 0..<pairs {
            if bytes[pair * 2] == 0 { first += 1 }
            if bytes[pair * 2 + 1] == 0 { second += 1 }
        }
        if second * 4 >= pairs, second > first * 8 { return .utf16le }
        if first * 4 >= pairs, first > second * 8 { return .utf16be }
        return nil
    }
}
