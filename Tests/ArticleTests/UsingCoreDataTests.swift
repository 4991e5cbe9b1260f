import CoreData
import PersonKit
import Testing

/// The first article: Core Data for a list of employees, from the model to several threads.
@MainActor @Suite struct UsingCoreDataTests {
    private let documents: DocumentsFolder
    private let context: NSManagedObjectContext

    init() throws {
        documents = try DocumentsFolder()
        context = try Self.setupContext(in: documents)
    }

    /// Model, coordinator, store and context.
    private static func setupContext(in documents: DocumentsFolder) throws -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        let store = NSPersistentStoreCoordinator(managedObjectModel: Company.model)
        let sqlitePath = documents.file("company.sqlite")
        try store.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: sqlitePath, options: nil)
        context.persistentStoreCoordinator = store
        return context
    }

    @discardableResult
    private func addEmployee(_ name: String, height: Double = 1.7, section: String? = nil) -> Employee {
        let employee = Employee(context: context)
        employee.name = name
        employee.height = height
        employee.sectionName = section
        return employee
    }

    // MARK: - The model

    @Test("3 The classes come from the model") func classes() throws {
        let employee = try #require(
            NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context) as? Employee)
        #expect(employee.entity.attributesByName["height"]?.attributeType == .doubleAttributeType)
        #expect(employee.entity.attributesByName["birthday"]?.attributeType == .dateAttributeType)
        #expect(Employee.entity().name == "Employee")
    }

    @Test("4 Each side of a relationship finds the other") func relationships() throws {
        let department = Department(context: context)
        department.name = "iOS"
        let zhangsan = addEmployee("zhangsan")
        zhangsan.depart = department
        #expect(department.employees?.contains(zhangsan) == true)

        let lisi = addEmployee("lisi")
        department.addToEmployees(lisi)
        #expect(lisi.depart === department)
        try context.save()

        department.removeFromEmployees(zhangsan)
        #expect(zhangsan.depart == nil)
        department.addToEmployees(NSSet(array: [zhangsan, addEmployee("wangwu")]))
        #expect(department.employees?.count == 3)
    }

    @Test("5 Fetched properties") func fetchedProperties() throws {
        let department = Department(context: context)
        department.addToEmployees(addEmployee("zhangsan", height: 1.9))
        department.addToEmployees(addEmployee("lisi", height: 1.6))
        addEmployee("wangwu", height: 1.95)
        try context.save()

        let tall = department.tallEmployees as? [Employee]
        #expect(tall?.map(\.name) == ["zhangsan"])
    }

    @Test("5 Fetch requests in the model") func fetchRequestTemplate() throws {
        addEmployee("zhangsan", height: 1.9)
        addEmployee("yaoming", height: 2.26)
        try context.save()

        let model = try #require(context.persistentStoreCoordinator?.managedObjectModel)
        let fetchRequest = try #require(model.fetchRequestTemplate(forName: "EmployeeFR"))
        let employees = try context.fetch(fetchRequest) as? [Employee]
        #expect(employees?.map(\.name) == ["zhangsan"])
    }

    @Test("5 Fetch requests in the model, with variables") func substitutionVariables() throws {
        let model = try #require(Company.model.copy() as? NSManagedObjectModel)
        let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
        template.predicate = NSPredicate(format: "height < $HEIGHT")
        model.setFetchRequestTemplate(template, forName: "ShorterThan")
        addEmployee("zhangsan", height: 1.6)
        addEmployee("lisi", height: 1.8)

        let request = try #require(
            model.fetchRequestFromTemplate(withName: "ShorterThan", substitutionVariables: ["HEIGHT": 1.7]))
        let employees = try context.fetch(request) as? [Employee]
        #expect(employees?.map(\.name) == ["zhangsan"])
    }

    // MARK: - The stack

    @Test("6 The store is made in the documents folder") func store() {
        #expect(FileManager.default.fileExists(atPath: documents.file("company.sqlite").path))
    }

    @Test("6 All models of the bundle in one store") func mergedModels() throws {
        let bundle = try #require(try documents.bundle(with: [ModelSources.company, ModelSources.personData]))
        let model = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
        #expect(model.entities.compactMap(\.name).sorted() == ["Department", "Employee", "Group", "Person"])

        let store = NSPersistentStoreCoordinator(managedObjectModel: model)
        try store.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: documents.file("all.sqlite"), options: nil)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = store
        let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
        employee.setValue("zhangsan", forKey: "name")
        let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
        person.setValue("1", forKey: "personID")
        person.setValue("lisi", forKey: "name")
        try context.save()
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Employee")) == 1)
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 1)
    }

    @Test("6 Generated classes of several models in one store") func mergedClasses() throws {
        let model = try #require(NSManagedObjectModel(byMerging: [Company.model, PersonData.model]))
        let store = NSPersistentStoreCoordinator(managedObjectModel: model)
        try store.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: documents.file("all.sqlite"), options: nil)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = store
        Employee(context: context).name = "zhangsan"
        let person = Person(context: context)
        person.personID = "1"
        person.name = "lisi"
        try context.save()
        #expect(try context.fetch(Employee.fetchRequest()).map(\.name) == ["zhangsan"])
        #expect(try context.fetch(Person.fetchRequest()).map(\.name) == ["lisi"])
    }

    @Test(
        "6 One model, and a store that is named after it", arguments: [ModelSources.company, ModelSources.personData])
    func oneModel(_ source: URL) throws {
        let modelName = source.deletingPathExtension().lastPathComponent
        let bundle = try #require(try documents.bundle(with: [source]))
        let modelPath = try #require(bundle.url(forResource: modelName, withExtension: "xcdatamodeld"))
        let model = try #require(NSManagedObjectModel(contentsOf: modelPath))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: documents.file("\(modelName).sqlite"), options: nil)
        #expect(store.url?.lastPathComponent == "\(modelName).sqlite")
        #expect(FileManager.default.fileExists(atPath: documents.file("\(modelName).sqlite").path))
    }

    // MARK: - Create, read, update, delete

    /// Employees of the article, saved.
    private func addThree() throws {
        addEmployee("zhangsan", height: 1.8)
        addEmployee("lisi", height: 1.7)
        addEmployee("lisi", height: 1.6)
        try context.save()
    }

    @Test("7 Create") func create() throws {
        let employee = try #require(
            NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context) as? Employee)
        employee.name = "zhangsan"
        employee.height = 1.8
        employee.birthday = Date()
        #expect(context.hasChanges)
        do {
            try context.save()
        } catch {
            Issue.record("The employee cannot be saved: \(error)")
        }
        #expect(!context.hasChanges)

        let reopened = try Self.setupContext(in: documents)
        #expect(try reopened.fetch(Employee.fetchRequest()).map(\.birthday) == [employee.birthday])
    }

    @Test("7 Read, sorted by height") func read() throws {
        try addThree()
        let fetchRequest = NSFetchRequest<Employee>(entityName: "Employee")
        fetchRequest.predicate = NSPredicate(format: "name = %@", "lisi")
        fetchRequest.sortDescriptors = [NSSortDescriptor(key: "height", ascending: true)]
        var lines: [String] = []
        for employee in try context.fetch(fetchRequest) {
            lines.append("name: \(employee.name ?? ""), height: \(employee.height)")
        }
        #expect(lines == ["name: lisi, height: 1.6", "name: lisi, height: 1.7"])
    }

    @Test("7 Update") func update() throws {
        try addThree()
        let fetchRequest = NSFetchRequest<Employee>(entityName: "Employee")
        fetchRequest.predicate = NSPredicate(format: "name = %@", "zhangsan")
        for employee in try context.fetch(fetchRequest) { employee.height = 2.0 }
        try context.save()

        let reopened = try Self.setupContext(in: documents)
        #expect(try reopened.fetch(fetchRequest).map(\.height) == [2.0])
    }

    @Test("7 Delete") func delete() throws {
        try addThree()
        let fetchRequest = NSFetchRequest<Employee>(entityName: "Employee")
        fetchRequest.predicate = NSPredicate(format: "name = %@", "lisi")
        for employee in try context.fetch(fetchRequest) { context.delete(employee) }
        if context.hasChanges { try context.save() }

        let reopened = try Self.setupContext(in: documents)
        #expect(try reopened.fetch(Employee.fetchRequest()).map(\.name) == ["zhangsan"])
    }

    // MARK: - Queries

    @Test(
        "8 Fuzzy queries",
        arguments: [
            ("name BEGINSWITH %@", "wang", ["wangwu12", "wangwu1"]),
            ("name ENDSWITH %@", "12", ["wu12", "wangwu12"]),
            ("name CONTAINS %@", "wu1", ["wu12", "wangwu12", "wu12345", "wangwu1"]),
            ("name LIKE %@", "*wu12", ["wu12", "wangwu12"]),
            ("name like %@", "wu12*", ["wu12", "wu12345"]),
            ("name MATCHES %@", "[a-z]{5,}\\d+", ["wangwu12", "wangwu1"]),
        ])
    func fuzzyQueries(_ format: String, _ text: String, _ expected: [String]) throws {
        for (number, name) in ["wu12", "wangwu12", "zhangsan", "wu12345", "wangwu1"].enumerated() {
            addEmployee(name, height: 1.6 + Double(number) / 100)
        }
        try context.save()

        let fetchRequest = NSFetchRequest<Employee>(entityName: "Employee")
        fetchRequest.predicate = NSPredicate(format: format, text)
        fetchRequest.sortDescriptors = [NSSortDescriptor(key: "height", ascending: true)]
        #expect(try context.fetch(fetchRequest).map(\.name) == expected)
    }

    @Test("9 Pages") func pages() throws {
        for number in 0..<15 { addEmployee("wangwu\(number)", height: 1.5 + Double(number) / 100) }
        try context.save()

        let fetchRequest = NSFetchRequest<Employee>(entityName: "Employee")
        fetchRequest.sortDescriptors = [NSSortDescriptor(key: "height", ascending: true)]
        fetchRequest.fetchLimit = 6
        var pages: [[String?]] = []
        for offset in [0, 6, 12] {
            fetchRequest.fetchOffset = offset
            pages.append(try context.fetch(fetchRequest).map(\.name))
        }
        #expect(pages.map(\.count) == [6, 6, 3])
        #expect(pages.flatMap { $0 } == (0..<15).map { "wangwu\($0)" })
    }

    // MARK: - A table view

    @Test("10 Sections, rows and index titles") func sections() throws {
        let list = EmployeeList(context)
        addEmployee("lisi", section: "beijing")
        addEmployee("zhangsan", height: 1.8, section: "chongqing")
        addEmployee("wangwu", height: 1.7, section: "chongqing")
        try context.save()
        try list.viewDidLoad()

        #expect(list.tableView.calls.isEmpty, "fetching calls nothing back")
        #expect(list.numberOfSections == 2)
        #expect((0..<2).map(list.titleForHeader) == ["beijing", "chongqing"])
        #expect((0..<2).map(list.numberOfRows) == [1, 2])
        #expect(list.sectionIndexTitles == ["B", "C"])
        #expect(list.cell(forRowAt: IndexPath(row: 0, section: 1)) == "wangwu 1.7")

        let zhangsan = list.controller.object(at: IndexPath(row: 1, section: 1))
        #expect(zhangsan.name == "zhangsan")
        #expect(list.controller.indexPath(forObject: zhangsan) == IndexPath(row: 1, section: 1))
        let section = try #require(list.controller.sections?[1])
        #expect((section.objects as? [Employee])?.map(\.name) == ["wangwu", "zhangsan"])
    }

    @Test("10 One section for each value") func sectionsByName() throws {
        for name in ["zhangsan", "lisi", "zhangsan"] { addEmployee(name, height: name == "lisi" ? 1.6 : 1.8) }
        let request = Employee.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "height", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "name", cacheName: nil)
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == ["lisi", "zhangsan"])
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 2])
    }

    @Test("10 A row that the user deletes") func commitDeletion() throws {
        let list = EmployeeList(context)
        addEmployee("zhangsan", height: 1.8, section: "chongqing")
        addEmployee("wangwu", height: 1.7, section: "chongqing")
        try context.save()
        try list.viewDidLoad()

        try list.commitDeletion(forRowAt: IndexPath(row: 1, section: 0))
        #expect(list.tableView.take() == ["begin", "delete row 0.1", "end"])
        #expect(try context.fetch(Employee.fetchRequest()).map(\.name) == ["wangwu"])
    }

    @Test("10 Callbacks for each kind of change") func callbacks() throws {
        let list = EmployeeList(context)
        let lisi = addEmployee("lisi", height: 1.6, section: "beijing")
        addEmployee("wangwu", height: 1.7, section: "chongqing")
        try context.save()
        try list.viewDidLoad()

        let zhangsan = addEmployee("zhangsan", height: 1.8, section: "chongqing")
        try context.save()
        #expect(list.tableView.take() == ["begin", "insert row 1.1", "end"])

        zhangsan.birthday = Date()
        try context.save()
        #expect(list.tableView.take() == ["begin", "reload row 1.1", "end"])

        zhangsan.height = 1.5
        try context.save()
        #expect(list.tableView.take() == ["begin", "move row 1.1 to 1.0", "end"])

        addEmployee("zhaoliu", section: "shanghai")
        try context.save()
        #expect(list.tableView.take() == ["begin", "insert section 2", "insert row 2.0", "end"])

        context.delete(lisi)
        try context.save()
        #expect(list.tableView.take() == ["begin", "delete section 0", "delete row 0.0", "end"])
    }

    @Test("10 Only changes that reach its own context are seen") func ownContextOnly() throws {
        let list = EmployeeList(context)
        try list.viewDidLoad()
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        let employee = Employee(context: other)
        employee.name = "zhangsan"
        employee.sectionName = "chongqing"
        let saved = SavedNotification(of: other)
        try other.save()
        #expect(list.tableView.take().isEmpty)

        context.mergeChanges(fromContextDidSave: try #require(saved.notification))
        context.processPendingChanges()
        #expect(list.tableView.take() == ["begin", "insert section 0", "insert row 0.0", "end"])
    }

    @Test("10 The cache is deleted by its name") func caches() throws {
        addEmployee("zhangsan", section: "chongqing")
        try context.save()
        let request = Employee.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "sectionName", ascending: true)]
        NSFetchedResultsController<Employee>.deleteCache(withName: "employees of the article")
        for _ in 0..<2 {
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "sectionName",
                cacheName: "employees of the article")
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["chongqing"])
        }
        NSFetchedResultsController<Employee>.deleteCache(withName: "employees of the article")
    }

    // MARK: - In memory

    @Test("11 An array of objects, sorted") func sortedArray() throws {
        try addThree()
        let employees = try context.fetch(Employee.fetchRequest()) as NSArray
        let sorted = employees.sortedArray(using: [
            NSSortDescriptor(key: "name", ascending: false), NSSortDescriptor(key: "height", ascending: true),
        ])
        #expect((sorted as? [Employee])?.map(\.height) == [1.8, 1.6, 1.7])
    }
}

// MARK: - The table view's controller

/// What a table view is told to do.
private final class TableView {
    private(set) var calls: [String] = []

    func tell(_ call: String) { calls.append(call) }

    /// The calls since the last time.
    func take() -> [String] {
        defer { calls = [] }
        return calls
    }
}

/// The list of employees as a table view's data source and delegate shows it.
private final class EmployeeList: NSFetchedResultsControllerDelegate {
    let tableView = TableView()
    let controller: NSFetchedResultsController<Employee>

    init(_ context: NSManagedObjectContext) {
        let request = NSFetchRequest<Employee>(entityName: "Employee")
        request.sortDescriptors = [
            NSSortDescriptor(key: "sectionName", ascending: true), NSSortDescriptor(key: "height", ascending: true),
        ]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "sectionName", cacheName: nil)
    }

    func viewDidLoad() throws {
        controller.delegate = self
        try controller.performFetch()
    }

    var numberOfSections: Int { controller.sections?.count ?? 0 }

    func numberOfRows(inSection section: Int) -> Int { controller.sections?[section].numberOfObjects ?? 0 }

    func titleForHeader(inSection section: Int) -> String? { controller.sections?[section].name }

    var sectionIndexTitles: [String] { controller.sectionIndexTitles }

    func cell(forRowAt indexPath: IndexPath) -> String {
        let employee = controller.object(at: indexPath)
        return "\(employee.name ?? "") \(employee.height)"
    }

    func commitDeletion(forRowAt indexPath: IndexPath) throws {
        let context = controller.managedObjectContext
        context.delete(controller.object(at: indexPath))
        try context.save()
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        tableView.tell("begin")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        let old = indexPath.map { "\($0.section).\($0.row)" } ?? ""
        let new = newIndexPath.map { "\($0.section).\($0.row)" } ?? ""
        switch type {
        case .insert: tableView.tell("insert row \(new)")
        case .delete: tableView.tell("delete row \(old)")
        case .move: tableView.tell("move row \(old) to \(new)")
        case .update: tableView.tell("reload row \(old)")
        }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        switch type {
        case .insert: tableView.tell("insert section \(sectionIndex)")
        case .delete: tableView.tell("delete section \(sectionIndex)")
        default: break
        }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        sectionName.prefix(1).uppercased()
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        tableView.tell("end")
    }
}

/// The last notification that a context posted after a save.
private final class SavedNotification: @unchecked Sendable {
    // Sendable: made, told and read on the main thread.
    private(set) var notification: Notification?
    private var token: (any NSObjectProtocol)?

    init(of context: NSManagedObjectContext) {
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { [weak self] in self?.notification = $0 }
    }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}

// MARK: - Threads

/// The first article's last part: several contexts on several queues.
@Suite struct UsingThreadsTests {
    private let documents: DocumentsFolder
    private let coordinator: NSPersistentStoreCoordinator
    private let mainMOC: NSManagedObjectContext

    init() throws {
        documents = try DocumentsFolder()
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: documents.file("company.sqlite"), options: nil)
        mainMOC = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        mainMOC.persistentStoreCoordinator = coordinator
    }

    private func names(in context: NSManagedObjectContext) throws -> [String] {
        let request = Employee.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.performAndWait { try context.fetch(request).compactMap(\.name) }
    }

    @Test("12 Blocks that are waited for, and blocks that are not", .timeLimit(.minutes(1)))
    func blocks() throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.perform { Employee(context: context).name = "zhangsan" }
        try context.performAndWait {
            dispatchPrecondition(condition: .notOnQueue(.main))
            Employee(context: context).name = "lisi"
            try context.save()
        }
        #expect(try names(in: context) == ["lisi", "zhangsan"])
    }

    @Test("12 The notification form: the background writes, the interface merges", .timeLimit(.minutes(1)))
    func notificationForm() async throws {
        let backgroundMOC = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        backgroundMOC.persistentStoreCoordinator = coordinator
        try await backgroundMOC.perform {
            Employee(context: backgroundMOC).name = "zhangsan"
            try backgroundMOC.save()
        }
        let mainMOC = mainMOC
        let found = try mainMOC.performAndWait { try mainMOC.fetch(Employee.fetchRequest()).first?.objectID }
        let shown = try #require(found)

        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: backgroundMOC, queue: nil
        ) { notification in
            mainMOC.performAndWait { mainMOC.mergeChanges(fromContextDidSave: notification) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try await backgroundMOC.perform {
            let request = Employee.fetchRequest()
            request.predicate = NSPredicate(format: "name = %@", "zhangsan")
            for employee in try backgroundMOC.fetch(request) { employee.height = 2.0 }
            try backgroundMOC.save()
        }
        let height = await mainMOC.perform { (mainMOC.object(with: shown) as? Employee)?.height }
        #expect(height == 2.0)
    }

    @Test("12 The child form: a private queue saves into the main context", .timeLimit(.minutes(1)))
    func childForm() async throws {
        let mainMOC = mainMOC
        let childMOC = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        childMOC.parent = mainMOC
        try await childMOC.perform {
            Employee(context: childMOC).name = "zhangsan"
            try childMOC.save()
        }
        #expect(try names(in: mainMOC) == ["zhangsan"], "saved into the main context")
        #expect(await mainMOC.perform { mainMOC.hasChanges }, "but not into the store")
        try await mainMOC.perform { try mainMOC.save() }

        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = coordinator
        #expect(try names(in: other) == ["zhangsan"])
    }

    @Test("12 Saves of other contexts are merged on the main thread and saved", .timeLimit(.minutes(1)))
    func contextDidSave() async throws {
        let (mainMOC, coordinator) = (mainMOC, coordinator)
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
        ) { notification in
            guard let moc = notification.object as? NSManagedObjectContext, moc !== mainMOC else { return }
            guard moc.persistentStoreCoordinator === mainMOC.persistentStoreCoordinator else { return }
            mainMOC.performAndWait {
                dispatchPrecondition(condition: .onQueue(.main))
                mainMOC.mergeChanges(fromContextDidSave: notification)
                do { try mainMOC.save() } catch { Issue.record("The main context cannot be saved: \(error)") }
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }

        let childMOC = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        childMOC.parent = mainMOC
        try await childMOC.perform {
            Employee(context: childMOC).name = "zhangsan"
            try childMOC.save()
        }
        let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writer.persistentStoreCoordinator = coordinator
        try await writer.perform {
            Employee(context: writer).name = "lisi"
            try writer.save()
        }
        #expect(!(await mainMOC.perform { mainMOC.hasChanges }))
        #expect(try names(in: mainMOC) == ["lisi", "zhangsan"])
        #expect(try names(in: writer) == ["lisi", "zhangsan"], "the child's employee has come into the store")
    }
}
