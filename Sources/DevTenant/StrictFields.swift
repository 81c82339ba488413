/// Decodes an object whose keys are all optional unless asked for, and refuses keys that it does not know.
///
/// A misspelt key in a seed file or a policy is told by name instead of being left out in silence.
struct StrictFields<Key: CodingKey & CaseIterable & RawRepresentable<String>> {
    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let container: KeyedDecodingContainer<Key>

    init(_ decoder: any Decoder) throws {
        let known = Set(Key.allCases.map(\.rawValue))
        let all = try decoder.container(keyedBy: AnyKey.self)
        if let unknown = all.allKeys.map(\.stringValue).sorted().first(where: { !known.contains($0) }) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "there is no key \"\(unknown)\"; known are \(known.sorted().joined(separator: ", "))"
                ))
        }
        container = try decoder.container(keyedBy: Key.self)
    }

    func required<T: Decodable>(_ key: Key) throws -> T { try container.decode(T.self, forKey: key) }

    func optional<T: Decodable>(_ key: Key) throws -> T? {
        try container.decodeIfPresent(T.self, forKey: key)
    }

    func value<T: Decodable>(_ key: Key, else fallback: T) throws -> T { try optional(key) ?? fallback }

    func value(_ key: Key, in range: ClosedRange<Int>, else fallback: Int) throws -> Int {
        let number = try value(key, else: fallback)
        guard range.contains(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription: "\(number) is not between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }

    func refusal(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
}

/// One line that says where a JSON document is wrong, and how.
func explain(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    let (context, reason): (DecodingError.Context, String) =
        switch error {
        case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
        case .typeMismatch(_, let context): (context, "the value has the wrong type")
        case .valueNotFound(_, let context): (context, "the value is null")
        case .dataCorrupted(let context): (context, context.debugDescription)
        @unknown default: (.init(codingPath: [], debugDescription: ""), "\(error)")
        }
    let path = context.codingPath.reduce("") { path, key in
        if let index = key.intValue {
            path + "[\(index)]"
        } else {
            path + (path.isEmpty ? "" : ".") + key.stringValue
        }
    }
    return path.isEmpty ? reason : "\(path): \(reason)"
}
