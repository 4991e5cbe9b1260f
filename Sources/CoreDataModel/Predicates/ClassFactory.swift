import Foundation

/// Lets a convenience initialiser of one of Foundation's classes hand out an object of a private subclass of ours, as
/// Apple's class clusters do. Only an initialiser in a protocol's extension may assign `self` of a class.
protocol ClassFactory {}

extension ClassFactory {
    init(making make: () throws -> Self) rethrows {
        self = try make()
    }
}

extension NSPredicate: ClassFactory {}
extension NSSortDescriptor: ClassFactory {}
