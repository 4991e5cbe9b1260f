import CommandKit
import Glibc
import Testing

@Suite struct OutputTests {
    @Test func buffersAndFlushes() throws {
        let pipe = try Pipe()
        let output = Output(descriptor: pipe.write)
        try output.write("a")
        try output.writeLine("b")
        try output.write(bytes: [0x63, 0xFF])
        try output.flush()
        try output.flush()
        pipe.closeWrite()
        #expect(pipe.readAll() == "ab\nc\u{FFFD}")
    }

    @Test func brokenPipe() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = try Pipe()
        pipe.closeRead()
        let output = Output(descriptor: pipe.write)
        try output.write("x")
        #expect(throws: BrokenPipe.self) { try output.flush() }
        // A long output notices by itself.
        #expect(throws: BrokenPipe.self) {
            for _ in 0..<100_000 { try output.writeLine("line") }
        }
    }

    @Test(.enabled(if: access("/dev/full", W_OK) == 0, "/dev/full cannot be written"))
    func fullDisk() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let output = Output(descriptor: descriptor)
        try output.write("x")
        #expect(throws: CommandError(.io, "Cannot write to standard output: No space left on device")) {
            try output.flush()
        }
    }

    @Test func closedDescriptor() throws {
        let output = Output(descriptor: 987)
        try output.write("x")
        #expect(throws: CommandError(.io, "Cannot write to standard output: Bad file descriptor")) {
            try output.flush()
        }
    }
}
