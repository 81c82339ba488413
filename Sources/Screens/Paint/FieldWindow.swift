/// The part of a field's value that its width shows, chosen so that the cursor is in it.
///
/// It depends on value and cursor alone, so that a field looks the same however one came to it.
struct FieldWindow: Equatable, Sendable {
    private(set) var text = ""
    /// The cursor's column in the window.
    private(set) var cursor: Int?

    /// `cursor` counts graphemes of `value`.
    init(_ field: Screen.FieldView, columns: Int, glyphs: Glyphs) {
        guard columns > 0 else { return }
        let isMasked = field.isSecret && field.value.allSatisfy { $0 == "•" }
        let cells = field.value.map { glyphs.line(String($0)) }
        if isMasked {
            // A secret's length beyond the field is nobody's business.
            for cell in cells.prefix(columns) { text += cell }
            cursor = field.cursor.map { min($0, columns - 1) }
        } else {
            scroll(cells, cursor: field.cursor, columns: columns)
        }
    }

    private mutating func scroll(_ cells: [String], cursor index: Int?, columns: Int) {
        let starts = cells.reduce(into: [0]) { $0.append($0[$0.count - 1] + CharacterWidth.of($1)) }
        let total = starts[cells.count]
        let index = index.map { max(0, min($0, cells.count)) }
        // Behind the last character there is room for the cursor.
        let wanted =
            total < columns
            ? 0 : max(0, min((index.map { starts[$0] } ?? 0) - columns / 2, total + 1 - columns))
        let first = starts.firstIndex { $0 >= wanted } ?? 0
        var used = 0
        for cell in first..<cells.count {
            let width = starts[cell + 1] - starts[cell]
            guard used + width <= columns else { break }
            text += cells[cell]
            used += width
        }
        cursor = index.map { starts[$0] - starts[first] }
    }
}
