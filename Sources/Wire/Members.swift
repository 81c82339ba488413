import FoundationEssentials

/// The members of a reply's JSON object, read by name and kind.
///
/// A member that is `null` counts as absent, and a number may come as a numeric string: services do both.
struct Members {
    private let values: [String: JSONValue]

    init(_ values: [String: JSONValue]) { self.values = values }

    /// Reads a body; each way in which it can fail to be an object has its own word.
    init(_ body: Secret) throws(MalformedReply) {
        guard body.count <= HTTPResponse.maximumBody else { throw .tooLarge }
        var data = body.withExposed { Data($0) }
        // Only the decoder's own strings escape the wiping.
        defer { data.resetBytes(in: 0..<data.count) }
        guard body.withExposed(JSONValue.isUTF8) else { throw .notUTF8 }
        guard body.withExposed(JSONValue.isSoonDecoded) else { throw .tooLarge }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data) else { throw .notJSON }
        guard case .object(let values) = value else { throw .notAnObject }
        self.values = values
    }

    subscript(name: String) -> JSONValue? {
        guard let value = values[name], value != .null else { return nil }
        return value
    }

    func all(but names: Set<String>) -> [String: JSONValue] { values.filter { !names.contains($0.key) } }

    // MARK: - Text

    func text(_ name: String) throws(MalformedReply) -> String? {
        switch self[name] {
        case nil: return nil
        case .string(let text): return text
        default: throw .wrongType(name)
        }
    }

    /// Text that is there and not empty.
    func requiredText(_ name: String) throws(MalformedReply) -> String {
        guard let text = try text(name), !text.isEmpty else { throw .missing(name) }
        return text
    }

    func secret(_ name: String) throws(MalformedReply) -> Secret? {
        guard let text = try text(name), !text.isEmpty else { return nil }
        return Secret(text)
    }

    func requiredSecret(_ name: String) throws(MalformedReply) -> Secret {
        guard let secret = try secret(name) else { throw .missing(name) }
        return secret
    }

    // MARK: - Numbers

    /// A whole number within `bounds`, which keep a reply from overflowing a calculation or a screen.
    func number(_ name: String, in bounds: ClosedRange<Int>) throws(MalformedReply) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.wholeNumber else { throw .wrongType(name) }
        guard bounds.contains(number) else { throw .unknownValue(name, String(number)) }
        return number
    }

    func requiredNumber(_ name: String, in bounds: ClosedRange<Int>) throws(MalformedReply) -> Int {
        guard let number = try number(name, in: bounds) else { throw .missing(name) }
        return number
    }

    // MARK: - Lists

    /// The objects of a list; an absent list is empty.
    func objects(_ name: String) throws(MalformedReply) -> [Members] {
        guard let value = self[name] else { return [] }
        guard case .array(let elements) = value else { throw .wrongType(name) }
        var objects: [Members] = []
        for element in elements {
            guard case .object(let values) = element else { throw .wrongType(name) }
            objects.append(Members(values))
        }
        return objects
    }
}

extension JSONValue {
    /// The number that it is, or that it spells.
    var wholeNumber: Int? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int(exactly: number)
        case .string(let text): Int(text)
        case .null, .bool, .array, .object: nil
        }
    }
}
