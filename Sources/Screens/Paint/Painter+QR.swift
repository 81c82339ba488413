/// Where a QR code stands: beside the card, or in a view of its own.
extension Painter {
    private static let gap = 2
    /// Columns around the text of the QR's own view.
    private static let margin = (left: 1, right: 5)

    func cardAndQR(_ screen: Screen, _ qr: QRMatrix) -> [Block] {
        let space = qr.size(qrCells)
        let card = card(screen)
        let left = (size.columns - Self.cardWidth - Self.gap - space.columns) / 2
        return [
            Block(row: top(card.count), column: left, lines: card),
            Block(
                row: top(space.rows), column: left + Self.cardWidth + Self.gap, lines: qr.lines(qrCells)),
        ]
    }

    /// The text at the left, its actions at the bottom, and the code at the right edge.
    func qrView(_ screen: Screen, _ qr: QRMatrix) -> [Block] {
        let space = qr.size(qrCells)
        let column = size.columns - space.columns
        let width = column - Self.margin.left - Self.margin.right
        let row = top(space.rows)
        let layout = layout(width: width, density: .compact)
        let split =
            screen.elements.firstIndex { element in
                if case .actions = element { true } else { false }
            } ?? screen.elements.endIndex
        let actions = layout.lines(Array(screen.elements[split...]))
        let text = layout.lines(Array(screen.elements[..<split]))
        // The QR's first and last rows are quiet: text beside them would look like part of it.
        let height = space.rows - 2
        let shown = Window(text, height: max(0, height - actions.count)).shown.map { text[$0] }
        return [
            Block(row: row + 1, column: Self.margin.left, lines: shown),
            Block(
                row: row + 1 + max(0, height - actions.count), column: Self.margin.left,
                lines: Array(actions.prefix(height))),
            Block(row: row, column: column, lines: qr.lines(qrCells)),
        ]
    }
}
