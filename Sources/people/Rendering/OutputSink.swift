import CommandKit
import ContactFormats

/// Lets a contact writer print on standard output.
final class OutputSink: ByteSink {
    private let output: Output

    init(_ output: Output) {
        self.output = output
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try output.write(bytes: bytes)
    }

    func finish() throws {
        try output.flush()
    }
}
