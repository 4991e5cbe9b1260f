import ContactFormats
import Foundation

/// Everything a reader gives for some bytes.
struct ReadResult {
    var records: [ContactRecord] = []
    var positions: [SourcePosition] = []
    var rejected: [RejectedRecord] = []
    var warnings: [ContactWarning] = []
}

func read(
    _ bytes: some Sequence<UInt8>, name: String = "test.csv", format: ContactFormat? = nil,
    chunk: Int = .max, _ configure: (inout ContactReadOptions) -> Void = { _ in }
) throws -> ReadResult {
    var options = ContactReadOptions()
    configure(&options)
    let source = DripSource(Array(bytes), name: name, chunk: chunk)
    let reader = try ContactReader(source: source, format: format, options: options)
    var result = ReadResult()
    while let item = try reader.next() {
        switch item {
        case .record(let record, let position):
            result.records.append(record)
            result.positions.append(position)
        case .rejected(let rejected): result.rejected.append(rejected)
        }
    }
    result.warnings = reader.takeWarnings()
    return result
}

func read(
    _ text: String, name: String = "test.csv", format: ContactFormat? = nil, chunk: Int = .max,
    _ configure: (inout ContactReadOptions) -> Void = { _ in }
) throws -> ReadResult {
    try read(Array(text.utf8), name: name, format: format, chunk: chunk, configure)
}

func write(
    _ records: [ContactRecord], _ format: ContactFormat, _ configure: (inout ContactWriteOptions) -> Void = { _ in }
) throws -> [UInt8] {
    var options = ContactWriteOptions()
    var usage = ContactColumnUsage()
    for record in records { usage.add(record) }
    // JSON of chosen attributes has them all in every object; JSON of everything has what there is.
    if format == .csv || format == .tsv { options.columns = usage.columns }
    options.customColumns = usage.customColumns
    configure(&options)
    let sink = MemoryByteSink()
    let writer = try ContactWriter(sink: sink, format: format, options: options)
    for record in records { try writer.write(record) }
    try writer.finish()
    return sink.bytes
}

/// Gives its bytes in small pieces, as a slow pipe does.
final class DripSource: ByteSource {
    let name: String
    private let bytes: [UInt8]
    private let chunk: Int
    private var position = 0

    init(_ bytes: [UInt8], name: String, chunk: Int) {
        self.bytes = bytes
        self.name = name
        self.chunk = chunk
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position, chunk)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        position += count
        return count
    }
}

enum Cases {
    static let folder = ProcessInfo.processInfo.environment["PEOPLE_CASES"].map { $0 + "/contacts/" }
    static var areThere: Bool { folder != nil }
}
