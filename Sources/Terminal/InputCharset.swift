import Glibc

/// What a terminal's bytes beyond ASCII stand for: UTF-8, or the characters of a charset of one byte each.
///
/// It is about what is typed. What is drawn stays ASCII where the locale is not UTF-8. A charset whose characters take
/// several bytes (EUC-JP, GB18030) is read as UTF-8, which most terminals speak by now whatever the locale says.
struct InputCharset: Equatable, Sendable {
    /// For the bytes from 0x80 on; nil in UTF-8.
    private let scalars: [Unicode.Scalar?]?

    static let utf8 = InputCharset(scalars: nil)

    private init(scalars: [Unicode.Scalar?]?) { self.scalars = scalars }

    /// The charset of this name, such as `ISO-8859-15`; where there is no such one of one byte each, UTF-8.
    init(named name: String) { scalars = Self.table(name) }

    /// Of the person's locale, by LC_ALL, LC_CTYPE or LANG. Costs some work: not to be asked in a locale of UTF-8.
    static func ofLocale(_ variable: (String) -> String? = Self.variable) -> InputCharset {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
        return InputCharset(named: installed(name) ?? suffix(name))
    }

    /// Whether each byte is a character of its own.
    var isOneByte: Bool { scalars != nil }

    /// The character of a byte from 0x80 on; nil where it stands for none, or for a control.
    func scalar(_ byte: UInt8) -> Unicode.Scalar? { scalars?[Int(byte & 0x7F)] }

    /// Gives the byte in UTF-8 to `body`. In no array: that would leave a piece of a secret behind.
    func utf8(_ byte: UInt8, _ body: (UInt8) -> Void) {
        guard isOneByte, byte >= 0x80 else { return body(byte) }
        scalar(byte)?.utf8.forEach(body)
    }

    // MARK: - Names

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// What the system says of a locale that it has: `de_DE` alone does not name its charset.
    private static func installed(_ locale: String) -> String? {
        guard let found = newlocale(1 << LC_CTYPE, locale, nil) else { return nil }
        defer { freelocale(found) }
        return nl_langinfo_l(nl_item(CODESET), found).map { String(cString: $0) }
    }

    /// `ISO-8859-15` of `de_DE.ISO-8859-15@euro`: ssh carries names to hosts that lack the locale.
    private static func suffix(_ locale: String) -> String {
        let parts = locale.prefix { $0 != "@" }.split(separator: ".", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : ""
    }

    // MARK: - Conversion

    private static func table(_ name: String) -> [Unicode.Scalar?]? {
        // A name from the environment, for a library that reads more than names out of it.
        let isName = name.utf8.allSatisfy {
            ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0)
                || "-_.".utf8.contains($0)
        }
        guard isName, (1...32).contains(name.utf8.count) else { return nil }
        let conversion = iconv_open("UTF-8", name)
        guard conversion != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
        defer { iconv_close(conversion) }
        var scalars: [Unicode.Scalar?] = []
        for byte in UInt8(0x80)...0xFF {
            switch convert(byte, conversion) {
            case .character(let scalar): scalars.append(scalar)
            case .none: scalars.append(nil)
            case .incomplete: return nil
            }
        }
        return scalars.contains { $0 != nil } ? scalars : nil
    }

    private enum Converted { case none, incomplete, character(Unicode.Scalar) }

    private static func convert(_ byte: UInt8, _ conversion: iconv_t?) -> Converted {
        var input = [CChar(bitPattern: byte)]
        var output = [CChar](repeating: 0, count: 16)
        var (inputLeft, outputLeft) = (input.count, output.count)
        let failed = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (from, to) = (input.baseAddress, output.baseAddress)
                // Back to the first state, whatever the last byte left behind.
                _ = iconv(conversion, nil, nil, nil, nil)
                return iconv(conversion, &from, &inputLeft, &to, &outputLeft) == Int(bitPattern: UInt.max)
            }
        }
        if failed { return errno == EINVAL ? .incomplete : .none }
        let bytes = output.prefix(output.count - outputLeft).map { UInt8(bitPattern: $0) }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        guard scalars.count == 1, let scalar = scalars.first, !(0..<0xA0).contains(scalar.value) else {
            return .none
        }
        return .character(scalar)
    }
}
