import CoreDataModel
import Foundation
import SampleModels
import Testing

@Suite struct VersionHashTests {
    private func user() -> NSEntityDescription {
        let name = NSAttributeDescription()
        name.name = "name"
        name.attributeType = .stringAttributeType
        name.isOptional = false
        let petName = NSAttributeDescription()
        petName.name = "petName"
        petName.attributeType = .stringAttributeType
        let user = NSEntityDescription()
        user.name = "User"
        user.properties = [petName, name]
        return user
    }

    @Test func knownVectors() throws {
        let user = user()
        let name = try #require(user.propertiesByName["name"])
        let petName = try #require(user.propertiesByName["petName"])
        #expect(name.versionHash.hex == "8cb9965c0031ac68913984f3110941ad965395be9fd9b17de7be54bc7ad46890")
        #expect(petName.versionHash.hex == "3600ceedf50b080f90041365395158784f0deb03bc9acddf1cad607c4fe50742")
        #expect(user.versionHash.hex == "6b31f4e97b691d16c4c820bae55f89408d47013bd42151ecfde1eac7fe4be798")
        let model = NSManagedObjectModel()
        model.entities = [user]
        #expect(model.versionChecksum == "u970QgYhRHEJGIt0zQr1UhuZL2ZJ1KxBS+B7rkAx0ik=")
    }

    @Test func freezingKeepsTheHashes() throws {
        let model = NSManagedObjectModel()
        model.entities = [user()]
        let before = model.entityVersionHashesByName
        try model.freeze()
        #expect(model.entityVersionHashesByName == before)
        #expect((model.copy() as? NSManagedObjectModel)?.entityVersionHashesByName == before)
    }

    /// What changes a stored attribute changes the hash; what does not, does not.
    @Test("Case 13 What a version hash depends on") func whatTakesPart() throws {
        let original = user().versionHash
        func changed(_ change: (NSEntityDescription, NSAttributeDescription) -> Void) throws -> Bool {
            let entity = user()
            change(entity, try #require(entity.attributesByName["petName"]))
            return entity.versionHash != original
        }
        #expect(try changed { $1.isOptional = false })
        #expect(try changed { $1.attributeType = .dateAttributeType })
        #expect(try changed { $1.allowsExternalBinaryDataStorage = true })
        #expect(try changed { $1.preservesValueInHistoryOnDeletion = true })
        #expect(try changed { $1.versionHashModifier = "2" })
        #expect(try changed { $1.isTransient = true })
        #expect(try changed { $1.name = "nick" })
        #expect(try changed { entity, _ in entity.isAbstract = true })
        #expect(try changed { entity, _ in entity.versionHashModifier = "2" })
        #expect(try changed { entity, _ in entity.uniquenessConstraints = [["name"]] })
        #expect(try !changed { $1.defaultValue = "Rex" })
        #expect(try !changed { $1.maxLength = 3 })
        #expect(try !changed { $1.userInfo = ["a": "b"] })
        #expect(try !changed { $1.renamingIdentifier = "nick" })
        #expect(try !changed { entity, _ in entity.managedObjectClassName = "Person" })
    }

    @Test func compatibilityWithAStore() {
        let model = NSManagedObjectModel()
        let other = NSEntityDescription()
        other.name = "Other"
        model.entities = [user(), other]
        model.setEntities([other], forConfigurationName: "Side")
        let all = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
        let side = [NSStoreModelVersionHashesKey: ["Other": other.versionHash]]
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: all))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: side))
        #expect(model.isConfiguration(withName: "Side", compatibleWithStoreMetadata: side))
        #expect(!model.isConfiguration(withName: "None", compatibleWithStoreMetadata: side))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
    }

    /// The hashes that Xcode put beside the models it compiled, against those of the sources.
    @Test(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"))
    func compiledModelsOfTheSamples() throws {
        var compared = 0
        for infoURL in try SampleModels.files(named: "VersionInfo.plist") {
            let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: infoURL), format: nil)
            let info = try #require(list as? [String: Any])
            let versions = try #require(info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
            let checksums = info["NSManagedObjectModel_VersionChecksums"] as? [String: String] ?? [:]
            let bundle = infoURL.deletingLastPathComponent().deletingPathExtension().lastPathComponent
            for (version, hashes) in versions {
                let source = try #require(
                    SampleModels.versions.first { $0.bundle == bundle && $0.version.name == version },
                    "no source of \(bundle) \(version)")
                let model = try ModelFile.load(contentsOf: source.version.url)
                let isExact = model.entities.allSatisfy(\.hasExactVersionHash)
                for (name, hash) in hashes {
                    let entity = try #require(model.entitiesByName[name])
                    guard entity.hasExactVersionHash else {
                        print("skipped \(bundle) \(version) \(name): derived or composite attributes")
                        continue
                    }
                    #expect(entity.versionHash == hash, "\(bundle) \(version) \(name)")
                    compared += 1
                }
                #expect(Set(hashes.keys) == Set(model.entitiesByName.keys))
                if isExact, let checksum = checksums[version] {
                    #expect(model.versionChecksum == checksum, "\(bundle) \(version)")
                    compared += 1
                }
                if isExact {
                    #expect(
                        model.isConfiguration(
                            withName: nil, compatibleWithStoreMetadata: [NSStoreModelVersionHashesKey: hashes]))
                }
            }
        }
        #expect(compared > 0)
        print("compared \(compared) hashes and checksums")
    }
}
