import Testing

@testable import CoreData

/// Values by key: every type in and out, and errors that name key and type, never a value.
@Suite struct KeyValueCodingTests {
    struct Wrong: CustomTestStringConvertible, Sendable {
        let key: String
        let value: @Sendable () -> Any?
        let code: Int
        let message: String
        var testDescription: String { message }
    }

    static let wrong: [Wrong] = [
        Wrong(key: "nome", value: { "x" }, code: 134060, message: "Employee has no property 'nome'"),
        Wrong(key: "Name", value: { "x" }, code: 134060, message: "did you mean 'name'?"),
        Wrong(key: "name", value: { 5 }, code: 1550, message: "Employee.name takes String, not Int"),
        Wrong(key: "age", value: { "secret" }, code: 1550, message: "Employee.age takes Integer 16, not String"),
        Wrong(key: "age", value: { 1.5 }, code: 1550, message: "Employee.age takes Integer 16, not Double"),
        Wrong(key: "height", value: { "secret" }, code: 1550, message: "Employee.height takes Double, not String"),
        Wrong(key: "active", value: { "YES" }, code: 1550, message: "Employee.active takes Boolean, not String"),
        Wrong(key: "birthday", value: { 5 }, code: 1550, message: "Employee.birthday takes Date, not Int"),
        Wrong(key: "token", value: { "secret" }, code: 1550, message: "Employee.token takes UUID, not String"),
        Wrong(key: "site", value: { "secret" }, code: 1550, message: "Employee.site takes URI, not String"),
        Wrong(key: "photo", value: { "secret" }, code: 1550, message: "Employee.photo takes Binary, not String"),
        Wrong(key: "salary", value: { "secret" }, code: 1550, message: "Employee.salary takes Decimal, not String"),
        Wrong(key: "depart", value: { "secret" }, code: 1550, message: "Employee.depart takes Department, not String"),
        Wrong(key: "projects", value: { "x" }, code: 1550, message: "Employee.projects takes a set of Project"),
        Wrong(key: "projects", value: { NSSet(object: 5) }, code: 1550, message: "Employee.projects takes a set of"),
    ]

    @Test(arguments: wrong) func errors(_ example: Wrong) throws {
        let stack = try TestStack()
        let employee = try stack.insertEmployees("a")[0]
        let error = try #require(caught { try employee.trySetValue(example.value(), forKey: example.key) })
        #expect(error.code == example.code)
        #expect(error.localizedDescription.contains(example.message), "\(error.localizedDescription)")
        #expect(!error.localizedDescription.contains("secret"))
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == example.key)
        #expect(!employee.hasChanges, "a value that is refused changes nothing")
    }

    @Test func objectOfAnotherEntity() throws {
        let stack = try TestStack()
        let employee = stack.insert("Employee", ["name": "a"])
        let project = stack.insert("Project")
        #expect(code { try employee.trySetValue(project, forKey: "depart") } == 1550)
        #expect(code { try employee.trySetValue(NSSet(object: employee), forKey: "projects") } == 1550)
        let other = NSEntityDescription.insertNewObject(forEntityName: "Department", into: stack.makeContext())
        #expect(code { try employee.trySetValue(other, forKey: "depart") } == 134060)
        #expect(employee.value(forKey: "depart") == nil && employee.objects("projects").isEmpty)
    }

    @Test func unknownKeysRead() throws {
        let stack = try TestStack()
        let employee = stack.insert("Employee", ["name": "a"])
        #expect(code { _ = try employee.tryValue(forKey: "nome") } == 134060)
        #expect(employee.value(forKey: "objectID") as? NSManagedObjectID == employee.objectID)
        #expect(employee.value(forKey: "self") as? NSManagedObject === employee)
    }

    @Test func trapsForUnknownKey() async {
        await #expect(processExitsWith: .failure) {
            let stack = try TestStack()
            _ = stack.insert("Employee").value(forKey: "nome")
        }
    }

    @Test func trapsForWrongType() async {
        await #expect(processExitsWith: .failure) {
            let stack = try TestStack()
            stack.insert("Employee").setValue("x", forKey: "age")
        }
    }

    @Test func trapsForAbstractEntity() async {
        await #expect(processExitsWith: .failure) {
            let entity = CompanyModel.entity("Shape")
            entity.isAbstract = true
            let model = NSManagedObjectModel()
            model.entities = [entity]
            try TestStack(model: model).insert("Shape")
        }
    }

    @Test func trapsForObjectOfAnotherContext() async {
        await #expect(processExitsWith: .failure) {
            let stack = try TestStack()
            stack.makeContext().insert(stack.insert("Employee"))
        }
    }

    /// Numbers go in as any number that fits and come out as `NSNumber`; an Optional in an `Any` is opened.
    @Test func conversions() throws {
        let stack = try TestStack()
        let employee = stack.insert("Employee", ["name": "a"])
        let optional: String? = nil
        for value in [Int16(7), Int64(7), UInt8(7), 7.0, NSNumber(value: 7), Optional(7) as Any] as [Any] {
            employee.setValue(nil, forKey: "age")
            employee.setValue(value, forKey: "age")
            #expect(employee.value(forKey: "age") as? Int == 7, "\(type(of: value))")
            #expect(employee.value(forKey: "age") as? Int16 == 7)
        }
        employee.setValue(optional as Any, forKey: "code")
        #expect(employee.value(forKey: "code") == nil)
        employee.setValue(NSNull(), forKey: "code")
        #expect(employee.value(forKey: "code") == nil)
        employee.setValue(7, forKey: "salary")
        #expect(employee.value(forKey: "salary") as? NSDecimalNumber == 7)
        employee.setValue(1, forKey: "active")
        #expect(employee.value(forKey: "active") as? Bool == true)
        employee.setValue(2, forKey: "height")
        #expect(employee.value(forKey: "height") as? Double == 2)
    }

    @Test func keyPaths() throws {
        let stack = try TestStack()
        let department = stack.insert("Department", ["name": "d"])
        let employee = stack.insert("Employee", ["name": "a", "depart": department])
        #expect(employee.value(forKeyPath: "depart.name") as? String == "d")
        #expect((department.value(forKeyPath: "employees.name") as? NSSet)?.contains("a") == true)
        employee.setValue(nil, forKey: "depart")
        #expect(employee.value(forKeyPath: "depart.name") == nil)
    }
}
