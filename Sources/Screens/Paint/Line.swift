/// One line of a card's content, or of the screen, while it is put together.
///
/// Unlike ``Row`` it does not know where it stands.
struct Line: Equatable, Sendable {
    private(set) var runs: [Run] = []
    private(set) var width = 0
    /// Where the terminal's cursor belongs, if on this line.
    var cursor: Int?
    /// Whether what has the focus is on this line: scrolling keeps it in view.
    var isFocused = false
    /// Whether it must be seen together with what has the focus.
    var isUrgent = false
    /// The index of the element that it shows.
    var element = 0

    static let blank = Line()

    init() {}

    /// `text` is clean.
    init(_ text: String, _ style: Style = Style()) {
        append(text, style)
    }

    var isBlank: Bool { runs.allSatisfy { run in run.text.utf8.allSatisfy { $0 == 0x20 } } }

    mutating func append(_ text: String, _ style: Style = Style()) {
        guard !text.isEmpty else { return }
        width += CharacterWidth.of(text)
        append(Run(text, style))
    }

    private mutating func append(_ run: Run) {
        if let last = runs.indices.last, runs[last].style == run.style {
            runs[last].text += run.text
        } else {
            runs.append(run)
        }
    }

    mutating func pad(to columns: Int, _ style: Style = Style()) {
        if width < columns { append(String(repeated: " ", count: columns - width), style) }
    }

    /// Puts `other` from `column` on; what stands there already is in the way of nothing but itself.
    mutating func append(_ other: Line, at column: Int) {
        pad(to: column)
        if let inner = other.cursor { cursor = width + inner }
        for run in other.runs { append(run) }
        width += other.width
        isFocused = isFocused || other.isFocused
        isUrgent = isUrgent || other.isUrgent
    }

    /// The same in at most `columns` columns.
    func clipped(to columns: Int) -> Line {
        guard width > columns else { return self }
        var line = Line()
        for run in runs {
            let part = CleanText.prefix(of: run.text, columns: columns - line.width)
            line.append(part, run.style)
            if part != run.text { break }
        }
        line.cursor = cursor.flatMap { $0 < columns ? $0 : nil }
        (line.isFocused, line.isUrgent, line.element) = (isFocused, isUrgent, element)
        return line
    }
}

extension String {
    /// What `String(repeating:count:)` makes, by bytes: a frame is full of lines and blanks.
    init(repeated text: String, count: Int) {
        let unit = Array(text.utf8)
        let size = unit.count * Swift.max(0, count)
        self.init(unsafeUninitializedCapacity: size) { bytes in
            var place = 0
            while place < size {
                for byte in unit {
                    bytes[place] = byte
                    place += 1
                }
            }
            return size
        }
    }
}
