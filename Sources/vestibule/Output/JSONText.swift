/// JSON as the program writes it: members in a fixed order, everything that a terminal might obey escaped.
///
/// It is for output only: what is read goes through a decoder.
indirect enum JSONText: Equatable, Sendable {
    case text(String)
    case number(Int)
    case list([JSONText])
    case object([(String, JSONText)])

    static func == (a: Self, b: Self) -> Bool { a.description == b.description }
}

extension JSONText: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .list(let items): "[" + items.map(\.description).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0) + ":" + $1.description }.joined(separator: ",") + "}"
        }
    }

    /// RFC 8259, section 7; beyond it, format characters (bidirectional controls among them), separators and
    /// unassigned characters are escaped too.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default:
                if scalar.isHarmless {
                    quoted.unicodeScalars.append(scalar)
                } else {
                    for unit in String(scalar).utf16 {
                        let digits = String(unit, radix: 16)
                        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                    }
                }
            }
        }
        return quoted + "\""
    }
}

extension Unicode.Scalar {
    /// Whether a terminal shows it as a character, and does nothing on its account.
    var isHarmless: Bool {
        if isASCII { return (0x20..<0x7F).contains(value) }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            return false
        default: return true
        }
    }
}
