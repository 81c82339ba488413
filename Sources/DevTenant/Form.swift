package import Wire

/// The fields of an `application/x-www-form-urlencoded` body or of a query, each kept as wiped bytes.
///
/// It is written apart from the client's encoder, as an independent reader of the same format.
package struct Form: Sendable {
    package enum Malformed: Error, Equatable, Sendable {
        case percentEncoding
        case encoding(field: String)
        case repeated(field: String)
    }

    private var values: [String: Secret] = [:]
    /// In the order in which they came.
    package private(set) var names: [String] = []

    package init() {}

    /// A field may come once only (RFC 6749, section 3.2).
    package init(_ body: some Sequence<UInt8>) throws(Malformed) {
        var pair: [UInt8] = []
        for byte in body {
            if byte == UInt8(ascii: "&") {
                try add(pair)
                wipe(&pair)
                pair.removeAll(keepingCapacity: true)
            } else {
                pair.append(byte)
            }
        }
        try add(pair)
        wipe(&pair)
    }

    private mutating func add(_ pair: [UInt8]) throws(Malformed) {
        guard !pair.isEmpty else { return }
        let split = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
        let name = String(decoding: try Self.decoded(pair[..<split]), as: UTF8.self)
        let value = try Self.decoded(pair[split...].dropFirst())
        guard String(validating: value, as: UTF8.self) != nil else { throw .encoding(field: name) }
        guard values.updateValue(Secret(value), forKey: name) == nil else { throw .repeated(field: name) }
        names.append(name)
    }

    static func decoded(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): out.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexadecimal),
                    let low = rest.popFirst().flatMap(hexadecimal)
                else { throw .percentEncoding }
                out.append(high << 4 | low)
            default: out.append(byte)
            }
        }
        return out
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    package func secret(_ name: String) -> Secret? { values[name] }

    /// For fields that are no secret.
    package func text(_ name: String) -> String? { values[name]?.exposedAsString() }

    /// The words of a blank-separated list.
    package func words(_ name: String) -> [String]? { text(name)?.split(separator: " ").map(String.init) }
}
