extension String {
    /// This text, which somebody else wrote, as part of a sentence: at most 200 characters, and U+FFFD for what is no
    /// visible character, so that nothing in it can swallow, hide or turn around the words behind it.
    var asForeignText: String {
        // Marks without end make one character.
        let cut = prefix(200).unicodeScalars.prefix(800)
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
