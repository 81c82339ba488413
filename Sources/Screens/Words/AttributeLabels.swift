/// What an attribute is called on screen.
///
/// The service sends a name for programs only (protocol reference, 3.4): a built-in one has its words in the table, a
/// tenant's own is read as the words it is put together from.
enum AttributeLabel {
    static func text(_ name: String, _ strings: Strings) -> String {
        builtIn.contains(name) ? strings["attribute." + name] : CleanText.inSentence(derived(name))
    }

    private static let builtIn: Set<String> = [
        "city", "country", "displayName", "givenName", "jobTitle", "postalCode", "state", "streetAddress",
        "surname",
    ]

    /// `extension_2588abcd_loyaltyNumber` → `Loyalty number`.
    static func derived(_ name: String) -> String {
        let words = words(of: CleanText.line(String(ownPart(name))))
        guard let first = words.first, let letter = first.first else { return CleanText.line(name) }
        return ([letter.uppercased() + first.dropFirst()] + words.dropFirst()).joined(separator: " ")
    }

    /// Without the prefix that says which app's extension it is.
    private static func ownPart(_ name: String) -> Substring {
        let parts = name.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "extension", !parts[1].isEmpty, !parts[2].isEmpty,
            parts[1].allSatisfy(\.isHexDigit)
        else { return name[...] }
        return parts[2]
    }

    /// A word ends at `_`, `-`, `.` or a blank, and where a capital follows a small letter or a digit. Words of
    /// capitals stay as they are.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(isAcronym(word) ? word : word.lowercased()) }
            word = ""
        }
        let letters = Array(name)
        for (index, letter) in letters.enumerated() {
            if letter.isWhitespace || "_-.".contains(letter) {
                end()
                continue
            }
            if letter.isUppercase, let last = word.last {
                let next = index + 1 < letters.count ? letters[index + 1] : nil
                if !last.isUppercase || next?.isLowercase == true { end() }
            }
            word.append(letter)
        }
        end()
        return words
    }

    private static func isAcronym(_ word: String) -> Bool {
        word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber }
            && word.contains(where: \.isUppercase)
    }
}

extension FieldID {
    func label(_ strings: Strings) -> String {
        switch self {
        case .email: strings["field.email"]
        case .password: strings["field.password"]
        case .confirmPassword: strings["field.confirmPassword"]
        case .code: strings["field.code"]
        case .newPassword: strings["field.newPassword"]
        case .phone: strings["field.phone"]
        case .attribute(let name): AttributeLabel.text(name, strings)
        }
    }

    /// The label in the middle of a sentence: "postal code". Words of capitals keep theirs.
    func inSentence(_ strings: Strings) -> String {
        let label = label(strings)
        guard let first = label.first, label.dropFirst().first?.isUppercase != true else { return label }
        return first.lowercased() + label.dropFirst()
    }
}
