/// The squares of a QR code (ISO/IEC 18004), without its quiet zone.
///
/// A pure value: it neither encodes nor checks what it holds.
package struct QRMatrix: Equatable, Sendable {
    package let side: Int
    /// Row by row, true is dark.
    package let modules: [Bool]

    /// nil unless there are `side` times `side` modules.
    package init?(side: Int, modules: [Bool]) {
        guard side > 0, modules.count == side * side else { return nil }
        self.side = side
        self.modules = modules
    }

    /// How the squares become cells.
    package enum Cells: Equatable, Sendable {
        /// Two squares above each other in a cell, by half block glyphs.
        case half
        /// A square in two cells, blanks in colour: for the Linux console's font and where there are no glyphs.
        case full
    }

    /// Readers need four light squares around the code (ISO/IEC 18004, 5.3.8).
    static let quietZone = 4

    func size(_ cells: Cells) -> QRSize {
        let all = side + 2 * Self.quietZone
        return switch cells {
        case .half: QRSize(columns: all, rows: (all + 1) / 2)
        case .full: QRSize(columns: 2 * all, rows: all)
        }
    }

    /// Each line sets both colours of every cell, so that any terminal's own colours stay out of the code.
    func lines(_ cells: Cells) -> [Line] {
        let range = -Self.quietZone..<side + Self.quietZone
        switch cells {
        case .half:
            return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
                range.reduce(into: Line()) { line, column in
                    switch (isDark(row, column), isDark(row + 1, column)) {
                    case (false, false): line.append(" ", Style(.qrLight))
                    case (true, true): line.append(" ", Style(.qrDark))
                    case (true, false): line.append("▀", Style(.qrLight))
                    case (false, true): line.append("▀", Style(.qrDark))
                    }
                }
            }
        case .full:
            return range.map { row in
                range.reduce(into: Line()) { $0.append("  ", Style(isDark(row, $1) ? .qrDark : .qrLight)) }
            }
        }
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
        return modules[row * side + column]
    }
}
