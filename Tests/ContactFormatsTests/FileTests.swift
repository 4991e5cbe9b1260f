import ContactFormats
import Foundation
import Testing

@Suite struct FileTests {
    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path + "/")
    }

    private static func contents(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test(arguments: ["p.csv", "p.json", "p.ndjson", "p.tsv", "p.csv.gz", "p.json.gz"])
    func fileComesBack(name: String) throws {
        try Self.inFolder { folder in
            let records = (0..<3000).map { ContactRecord(personID: "\($0)", name: "Ada \($0)", age: $0 % 100) }
            let writer = try ContactWriter(path: folder + name)
            for record in records { try writer.write(record) }
            #expect(try !Self.contents(folder).contains(name))
            try writer.finish()
            #expect(try Self.contents(folder) == [name])
            let reader = try ContactReader(path: folder + name)
            var back: [ContactRecord] = []
            while case .record(let record, _)? = try reader.next() { back.append(record) }
            #expect(back == records)
            let start = try #require(FileManager.default.contents(atPath: folder + name)?.prefix(2))
            #expect((Array(start) == [0x1F, 0x8B]) == name.hasSuffix(".gz"))
        }
    }

    @Test func existingFileIsKeptUnlessAsked() throws {
        try Self.inFolder { folder in
            let path = folder + "p.csv"
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))
            #expect(chmod(path, 0o640) == 0)
            let error = #expect(throws: ContactFormatError.self) { try ContactWriter(path: path) }
            #expect(error?.code == .targetExists)
            let writer = try ContactWriter(path: path, overwrites: true)
            #expect(FileManager.default.contents(atPath: path) == Data("old".utf8))
            try writer.finish()
            #expect(FileManager.default.contents(atPath: path) != Data("old".utf8))
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        }
    }

    @Test func unfinishedFileIsRemoved() throws {
        try Self.inFolder { folder in
            do {
                let file = try AtomicOutputFile(path: folder + "p.csv")
                try Array("x".utf8).withUnsafeBytes { try file.write($0) }
                #expect(try Self.contents(folder).count == 1)
            }
            #expect(try Self.contents(folder).isEmpty)
        }
    }

    @Test func targetMadeMeanwhileIsNotReplaced() throws {
        try Self.inFolder { folder in
            let file = try AtomicOutputFile(path: folder + "p.csv")
            try Data("theirs".utf8).write(to: URL(fileURLWithPath: folder + "p.csv"))
            let error = #expect(throws: ContactFormatError.self) { try file.finish() }
            #expect(error?.code == .targetExists)
            file.cancel()
            #expect(FileManager.default.contents(atPath: folder + "p.csv") == Data("theirs".utf8))
            #expect(try Self.contents(folder) == ["p.csv"])
        }
    }

    @Test func missingFilesAndFolders() throws {
        try Self.inFolder { folder in
            #expect(throws: ContactFormatError.self) { try ContactReader(path: folder + "none.csv") }
            let missing = #expect(throws: ContactFormatError.self) { try ContactReader(path: folder + "none.csv") }
            #expect(missing?.code == .fileNotFound)
            let directory = #expect(throws: ContactFormatError.self) { try ContactReader(path: folder) }
            #expect(directory?.code == .unreadable)
            let target = #expect(throws: ContactFormatError.self) { try ContactWriter(path: folder + "no/p.csv") }
            #expect(target?.code == .cannotCreate)
        }
    }

    @Test func specialFilesAreWrittenDirectly() throws {
        let writer = try ContactWriter(path: "/dev/null", format: .json)
        try writer.write(ContactRecord(name: "x"))
        try writer.finish()
    }

    @Test func closedPipeIsItsOwnError() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let writer = try ContactWriter(sink: DescriptorSink(descriptor: ends[1], name: "-"), format: .json)
        let error = #expect(throws: ContactFormatError.self) { try writer.finish() }
        #expect(error?.code == .brokenPipe)
    }

    @Test func damagedGzip() throws {
        try Self.inFolder { folder in
            let path = folder + "p.csv.gz"
            let writer = try ContactWriter(path: path)
            for number in 0..<5000 { try writer.write(ContactRecord(personID: UUID().uuidString, name: "\(number)")) }
            try writer.finish()
            let whole = Array(try #require(FileManager.default.contents(atPath: path)))
            var bent = whole
            bent[whole.count / 2] ^= 0xFF
            for bytes in [Array(whole.dropLast(20)), bent] {
                let error = #expect(throws: ContactFormatError.self) { try read(bytes, name: "p.csv.gz") }
                #expect(error?.code == .corruptCompression)
            }
            #expect(try read(whole + whole, name: "p.csv.gz").records.count == 10_001)
            #expect(try read(whole + [0, 0, 0], name: "p.csv.gz", chunk: 1).records.count == 5000)
            #expect(throws: ContactFormatError.self) { try read(Array("name\nx\n".utf8), name: "p.csv.gz") }
        }
    }

    @Test(
        arguments: [
            ("a.csv", "x", ContactFormat.csv), ("a.CSV.GZ", "", .csv), ("a.jsonl", "", .ndjson), ("a.tab", "", .tsv),
            ("-", " [{}]", .json), ("-", "{\"name\":\"a\"}\n", .ndjson), ("-", "{\n\"name\":\"a\"}", .json),
            ("dir.json/file", "name\nx\n", .csv),
        ])
    func formats(name: String, content: String, format: ContactFormat) throws {
        let gz = name.lowercased().hasSuffix(".gz")
        let source = DripSource(Array(content.utf8), name: name, chunk: .max)
        if gz {
            #expect(ContactFormat(fileName: name) == format)
        } else if content.contains("name") || content.contains("[") {
            #expect(try ContactReader(source: source).format == format)
        } else {
            #expect(ContactFormat(fileName: name) == format)
        }
    }

    @Test(arguments: ["BEGIN:VCARD\r\nVERSION:3.0\r\n", "dn: cn=x\n", "PK\u{3}\u{4}..."])
    func formatsThatCannotBeReadYet(content: String) {
        let error = #expect(throws: ContactFormatError.self) { try read(content, name: "-") }
        #expect(error?.code == .unknownFormat)
    }

    @Test func errorsNameTheirPlace() {
        let error = ContactFormatError(.malformed, "is odd", file: "a.csv", line: 3, column: 7)
        #expect(error.description == "a.csv:3:7: is odd")
        #expect(ContactFormatError(.malformed, "is odd").description == "is odd")
    }
}
