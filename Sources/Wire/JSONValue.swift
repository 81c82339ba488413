/// Any JSON value, for members that nobody promised.
package enum JSONValue: Equatable, Sendable, Decodable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

extension JSONValue {
    /// Whether `bytes` are text that the decoder reads as UTF-8 too (RFC 8259, section 8.1).
    ///
    /// By its NULs it would know UTF-16 and UTF-32, which are UTF-8 of other characters to everybody else. In UTF-8
    /// no JSON has one.
    static func isUTF8(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) && (try? UTF8Span(validating: bytes.span)) != nil
    }

    /// Whether `bytes` can be decoded in no time, whatever they are: nothing of the protocol is deeper or has more values.
    ///
    /// The decoder learns of which kind a value is by trying, and every try that fails takes time that grows with the
    /// value's depth: a mebibyte of nested lists would take many minutes. It does not say whether they are JSON. They are
    /// taken for UTF-8: see ``isUTF8(_:)``.
    static func isSoonDecoded(_ bytes: [UInt8]) -> Bool {
        var (depth, values) = (0, 0)
        var (isInText, isEscaped) = (false, false)
        for byte in bytes {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInText
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                values += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): values += 1
            default: break
            }
            if depth > 16 || values > 10_000 { return false }
        }
        return true
    }
}
