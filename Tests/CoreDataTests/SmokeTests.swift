import CoreData
import Testing

@Test func smoke() throws {
    let stack = try TestStack()
    let d = stack.insert("Department", ["name": "Research"])
    let e = stack.insert(
        "Employee",
        [
            "name": "zhangsan", "height": 1.75, "depart": d, "tags": ["a", "b"], "about": "Hello 王小明 World",
            "token": UUID(), "salary": 12.5, "birthday": Date(timeIntervalSinceReferenceDate: 5), "active": true,
        ])
    let m = stack.insert("Manager", ["name": "lisi", "height": 2.0, "depart": d, "level": 3])
    let p = stack.insert("Project", ["title": "P"])
    p.setValue(NSSet(array: [e, m]), forKey: "members")
    let s1 = stack.insert("Project", ["title": "S1"]), s2 = stack.insert("Project", ["title": "S2"])
    p.setValue(NSOrderedSet(array: [s2, s1]), forKey: "steps")
    try stack.context.save()
    #expect(try stack.names() == ["lisi", "zhangsan"])
    let again = try stack.reopened()
    #expect(try again.names("depart.name = %@", ["Research"]) == ["lisi", "zhangsan"])
    #expect(try again.names("about CONTAINS[cd] %@", ["小明"]) == ["zhangsan"])
    #expect(try again.names("about CONTAINS[cd] %@", ["orl"]) == ["zhangsan"])
    #expect(try again.names("ANY projects.title = 'P' AND height > 1.8") == ["lisi"])
    let z = try #require(try again.fetch("Employee", "name BEGINSWITH 'zh'").first)
    #expect(z.value(forKey: "tags") as? [String] == ["a", "b"])
    #expect((z.value(forKey: "projects") as? NSSet)?.count == 1)
    let proj = try #require(try again.fetch("Project", "title = 'P'", sort: ["title"]).first)
    #expect(
        (proj.value(forKey: "steps") as? NSOrderedSet)?.array.map {
            ($0 as? NSManagedObject)?.value(forKey: "title") as? String
        } == ["S2", "S1"])
    again.context.delete(z)
    try again.context.save()
    #expect(try again.names() == ["lisi"])
    #expect(try again.names("about CONTAINS[cd] %@", ["小明"]) == [])
}
