extension String {
    /// This text, which somebody else wrote, as part of a sentence: at most 200 scalars, and U+FFFD for what is no
    /// visible character, so that nothing in it can swallow, hide or turn around the words behind it.
    var asForeignText: String {
        let cut = unicodeScalars.prefix(200)
        let visible = cut.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                "\u{FFFD}"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(visible)) + (cut.endIndex < endIndex ? "…" : "")
    }
}
