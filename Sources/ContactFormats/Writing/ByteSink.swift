/// Where written bytes go.
public protocol ByteSink: AnyObject {
    /// Takes bytes.
    ///
    /// - Throws: ``ContactFormatError`` with `writeFailed` or `brokenPipe`.
    func write(_ bytes: UnsafeRawBufferPointer) throws

    /// Brings everything to where it belongs. Nothing may be written afterwards.
    ///
    /// - Throws: ``ContactFormatError``.
    func finish() throws
}

/// Keeps what is written in memory.
public final class MemoryByteSink: ByteSink {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    /// Makes an empty sink.
    public init() {}

    /// Appends bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }

    /// Does nothing.
    public func finish() {}
}
