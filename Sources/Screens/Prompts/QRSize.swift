/// How many cells a QR code takes, so that a screen can tell whether one fits.
///
/// It draws none, and does not know what a QR code looks like inside.
package struct QRSize: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    /// Bytes that versions 1 to 10 hold in byte mode at level M (ISO/IEC 18004, table 7).
    private static let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
    /// Four modules of quiet zone on each side.
    private static let quietZone = 8

    /// nil for a text that is too long to be scanned from a terminal.
    ///
    /// Half blocks hold two modules a cell; without them a module is two cells wide.
    package init?(_ text: String, halfBlocks: Bool) {
        guard let index = Self.capacities.firstIndex(where: { text.utf8.count <= $0 }) else { return nil }
        let side = 17 + 4 * (index + 1) + Self.quietZone
        columns = halfBlocks ? side : side * 2
        rows = halfBlocks ? (side + 1) / 2 : side
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Beside the whole card, with air around.
    package func fitsBesideCard(in size: Size) -> Bool {
        size.columns >= columns + 63 && size.rows >= rows + 9
    }

    /// In a view of its own, with the text in what is left.
    package func fitsInView(in size: Size) -> Bool {
        size.columns >= columns + 30 && size.rows >= rows + 2
    }
}
