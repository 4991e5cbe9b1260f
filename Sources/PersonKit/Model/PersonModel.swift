/// The contact book's model, ready for use.
public enum PersonModel {
    /// The current version of `PersonData`, with its value transformers registered.
    public static let current: NSManagedObjectModel = {
        ContactValueTransformer.registerAll()
        return PersonData.model
    }()
}
