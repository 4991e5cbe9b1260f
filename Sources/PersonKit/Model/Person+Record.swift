extension Person {
    /// Everything about the person as a value that may leave the context.
    ///
    /// - Parameter includesPhotoData: Whether the photo itself is read, which may lie in a file of its own.
    public func record(includesPhotoData: Bool = false) -> ContactRecord {
        var record = ContactRecord(personID: personID, name: name, age: age?.intValue, photo: photo)
        record.givenName = givenName
        record.familyName = familyName
        record.organization = organization
        record.jobTitle = jobTitle
        record.note = note
        record.birthday = birthday
        readTexts(into: &record)
        if let createdAt { record.createdAt = createdAt }
        if let updatedAt { record.updatedAt = updatedAt }
        if let tags { record.tags = tags }
        if let emails { record.emails = emails }
        if let phones { record.phones = phones }
        if let urls { record.urls = urls }
        if let addresses { record.addresses = addresses }
        if let dates { record.dates = dates }
        if let relations { record.relations = relations }
        if let im { record.im = im }
        if let socialProfiles { record.socialProfiles = socialProfiles }
        if let trackRecord { record.trackRecord = trackRecord }
        if let custom { record.custom = custom }
        record.groups = groupNames
        if includesPhotoData, let photoData { record.photoData = photoData }
        return record
    }

    /// What few records have. The record's own storage for these is made only when one of them is there.
    private func readTexts(into record: inout ContactRecord) {
        if let kind { record.kind = kind }
        if let namePrefix { record.namePrefix = namePrefix }
        if let middleName { record.middleName = middleName }
        if let previousFamilyName { record.previousFamilyName = previousFamilyName }
        if let nameSuffix { record.nameSuffix = nameSuffix }
        if let nickname { record.nickname = nickname }
        if let phoneticGivenName { record.phoneticGivenName = phoneticGivenName }
        if let phoneticMiddleName { record.phoneticMiddleName = phoneticMiddleName }
        if let phoneticFamilyName { record.phoneticFamilyName = phoneticFamilyName }
        if let phoneticOrganization { record.phoneticOrganization = phoneticOrganization }
        if let nameOrder { record.nameOrder = nameOrder }
        if let department { record.department = department }
        if let role { record.role = role }
        if let gender { record.gender = gender }
        if let pronouns { record.pronouns = pronouns }
        if let language { record.language = language }
        if let timezone { record.timezone = timezone }
        if let uid { record.uid = uid }
        if let source { record.source = source }
        if let sourceKey { record.sourceKey = sourceKey }
    }

    /// The birthday, put together from its parts.
    public var birthday: PartialDate? {
        get {
            let date = PartialDate(
                year: birthYear?.intValue, month: birthMonth?.intValue, day: birthDay?.intValue,
                calendar: birthCalendar ?? PartialDate.gregorian)
            return date ?? birthdayText.map { .text($0) }
        }
        set {
            birthYear = newValue?.year.flatMap { Int16(exactly: $0) }.map { NSNumber(value: $0) }
            birthMonth = newValue?.month.map { NSNumber(value: Int16($0)) }
            birthDay = newValue?.day.map { NSNumber(value: Int16($0)) }
            let isOther = newValue.map { $0.calendar != PartialDate.gregorian } ?? false
            birthCalendar = isOther ? newValue?.calendar : nil
            birthdayText = newValue?.text
        }
    }

    /// The names of the person's groups, sorted.
    public var groupNames: [String] {
        guard let groups, groups.count > 0 else { return [] }
        return groups.allObjects.compactMap { ($0 as? Group)?.name }.sorted()
    }
}
