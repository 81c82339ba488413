extension Address {
    /// The address that `text` spells, where it is so plain that no two parsers could differ about it: https, or http
    /// on this machine, a host of letters, digits, dots and hyphens, perhaps a port, a path of unreserved characters
    /// and no slash at its end.
    ///
    /// nil for any other, right or wrong: ``init(checking:setting:)`` judges those. A program's first screen waits for
    /// this and not for a parser of every address there is.
    init?(plain text: String) {
        var rest = Array(text.utf8)[...]
        if rest.starts(with: "https://".utf8) {
            scheme = "https"
        } else if rest.starts(with: "http://".utf8) {
            scheme = "http"
        } else {
            return nil
        }
        rest = rest.dropFirst(scheme.utf8.count + 3)
        let name = rest.prefix {
            Self.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        guard let first = name.first, let last = name.last, Self.isAlphanumeric(first),
            Self.isAlphanumeric(last)
        else { return nil }
        host = String(decoding: name, as: UTF8.self)
        guard scheme == "https" || Self.isLoopback(host) else { return nil }
        rest = rest.dropFirst(name.count)
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix { $0 != UInt8(ascii: "/") }
            guard let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0,
                String(number).utf8.count == digits.count
            else { return nil }
            port = Int(number)
            rest = rest.dropFirst(digits.count + 1)
        } else {
            port = nil
        }
        // With a slash at the end it would not be spelled as it was given, which issuers are compared with.
        guard rest.isEmpty || rest.first == UInt8(ascii: "/"), rest.last != UInt8(ascii: "/"),
            rest.allSatisfy(Self.isPlainInPath)
        else { return nil }
        path = String(decoding: rest, as: UTF8.self)
        if Self.hasDotSegment(path) { return nil }
    }

    /// In lower case: hosts in capitals are left to the other initializer.
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isPlainInPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default: isAlphanumeric(byte)
        }
    }
}
