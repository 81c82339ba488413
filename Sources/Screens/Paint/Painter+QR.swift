/// Where a QR code stands: beside the card, or in a view of its own.
extension Painter {
    package enum QRPlace: Equatable, Sendable {
        /// Not drawn: no code, no colours to draw it in, or no room.
        case none
        /// Only if asked for, by ``Screen/qrView``.
        case ownView
        /// Beside the card, by itself.
        case beside
    }

    /// What this terminal can do with ``qr``; the words on a screen follow it.
    package var qrPlace: QRPlace {
        guard let space = qrSpace else { return .none }
        if Self.cardWidth + Self.gap + space.columns <= size.columns { return .beside }
        return hasOwnQRView ? .ownView : .none
    }

    private static let gap = 2
    /// Columns around the text of the QR's own view, and the least that the text needs.
    private static let margin = (left: 1, right: 5)
    private static let leastText = 24

    /// The cells that the code takes; nil where it cannot be drawn.
    private var qrSpace: Size? {
        guard let qr, theme.hasColors else { return nil }
        let space = qr.size(qrCells)
        return space.rows <= areaHeight ? space : nil
    }

    var hasOwnQRView: Bool {
        guard let space = qrSpace else { return false }
        return space.columns + Self.margin.left + Self.margin.right + Self.leastText <= size.columns
    }

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
        let layout = layout(width: width, density: .compact, isBusy: screen.isBusy)
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
