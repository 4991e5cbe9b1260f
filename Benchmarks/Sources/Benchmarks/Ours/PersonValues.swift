import CBaseline
import CoreData
import FictionalPeople

/// People as Swift values, in memory before the clock starts, as `PersonRows` holds them for C.
final class PersonValues {
    private enum Value {
        case integer(Int16)
        case date(Date)
        case text(String)
        case data(Data)
    }

    private var values: ContiguousArray<(slot: Int, value: Value)> = []
    private var ends: ContiguousArray<Int> = [0]
    private static let referenceSeconds = 978_307_200

    var count: Int { ends.count - 1 }

    init(_ scene: Scene) throws {
        let slots = Dictionary(uniqueKeysWithValues: BenchmarkPerson.names.enumerated().map { ($1, $0) })
        let columns = PersonMaker.Profile.plain.columns.compactMap { column in
            slots[column.rawValue].map { (column, $0) }
        }
        var buffer = ByteBuffer(capacity: 1_024)
        scene.eachPerson { person in
            for (column, slot) in columns {
                switch column.value(of: person) {
                case .missing: continue
                case .text(let text): values.append((slot, .text(text)))
                case .number(let number): values.append((slot, .integer(Int16(clamping: number))))
                case .time(let seconds):
                    let date = Date(timeIntervalSinceReferenceDate: Double(seconds - Self.referenceSeconds))
                    values.append((slot, .date(date)))
                case .json:
                    buffer.removeAll()
                    buffer.appendJSON(column, of: person)
                    values.append((slot, .data(buffer.withBytes { Data($0) })))
                }
            }
            if let birthday = person.birthday {
                for (name, part) in zip(["birthYear", "birthMonth", "birthDay"], birthday.split(separator: "-")) {
                    if let slot = slots[name], let number = Int16(part) { values.append((slot, .integer(number))) }
                }
            }
            if let slot = slots[PersonSchema.searchAttribute] {
                values.append((slot, .text(PersonSchema.searchText(of: person))))
            }
            ends.append(values.count)
        }
    }

    /// Sets everything that one of the people has.
    func fill(_ person: BenchmarkPerson, with index: Int) {
        for (slot, value) in values[ends[index]..<ends[index + 1]] {
            switch value {
            case .integer(let value): person.setAttribute(slot, value)
            case .date(let value): person.setAttribute(slot, value)
            case .text(let value): person.setAttribute(slot, value)
            case .data(let value): person.setAttribute(slot, value)
            }
        }
    }
}
