/// Makes any text harmless and predictable to draw: whatever a service or a person sent, it stays in its cells.
///
/// It does not judge what the text says, and it never changes what is sent to a service.
package enum CleanText {
    /// `text` on one line: no control characters, no escape sequences, no invisible format characters.
    ///
    /// What breaks a line becomes a blank. Emoji are reduced to the simple forms on whose width all terminals
    /// agree: joined ones stand side by side, variation selectors and skin tones go.
    package static func line(_ text: String) -> String {
        if CharacterWidth.isSimple(text) { return text }
        var scanner = Scanner(scalars: Array(text.unicodeScalars))
        return scanner.cleaned()
    }

    /// `text`, which somebody else wrote, as part of a sentence: cleaned by itself, so that nothing in it can swallow the
    /// words behind it, and cut.
    package static func inSentence(_ text: String, columns: Int = 60) -> String {
        truncated(line(text), toColumns: columns)
    }

    /// `text` in at most `columns` columns, ending in `ellipsis` where something had to go.
    ///
    /// It cuts between characters, never inside one, and between words where much still fits. `text` is clean already.
    package static func truncated(_ text: String, toColumns columns: Int, ellipsis: String = "…") -> String {
        if CharacterWidth.of(text) <= columns { return text }
        let room = columns - CharacterWidth.of(ellipsis)
        guard room >= 0 else { return prefix(of: text, columns: columns) }
        let kept = prefix(of: text, columns: room)
        // Not within a word, unless that would cost half of what fits.
        guard text.dropFirst(kept.count).first != " ", let blank = kept.lastIndex(of: " "),
            CharacterWidth.of(String(kept[..<blank])) * 2 > room
        else { return kept + ellipsis }
        return kept[..<blank] + ellipsis
    }

    /// As many characters from the start of `text` as `columns` columns hold.
    package static func prefix(of text: String, columns: Int) -> String {
        var used = 0
        var end = text.startIndex
        for index in text.indices {
            used += CharacterWidth.of(text[index])
            guard used <= columns else { break }
            end = text.index(after: index)
        }
        return String(text[..<end])
    }
}

/// Walks over the scalars of one text, ECMA-48 in hand.
private struct Scanner {
    let scalars: [Unicode.Scalar]
    var position = 0
    var result = String.UnicodeScalarView()
    var marks = 0

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func cleaned() -> String {
        while let scalar = next() {
            switch scalar.value {
            case 0x1B: skipEscape()
            case 0x9B: skipControlSequence()
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F: skipControlString()
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
            case 0x00...0x1F, 0x7F...0x9F: break
            case 0x200C, 0x200D: if isInsideWord { result.append(scalar) }
            case 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF: break
            default: append(scalar)
            }
        }
        return String(result)
    }

    /// A mark needs a base, and four of them are enough for any writing; more only climb over other rows.
    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .format: return
        case .unassigned, .surrogate: result.append("\u{FFFD}")
        default:
            let isMark = CharacterWidth.of(scalar) == 0
            marks = isMark ? marks + 1 : 0
            if isMark, result.isEmpty || marks > 4 { return }
            result.append(scalar)
        }
    }

    private mutating func next() -> Unicode.Scalar? {
        guard position < scalars.count else { return nil }
        defer { position += 1 }
        return scalars[position]
    }

    private var peek: UInt32? { position < scalars.count ? scalars[position].value : nil }

    /// Joiners shape letters of some scripts; anywhere else they only hide.
    private var isInsideWord: Bool {
        guard let before = result.last, position < scalars.count else { return false }
        let after = scalars[position]
        return before.value > 0x7F && after.value > 0x7F && isLetter(before) && isLetter(after)
    }

    private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherLetter, .modifierLetter, .lowercaseLetter, .uppercaseLetter, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    /// After ESC: a control sequence, a control string, or a short sequence of intermediates and a final.
    private mutating func skipEscape() {
        switch peek {
        case 0x5B:
            position += 1
            skipControlSequence()
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
            position += 1
            skipControlString()
        default:
            while let value = peek, (0x20...0x2F).contains(value) { position += 1 }
            if let value = peek, (0x30...0x7E).contains(value) { position += 1 }
        }
    }

    /// After CSI: parameters, intermediates, one final.
    private mutating func skipControlSequence() {
        while let value = peek, (0x20...0x3F).contains(value) { position += 1 }
        if let value = peek, (0x40...0x7E).contains(value) { position += 1 }
    }

    /// After OSC, DCS and their like: everything to BEL or ST; without an end, nothing more.
    private mutating func skipControlString() {
        let start = position
        while let scalar = next() {
            if scalar.value == 0x07 || scalar.value == 0x9C { return }
            guard scalar.value == 0x1B else { continue }
            if peek == 0x5C { position += 1 }
            return
        }
        position = start
    }
}
