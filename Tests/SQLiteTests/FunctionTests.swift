import SQLite
import Testing

@Suite struct FunctionTests {
    struct Refusal: Error, CustomStringConvertible {
        var description: String { "Refused, for the test" }
    }

    let connection: Connection

    init() throws {
        connection = try Connection(path: "", mode: .memory)
    }

    func value(_ sql: String) throws -> SQLValue {
        let statement = try connection.prepare(sql)
        #expect(try statement.step())
        return statement.value(0)
    }

    @Test func argumentsAndResultsOfEveryType() throws {
        try connection.createFunction("echo", argumentCount: 1, deterministic: true) { arguments in
            switch arguments.type(0) {
            case .null: .null
            case .integer: .integer(arguments.int64(0))
            case .real: .real(arguments.double(0))
            case .text: .text(arguments.string(0))
            case .blob: .blob(Array(arguments.blob(0)))
            }
        }
        for sample in StatementTests.values {
            let statement = try connection.prepare("SELECT echo(?1)")
            statement.bind(sample, at: 1)
            #expect(try statement.step())
            #expect(statement.value(0) == sample)
        }
    }

    @Test func resultsWithoutACopyInSwift() throws {
        try connection.createFunction("tail", argumentCount: 1) { arguments in
            .utf8(UnsafeRawBufferPointer(rebasing: arguments.text(0).dropFirst()))
        }
        try connection.createFunction("last", argumentCount: -1) { arguments in
            arguments.count == 0 ? .value(.text("none")) : .argument(arguments.count - 1)
        }
        try connection.createFunction("is_null", argumentCount: 1) { .bool($0.isNull(0)) }
        #expect(try value("SELECT tail('xyz')") == "yz")
        #expect(try value("SELECT tail('x')") == "")
        #expect(try value("SELECT last(1, 'two', x'03')") == [3])
        #expect(try value("SELECT last()") == "none")
        #expect(try value("SELECT is_null(NULL)") == 1)
    }

    @Test func whatAFunctionThrowsFailsTheStatement() throws {
        try connection.createFunction("refuse", argumentCount: 0) { _ in throw Refusal() }
        try connection.createFunction("inner_failure", argumentCount: 0) { _ in
            throw SQLiteError(code: SQLiteError.constraintUnique, message: "inner failure")
        }
        let error = #expect(throws: SQLiteError.self) { _ = try value("SELECT refuse()") }
        #expect(error?.message == "Refused, for the test")
        #expect(error?.code == SQLiteError.error)
        #expect(error?.sql == "SELECT refuse()")
        let inner = #expect(throws: SQLiteError.self) { _ = try value("SELECT inner_failure()") }
        #expect(inner?.message == "inner failure")
        #expect(inner?.code == SQLiteError.constraintUnique)
    }

    @Test func aConstantArgumentIsCompiledOnce() throws {
        var made: [String] = []
        try connection.createFunction("starts", argumentCount: 2, deterministic: true) { arguments in
            let prefix = arguments.cached(at: 0) {
                made.append(arguments.string(0))
                return Array(arguments.text(0))
            }
            return .bool(arguments.text(1).starts(with: prefix))
        }
        try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES ('ab'), ('ac'), ('b')")
        let statement = try connection.prepare("SELECT count(*) FROM t WHERE starts(?1, a)")
        for (prefix, count) in [("a", 2), ("b", 1)] as [(String, Int64)] {
            statement.bind(prefix, at: 1)
            #expect(try statement.step())
            #expect(statement.int64(0) == count)
            statement.reset()
        }
        #expect(made == ["a", "b"])
        made = []
        #expect(try value("SELECT count(*) FROM t WHERE starts(a, 'ab')") == 1)
        #expect(made == ["ab", "ac", "b"])
    }

    @Test func aKeptValueOfAnotherTypeIsMadeAnew() throws {
        try connection.createFunction("kinds", argumentCount: 1) { arguments in
            let first: Int64 = arguments.cached(at: 0) { 5 }
            let second: String = arguments.cached(at: 0) { "five" }
            return .text("\(first) \(second)")
        }
        #expect(try value("SELECT kinds('x')") == "5 five")
    }

    @Test func functionsAreReleasedWhenReplacedRefusedOrClosed() throws {
        final class Token {}
        weak var replaced: Token?
        weak var refused: Token?
        weak var closed: Token?
        func register(_ name: String, count: Int32 = 0) throws -> Token {
            let token = Token()
            try connection.createFunction(name, argumentCount: count) { _ in
                withExtendedLifetime(token) { .null }
            }
            return token
        }
        do { replaced = try register("f") }
        #expect(replaced != nil)
        do { closed = try register("f") }
        #expect(replaced == nil)
        do {
            let token = Token()
            refused = token
            #expect(throws: SQLiteError.self) {
                try connection.createFunction("g", argumentCount: 4000) { _ in withExtendedLifetime(token) { .null } }
            }
        }
        #expect(refused == nil)
        #expect(closed != nil)
        connection.close()
        #expect(closed == nil)
    }

    @Test func directOnlyAndInnocuousExcludeEachOther() {
        let error = #expect(throws: SQLiteError.self) {
            try connection.createFunction("f", argumentCount: 0, directOnly: true, innocuous: true) { _ in .null }
        }
        #expect(error?.code == SQLiteError.misuse)
    }

    @Test func aCollationOrders() throws {
        try connection.createCollation("by_length") { $0.count - $1.count }
        try connection.execute("CREATE TABLE t(a COLLATE by_length); INSERT INTO t VALUES ('ccc'), (''), ('bb'), ('a')")
        #expect(try value("SELECT group_concat(a, '<') FROM (SELECT a FROM t ORDER BY a)") == "<a<bb<ccc")
        #expect(try value("SELECT a FROM t WHERE a = 'xx'") == "bb")
    }
}
