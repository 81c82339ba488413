/// The words of one language, from its table in Resources.
///
/// It knows no language's grammar and no screen; a key says where its text is used.
package struct Strings: Equatable, Sendable {
    private let table: TableFile

    /// `bytes` is a table of lines `key = text`, in the order of the keys' bytes.
    package init(_ bytes: [UInt8]) {
        table = TableFile(bytes)
    }

    /// All keys, in the table's order.
    package var keys: [String] { table.keys }

    /// The text of `key`; the key itself where the table lacks it, which the tests rule out.
    package subscript(_ key: String) -> String { self(key, [:]) }

    /// The text of `key` with `{name}` replaced by its value, which is cleaned first.
    package func callAsFunction(_ key: String, _ values: [String: String]) -> String {
        guard let raw = table.bytes(of: key) else { return key }
        if !raw.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "{") }) {
            return String(decoding: raw, as: UTF8.self)
        }
        return Self.filled(raw, values)
    }

    private static func filled(_ raw: ArraySlice<UInt8>, _ values: [String: String]) -> String {
        var result: [UInt8] = []
        var rest = raw
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\\"):
                switch rest.popFirst() {
                case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "s"): result.append(UInt8(ascii: " "))
                case let other?: result.append(other)
                case nil: result.append(byte)
                }
            case UInt8(ascii: "{"):
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")),
                    let value = values[String(decoding: rest[..<end], as: UTF8.self)]
                else {
                    result.append(byte)
                    continue
                }
                result.append(contentsOf: CleanText.line(value).utf8)
                rest = rest[(end + 1)...]
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// What the environment says about language and character set, by the rules of POSIX (XBD 8.2).
///
/// It does not know which languages the program has.
package struct LocaleName: Equatable, Sendable {
    /// Two or three letters, `en` where none is named.
    package var language: String
    package var isUTF8: Bool

    /// `variable` answers for `LC_ALL`, `LC_CTYPE`, `LC_MESSAGES` and `LANG`.
    package init(_ variable: (String) -> String?) {
        func first(_ names: [String]) -> Substring {
            names.lazy.compactMap(variable).first { !$0.isEmpty }.map { $0[...] } ?? ""
        }
        let messages = first(["LC_ALL", "LC_MESSAGES", "LANG"])
        let letters = messages.utf8.prefix { (0x61...0x7A).contains($0 | 0x20) }
        language = (2...3).contains(letters.count) ? String(Substring(letters)).lowercased() : "en"
        let encoding = first(["LC_ALL", "LC_CTYPE", "LANG"]).split(separator: "@", maxSplits: 1).first?
            .split(separator: ".", maxSplits: 1).dropFirst().first
        let normalized = (encoding ?? "").lowercased().filter { $0 != "-" && $0 != "_" }
        isUTF8 = normalized == "utf8"
    }
}
