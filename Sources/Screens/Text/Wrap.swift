/// Breaks text into lines of a width in columns.
///
/// It works on clean text and joins what it cut without loss, but for the blanks at the breaks.
enum Wrap {
    /// At blanks; a word wider than a line is broken between its characters.
    static func words(_ text: String, columns: Int) -> [String] {
        guard columns > 0, CharacterWidth.of(text) > columns else { return [text] }
        var lines: [String] = []
        var line = ""
        var width = 0
        var blanks = 0
        for piece in text.split(separator: " ", omittingEmptySubsequences: false) {
            defer { blanks += 1 }
            if piece.isEmpty { continue }
            var word = String(piece)
            let needed = CharacterWidth.of(word)
            if width > 0, width + blanks + needed > columns {
                lines.append(line)
                (line, width) = ("", 0)
            } else {
                // Blanks at a break are cut, those inside a line and at the start of the text stay.
                let kept = min(lines.isEmpty || width > 0 ? blanks : 0, columns - 1)
                line += String(repeated: " ", count: kept)
                width += kept
            }
            blanks = 0
            while width + CharacterWidth.of(word) > columns {
                let head = atLeastOne(of: word, columns: columns - width)
                lines.append(line + head)
                word.removeFirst(head.count)
                (line, width) = ("", 0)
            }
            line += word
            width += CharacterWidth.of(word)
        }
        lines.append(line)
        return lines
    }

    /// At slashes, what follows the first line indented by two columns; unbroken where it fits.
    static func address(_ text: String, columns: Int) -> [String] {
        guard columns > 4, CharacterWidth.of(text) > columns else { return [text] }
        var lines: [String] = []
        var line = ""
        for piece in pieces(of: text) {
            if CharacterWidth.of(line + piece) <= columns {
                line += piece
                continue
            }
            if line.contains(where: { $0 != " " && $0 != "/" }) {
                lines.append(line)
                line = "  "
            }
            var rest = piece
            while CharacterWidth.of(line + rest) > columns {
                let head = atLeastOne(of: rest, columns: columns - CharacterWidth.of(line))
                lines.append(line + head)
                rest.removeFirst(head.count)
                line = "  "
            }
            line += rest
        }
        lines.append(line)
        return lines
    }

    /// `text` after each of its slashes.
    private static func pieces(of text: String) -> [String] {
        var pieces = [""]
        for character in text {
            pieces[pieces.count - 1].append(character)
            if character == "/" { pieces.append("") }
        }
        return pieces
    }

    private static func atLeastOne(of text: String, columns: Int) -> String {
        let head = CleanText.prefix(of: text, columns: columns)
        return head.isEmpty ? String(text.prefix(1)) : head
    }
}
