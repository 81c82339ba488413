/// A size in terminal cells.
package struct Size: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Below this a line asks for more room.
    package static let minimum = Size(columns: 40, rows: 12)
}

/// How a run of text looks; ``Theme`` says which colours these roles have.
package struct Style: Hashable, Sendable {
    /// The QR roles set both colours of a cell: `qrLight` draws black on white, `qrDark` white on black.
    package enum Role: Hashable, Sendable { case normal, accent, error, dim, qrLight, qrDark }

    package var role: Role
    package var isBold: Bool
    package var isReversed: Bool
    package var isUnderlined: Bool

    package init(
        _ role: Role = .normal, bold: Bool = false, reversed: Bool = false, underlined: Bool = false
    ) {
        self.role = role
        isBold = bold
        isReversed = reversed
        isUnderlined = underlined
    }
}

/// Text of one style. It holds no control character: the painter cleans what it is given.
package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style

    package init(_ text: String, _ style: Style = Style()) {
        self.text = text
        self.style = style
    }
}

/// One row of the screen, from column 0, never wider than the screen; the rest of it is blank.
package struct Row: Equatable, Sendable {
    package var index: Int
    package var runs: [Run]

    package init(index: Int, runs: [Run]) {
        self.index = index
        self.runs = runs
    }
}

/// A whole screen as cells: what the terminal shall show, and where its cursor stands.
package struct Frame: Equatable, Sendable {
    package var size: Size
    /// As many as the screen has, in order.
    package var rows: [Row]
    /// nil hides it.
    package var cursor: Position?

    package struct Position: Equatable, Sendable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    package init(size: Size, rows: [Row], cursor: Position?) {
        self.size = size
        self.rows = rows
        self.cursor = cursor
    }

    /// The rows that differ from `old`; all of them when there is none or its size differs.
    package func rowsChanged(since old: Frame?) -> [Row] {
        guard let old, old.size == size else { return rows }
        return rows.filter { old.rows[$0.index] != $0 }
    }

    /// The text alone, a line a row, blanks at the ends of lines cut: the form of snapshots.
    package var text: String {
        rows.map { row in
            var line = row.runs.map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
