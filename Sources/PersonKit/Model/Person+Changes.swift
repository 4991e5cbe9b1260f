extension Person {
    /// Gives the person what a record holds, touching only what differs from an earlier state.
    ///
    /// Groups are not set here: they are objects of their own.
    ///
    /// - Parameter old: What the person holds now; nil for a new person, of which only what is there is set.
    func take(_ record: ContactRecord, insteadOf old: ContactRecord?) {
        let old = old ?? ContactRecord()
        if record.name != old.name { name = record.name }
        if record.age != old.age { age = record.age.flatMap { Int16(exactly: $0) }.map { NSNumber(value: $0) } }
        if record.photo != old.photo { photo = record.photo }
        if record.givenName != old.givenName { givenName = record.givenName }
        if record.familyName != old.familyName { familyName = record.familyName }
        if record.organization != old.organization { organization = record.organization }
        if record.jobTitle != old.jobTitle { jobTitle = record.jobTitle }
        if record.note != old.note { note = record.note }
        if record.birthday != old.birthday { birthday = record.birthday }
        if record.tags != old.tags { tags = record.tags.isEmpty ? nil : record.tags }
        if record.emails != old.emails { emails = record.emails.isEmpty ? nil : record.emails }
        if record.phones != old.phones { phones = record.phones.isEmpty ? nil : record.phones }
        if record.addresses != old.addresses { addresses = record.addresses.isEmpty ? nil : record.addresses }
        if record.custom != old.custom { custom = record.custom.isEmpty ? nil : record.custom }
        takeRareTexts(record, insteadOf: old)
        takeRareValues(record, insteadOf: old)
    }

    private func takeRareTexts(_ record: ContactRecord, insteadOf old: ContactRecord) {
        if record.kind != old.kind { kind = record.kind }
        if record.namePrefix != old.namePrefix { namePrefix = record.namePrefix }
        if record.middleName != old.middleName { middleName = record.middleName }
        if record.previousFamilyName != old.previousFamilyName { previousFamilyName = record.previousFamilyName }
        if record.nameSuffix != old.nameSuffix { nameSuffix = record.nameSuffix }
        if record.nickname != old.nickname { nickname = record.nickname }
        if record.phoneticGivenName != old.phoneticGivenName { phoneticGivenName = record.phoneticGivenName }
        if record.phoneticMiddleName != old.phoneticMiddleName { phoneticMiddleName = record.phoneticMiddleName }
        if record.phoneticFamilyName != old.phoneticFamilyName { phoneticFamilyName = record.phoneticFamilyName }
        if record.phoneticOrganization != old.phoneticOrganization {
            phoneticOrganization = record.phoneticOrganization
        }
        if record.nameOrder != old.nameOrder { nameOrder = record.nameOrder }
        if record.department != old.department { department = record.department }
        if record.role != old.role { role = record.role }
        if record.gender != old.gender { gender = record.gender }
        if record.pronouns != old.pronouns { pronouns = record.pronouns }
        if record.language != old.language { language = record.language }
        if record.timezone != old.timezone { timezone = record.timezone }
        if record.uid != old.uid { uid = record.uid }
        if record.source != old.source { source = record.source }
        if record.sourceKey != old.sourceKey { sourceKey = record.sourceKey }
    }

    private func takeRareValues(_ record: ContactRecord, insteadOf old: ContactRecord) {
        if record.createdAt != old.createdAt { createdAt = record.createdAt }
        if record.updatedAt != old.updatedAt { updatedAt = record.updatedAt }
        if record.urls != old.urls { urls = record.urls.isEmpty ? nil : record.urls }
        if record.dates != old.dates { dates = record.dates.isEmpty ? nil : record.dates }
        if record.relations != old.relations { relations = record.relations.isEmpty ? nil : record.relations }
        if record.im != old.im { im = record.im.isEmpty ? nil : record.im }
        if record.socialProfiles != old.socialProfiles {
            socialProfiles = record.socialProfiles.isEmpty ? nil : record.socialProfiles
        }
        if record.trackRecord != old.trackRecord { trackRecord = record.trackRecord.isEmpty ? nil : record.trackRecord }
        if record.photoData != old.photoData { photoData = record.photoData }
    }
}
