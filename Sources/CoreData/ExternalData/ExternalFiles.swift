/// The files that one save writes and makes superfluous.
///
/// New files are in place before the transaction ends, old ones go after it: whichever way it ends, every reference in
/// the store has its file.
final class ExternalFiles {
    private let directory: URL?
    private var written: [URL] = []
    private var superfluous: [URL] = []

    init(directory: URL?) { self.directory = directory }

    /// What goes into the column for `data`: the data itself, or a reference to a file that was written.
    func store(_ data: Data) throws -> [UInt8] {
        guard let directory, data.count > ExternalData.inlineLimit else { return ExternalData.inlineForm(of: data) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let name = UUID().uuidString
        let file = directory.appendingPathComponent(name)
        try data.write(to: file, options: .atomic)
        written.append(file)
        return ExternalData.reference(toFile: name)
    }

    /// Notes that the file of an object's present value is not needed after the save.
    func forget(rowOf object: NSManagedObject, slot: Int) {
        guard let row = object.row, let entry = row.entry(slot) else { return }
        forget(row.bytes(entry))
    }

    /// Notes that the file which a column's bytes point at is not needed any more.
    func forget(_ bytes: UnsafeRawBufferPointer) {
        guard let directory, let name = ExternalData.fileName(of: bytes) else { return }
        superfluous.append(directory.appendingPathComponent(name))
    }

    /// Makes another save's files part of this one's.
    func take(over other: ExternalFiles) {
        written += other.written
        superfluous += other.superfluous
    }

    /// The save failed: what it wrote goes.
    func undo() { remove(written) }

    /// The save is done: what it replaced goes. A file that cannot be removed wastes space and nothing else.
    func finish() { remove(superfluous) }

    private func remove(_ files: [URL]) {
        for file in files { try? FileManager.default.removeItem(at: file) }
    }
}
