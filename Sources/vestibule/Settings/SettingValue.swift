import FoundationEssentials

/// A value as a file, a variable or a flag gives it, before and after it is known to fit its key.
enum SettingValue: Equatable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([String])
    /// An object or a mixed list: what only a key of a later feature takes.
    case other
    case null
    /// Text that cannot be one, such as with a NUL in it.
    case unreadable

    /// What it is, for a sentence that refuses it.
    var kindName: String {
        switch self {
        case .text: "text"
        case .number: "a number"
        case .flag: "true or false"
        case .list: "a list"
        case .other: "an object or a list of other things"
        case .null: "null"
        case .unreadable: "something that is no text, such as \\u0000"
        }
    }
}

extension SettingValue: Decodable {
    init(from decoder: any Decoder) throws {
        if let list = try? decoder.unkeyedContainer() {
            self = Self.list(list)
        } else if let value = try? decoder.singleValueContainer() {
            self = Self.scalar(value)
        } else {
            self = .other
        }
    }

    private static func list(_ container: any UnkeyedDecodingContainer) -> Self {
        var container = container
        var items: [String] = []
        while !container.isAtEnd {
            guard let item = try? container.decode(String.self) else { return .other }
            items.append(item)
        }
        return .list(items)
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) -> Self {
        if let flag = try? container.decode(Bool.self) { return .flag(flag) }
        if let number = try? container.decode(Double.self) { return .number(number) }
        if let text = try? container.decode(String.self) { return .text(text) }
        if container.decodeNil() { return .null }
        if (try? container.decode([String: SettingValue].self)) != nil { return .other }
        return .unreadable
    }
}

extension SettingKey {
    /// The value as this key takes it, from a file: its type must be right.
    func accept(_ value: SettingValue) throws(Misfit) -> SettingValue {
        switch (kind, value) {
        case (.text, .text), (.flag, .flag), (.list, .list), (.later, _): return value
        case (.words(let words), .list(let list)):
            if let other = list.first(where: { !words.contains($0) }) {
                throw Misfit("may hold \(words.joined(separator: ", ")), not \"\(other)\"")
            }
            return value
        case (.number(let isPositive), .number(let number)):
            guard number.isFinite, isPositive ? number > 0 : number >= 0, number <= 86_400 else {
                throw Misfit(isPositive ? "must be more than 0 and at most 86400" : "must be 0 to 86400")
            }
            return value
        case (.choice(let words), .text(let word)):
            guard words.contains(word) else {
                throw Misfit("must be one of \(words.joined(separator: ", ")), not \"\(word)\"")
            }
            return value
        default: throw Misfit("must be \(kind.name), not \(value.kindName)")
        }
    }

    /// The value that a variable or a flag spells out.
    func accept(spelled text: String) throws(Misfit) -> SettingValue {
        switch kind {
        case .text, .choice: return try accept(.text(text))
        case .later: return .other
        case .list, .words:
            let items = text.split(separator: ",").map { $0.trimmingBlanks() }
            return try accept(.list(items.filter { !$0.isEmpty }))
        case .number:
            guard let number = Double(text) else { throw Misfit("must be a number, not \"\(text)\"") }
            return try accept(.number(number))
        case .flag:
            switch text.lowercased() {
            case "true", "1", "yes", "on": return .flag(true)
            case "false", "0", "no", "off": return .flag(false)
            default: throw Misfit("must be true or false, not \"\(text)\"")
            }
        }
    }

    /// Why a value does not fit: the end of a sentence that begins with the key.
    struct Misfit: Error, Equatable {
        var words: String

        init(_ words: String) { self.words = words }
    }
}

extension SettingKey.Kind {
    fileprivate var name: String {
        switch self {
        case .text: "text"
        case .flag: "true or false"
        case .list: "a list of texts"
        case .words(let words): "a list of \(words.joined(separator: ", "))"
        case .number: "a number"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .later: "anything"
        }
    }
}

extension StringProtocol {
    func trimmingBlanks() -> String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
