import FoundationEssentials
import Resources
import Screens
import Testing

/// Holds the table of words against the code that uses it.
struct StringsKeysTests {
    @Test("no key of the code is missing in the table, and none of the table is unused in the code")
    func keys() throws {
        let used = try Self.literals()
        let keys = Set(Paint.strings.keys)
        let groups = Set(keys.compactMap { $0.split(separator: ".").first })
        for literal in used where literal.contains(".") && !literal.hasPrefix(".") && !literal.hasSuffix(".")
        {
            guard let group = literal.split(separator: ".").first, groups.contains(group) else { continue }
            #expect(keys.contains(literal), "missing in Locales/en")
        }
        for key in keys where !used.contains(key) {
            #expect(Self.isBuilt(key, from: used), "\(key) is in Locales/en, but not in the code")
        }
    }

    @Test("the keys of each table stand in order, each once: they are found by halving")
    func order() {
        for table in [Paint.bytes(resources_locale, "en"), Paint.bytes(resources_theme, "default")] {
            let strings = Strings(table)
            #expect(strings.keys.count > 3)
            for (first, second) in zip(strings.keys, strings.keys.dropFirst()) {
                #expect(first.utf8.lexicographicallyPrecedes(second.utf8), "\(first) before \(second)")
            }
            for key in strings.keys { #expect(strings[key] != key, "\(key) is not found") }
        }
    }

    /// Whether a key is put together: a name from the code after a literal that ends in a full stop, or a literal that
    /// begins with one after another key.
    private static func isBuilt(_ key: String, from literals: Set<String>) -> Bool {
        literals.contains { literal in
            if literal.hasSuffix(".") { return key.hasPrefix(literal) }
            return literal.hasPrefix(".") && key.hasSuffix(literal)
                && literals.contains(String(key.dropLast(literal.count)))
        }
    }

    /// Everything in the sources that looks like a key or the beginning of one.
    private static func literals() throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let parts = /"(\.?[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*\.?)(?:"|\\\()/
        var found: Set<String> = []
        for module in ["Screens", "Terminal", "vestibule"] {
            let folder = root.appending(path: module).path
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
            where path.hasSuffix(".swift") {
                let data = try Data(contentsOf: root.appending(path: module + "/" + path))
                let source = String(decoding: data, as: UTF8.self)
                found.formUnion(source.matches(of: parts).map { String($0.1) })
            }
        }
        return found
    }
}
