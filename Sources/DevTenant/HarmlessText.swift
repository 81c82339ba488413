/// Text of a file, an argument or a person on its way to a terminal: what one would obey is written out (`\u001b`).
///
/// It does not change what is kept or sent.
package func harmlessLine(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
        if scalar.isHarmless { out.unicodeScalars.append(scalar) } else { out += scalar.escaped }
    }
    return out
}

extension Unicode.Scalar {
    /// Whether a terminal shows it as a character, and does nothing on its account.
    var isHarmless: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }

    /// As JSON writes it (RFC 8259, section 7).
    var escaped: String {
        String(self).utf16.map { unit in
            let hex = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }.joined()
    }
}
