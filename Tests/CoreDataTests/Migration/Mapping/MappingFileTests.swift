import CoreData
import Testing

/// Damaged and missing mapping models.
struct MappingFileTests {
    @Test(arguments: ["cdm", "xcmappingmodel"]) func missing(_ ending: String) {
        let url = URL(fileURLWithPath: "/nonexistent/file.\(ending)")
        #expect(NSMappingModel(contentsOf: url) == nil)
        #expect(throws: ModelError.self) { try NSMappingModel.load(contentsOf: url) }
        #expect(NSMappingModel(contentsOf: nil) == nil)
    }

    @Test(arguments: ["", "bplist00", "<database>", "<database></database>", "<plist/>", "<database><object"])
    func damaged(_ text: String) throws {
        let directory = TestStack.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let folder = directory.appendingPathComponent("a.xcmappingmodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appendingPathComponent("xcmapping.xml"))
        let compiled = directory.appendingPathComponent("a.cdm")
        try Data(text.utf8).write(to: compiled)
        for url in [folder, compiled] {
            #expect(throws: ModelError.self) { try NSMappingModel.load(contentsOf: url) }
        }
    }

    /// Any byte of a compiled mapping model may be wrong: the result is a mapping model or an error.
    @Test(.enabled(if: SampleStores.root != nil, "PEOPLE_CASES is not set")) func anyByte() throws {
        let url = try SampleMappings.url(SampleMappings.plus + "Fixtures/V2toV3.cdm")
        let bytes = try Data(contentsOf: url)
        let directory = TestStack.makeDirectory()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("damaged.cdm")
        var failures = 0
        for place in stride(from: 0, to: bytes.count, by: 37) {
            for byte in [0, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[place] = byte
                try damaged.write(to: file)
                do { _ = try NSMappingModel.load(contentsOf: file) } catch is ModelError { failures += 1 }
            }
            try bytes.prefix(place).write(to: file)
            #expect(throws: ModelError.self) { try NSMappingModel.load(contentsOf: file) }
        }
        #expect(failures > 0)
    }
}
