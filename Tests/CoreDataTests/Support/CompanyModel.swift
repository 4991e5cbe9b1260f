import CoreData

/// A small model, built in code: employees of departments, and projects that many work on.
enum CompanyModel {
    static func make() -> NSManagedObjectModel {
        let employee = entity("Employee")
        let manager = entity("Manager")
        let department = entity("Department")
        let project = entity("Project")
        let name = attribute("name", .stringAttributeType)
        name.isOptional = false
        let height = attribute("height", .doubleAttributeType)
        height.minValue = .real(0.5)
        height.maxValue = .real(3)
        let age = attribute("age", .integer16AttributeType)
        age.defaultValue = 18
        let code = attribute("code", .stringAttributeType)
        code.regularExpression = "[A-Z]{2}[0-9]+"
        code.maxLength = 6
        let tags = attribute("tags", .transformableAttributeType)
        let photo = attribute("photo", .binaryDataAttributeType)
        photo.allowsExternalBinaryDataStorage = true
        let salary = attribute("salary", .decimalAttributeType)
        let about = attribute("about", .stringAttributeType)
        about.userInfo = ["searchIndex": "YES"]
        let employeeID = attribute("employeeID", .stringAttributeType)

        let depart = relationship("depart", to: department, isToMany: false)
        let employees = relationship("employees", to: employee, isToMany: true)
        depart.inverseRelationship = employees
        employees.inverseRelationship = depart
        let projects = relationship("projects", to: project, isToMany: true)
        let members = relationship("members", to: employee, isToMany: true)
        projects.inverseRelationship = members
        members.inverseRelationship = projects
        let tasks = relationship("steps", to: project, isToMany: true)
        tasks.isOrdered = true
        let owner = relationship("parent", to: project, isToMany: false)
        tasks.inverseRelationship = owner
        owner.inverseRelationship = tasks

        employee.properties = [
            name, height, age, code, tags, photo, salary, about, employeeID, depart, projects,
            attribute("birthday", .dateAttributeType), attribute("active", .booleanAttributeType),
            attribute("token", .UUIDAttributeType), attribute("site", .URIAttributeType),
        ]
        employee.uniquenessConstraints = [["employeeID"]]
        manager.properties = [attribute("level", .integer32AttributeType)]
        employee.subentities = [manager]
        department.properties = [attribute("name", .stringAttributeType), employees]
        project.properties = [attribute("title", .stringAttributeType), members, tasks, owner]

        let model = NSManagedObjectModel()
        model.entities = [employee, manager, department, project]
        return model
    }

    static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        return entity
    }

    static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        return attribute
    }

    static func relationship(
        _ name: String, to destination: NSEntityDescription, isToMany: Bool, rule: NSDeleteRule = .nullifyDeleteRule
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = isToMany ? 0 : 1
        relationship.deleteRule = rule
        return relationship
    }
}
