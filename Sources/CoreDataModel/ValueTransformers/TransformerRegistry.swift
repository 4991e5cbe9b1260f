import Foundation
import Synchronization

/// The transformers by name, for all threads.
enum TransformerRegistry {
    /// A transformer is handed to every thread that asks, as Apple's are: its author keeps it free of unguarded state.
    private struct Entry: @unchecked Sendable {
        let transformer: ValueTransformer
    }

    private static let entries = Mutex<[NSValueTransformerName: Entry]>(builtIn)

    private static var builtIn: [NSValueTransformerName: Entry] {
        let secure = Entry(transformer: NSSecureUnarchiveFromDataTransformer())
        return [
            .secureUnarchiveFromDataTransformerName: secure,
            .keyedUnarchiveFromDataTransformerName: secure,
            // The constant's own spelling, which models written by hand carry.
            "NSSecureUnarchiveFromDataTransformerName": secure,
            "NSSecureUnarchiveFromDataTransformer": secure,
        ]
    }

    static func set(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        let entry = transformer.map(Entry.init)
        entries.withLock { $0[name] = entry }
    }

    static func names() -> [NSValueTransformerName] {
        entries.withLock { Array($0.keys) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// - Parameter className: A class in whose module to look first for a transformer's class without a module.
    static func transformer(forName name: NSValueTransformerName, className: String? = nil) -> ValueTransformer? {
        if let known = entries.withLock({ $0[name] }) { return known.transformer }
        guard let found = transformerClass(named: name.rawValue, besides: className) else { return nil }
        let made = Entry(transformer: found.init())
        // Another thread may have registered one meanwhile: the first stays.
        return entries.withLock { entries in
            if let known = entries[name] { return known }
            entries[name] = made
            return made
        }.transformer
    }

    private static func transformerClass(named name: String, besides className: String?) -> ValueTransformer.Type? {
        guard !name.isEmpty else { return nil }
        if name.contains(".") { return NSClassFromString(name) as? ValueTransformer.Type }
        let module = className.flatMap { name in name.firstIndex(of: ".").map { String(name[..<$0]) } }
        for module in [module, mainModule].compactMap(\.self) {
            if let found = NSClassFromString("\(module).\(name)") as? ValueTransformer.Type { return found }
        }
        return nil
    }

    /// The module of the running program, which SwiftPM names after the executable.
    private static let mainModule = CommandLine.arguments.first.map {
        String(URL(fileURLWithPath: $0).lastPathComponent.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
