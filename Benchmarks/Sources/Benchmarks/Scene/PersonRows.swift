import CBaseline
import FictionalPeople
import Foundation

/// People as the C side's structs, in memory before the clock starts.
final class PersonRows {
    let rows: OpaquePointer
    private let places: [String: Int32]

    /// Seconds from 1970-01-01, where the people's times begin, to 2001-01-01, where Core Data's do.
    private static let referenceSeconds = 978_307_200

    /// - Throws: `Failure` when memory is out.
    init(schema: PersonSchema) throws {
        let names = schema.columns.map(\.name)
        var pointers = names.map { UnsafePointer(strdup($0)) }
        defer {
            for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
            pointers = []
        }
        let columns = zip(pointers, schema.columns).map { baseline_column(name: $0, kind: $1.kind) }
        guard let rows = baseline_rows_new(columns, Int32(columns.count)) else {
            throw Failure("There is no memory for the rows.")
        }
        self.rows = rows
        places = Dictionary(
            uniqueKeysWithValues: schema.columns.enumerated().map { ($1.attribute, Int32($0)) })
    }

    deinit {
        baseline_rows_free(rows)
    }

    /// All people of a scene.
    convenience init(_ scene: Scene) throws {
        try self.init(schema: scene.schema)
        try scene.eachPerson(append)
    }

    /// - Throws: `Failure` when memory is out.
    func append(_ person: FictionalPerson) throws {
        guard baseline_rows_append(rows) else { throw Failure("There is no memory for the rows.") }
        for (column, place) in columnPlaces {
            switch column.value(of: person) {
            case .missing: break
            case .text(let text): try set(text, at: place)
            case .number(let number): baseline_rows_set_integer(rows, place, Int64(number))
            case .time(let seconds):
                baseline_rows_set_real(rows, place, Double(seconds - Self.referenceSeconds))
            case .json:
                buffer.removeAll()
                buffer.appendJSON(column, of: person)
                let isSet = buffer.withBytes { baseline_rows_set_bytes(rows, place, $0.baseAddress, $0.count) }
                guard isSet else { throw Failure("There is no memory for the texts.") }
            }
        }
        if let birthday = person.birthday { setBirthday(birthday) }
        if let place = places[PersonSchema.searchAttribute] { try set(PersonSchema.searchText(of: person), at: place) }
    }

    private var buffer = ByteBuffer(capacity: 1_024)

    /// Where the columns that a plain person fills go.
    private lazy var columnPlaces: [(PersonColumn, Int32)] = PersonMaker.Profile.plain.columns.compactMap { column in
        places[column.rawValue].map { (column, $0) }
    }

    private func set(_ text: String, at place: Int32) throws {
        var text = text
        let isSet = text.withUTF8 { baseline_rows_set_bytes(rows, place, $0.baseAddress, $0.count) }
        guard isSet else { throw Failure("There is no memory for the texts.") }
    }

    /// A plain person's birthday is a full date.
    private func setBirthday(_ birthday: String) {
        for (attribute, part) in zip(["birthYear", "birthMonth", "birthDay"], birthday.split(separator: "-")) {
            if let place = places[attribute], let number = Int64(part) {
                baseline_rows_set_integer(rows, place, number)
            }
        }
    }
}
