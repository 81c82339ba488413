/// The fields of one `application/x-www-form-urlencoded` body, in the order in which they are sent.
///
/// It writes bytes and makes no text of a secret. It does not read forms: no answer is one.
struct Form {
    fileprivate enum Value {
        case text(String)
        case secret(Secret)
    }

    private var fields: [(name: String, value: Value)] = []

    /// A field that the endpoint needs, sent even if it is empty.
    mutating func add(_ name: String, _ text: String) { fields.append((name, .text(text))) }

    mutating func add(_ name: String, _ secret: Secret) { fields.append((name, .secret(secret))) }

    /// A field that the endpoint can do without: an empty one is refused (code 90100), so it is left out.
    mutating func addIfAny(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { add(name, text) }
    }

    mutating func addIfAny(_ name: String, _ secret: Secret?) {
        if let secret, !secret.isEmpty { add(name, secret) }
    }

    /// A list: one field with blanks between the items (protocol reference, section 1.3).
    mutating func addIfAny(_ name: String, list items: [String]) {
        addIfAny(name, items.joined(separator: " "))
    }

    /// The body. Its bytes are written once into room enough, so that growing leaves no copy behind.
    func encoded() -> Secret {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fields.reduce(0) { $0 + 2 + 3 * ($1.name.utf8.count + $1.value.count) })
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            Self.append(field.name.utf8, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            switch field.value {
            case .text(let text): Self.append(text.utf8, to: &bytes)
            case .secret(let secret): secret.withExposed { Self.append($0, to: &bytes) }
            }
        }
        return Secret(bytes)
    }

    /// Percent-encodes all but the unreserved characters (RFC 3986, section 2.3). A blank becomes `%20`, which
    /// every reader of forms understands, and `+` becomes `%2B`.
    private static func append(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digit(byte >> 4))
                bytes.append(digit(byte & 15))
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension Form.Value {
    fileprivate var count: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .secret(let secret): secret.count
        }
    }
}
