/// Lays a screen out in a terminal's cells.
///
/// A pure function of its properties and the screen: it remembers nothing and writes nowhere. All text passes
/// ``CleanText`` on its way, so that nothing a service or a person sent reaches a terminal as a control.
package struct Painter: Equatable, Sendable {
    package var theme: Theme
    package var strings: Strings
    package var size: Size
    package var isUTF8: Bool
    /// The code of ``Screen/qrText``, if there is one.
    package var qr: QRMatrix?
    package var qrCells: QRMatrix.Cells

    package init(
        theme: Theme, strings: Strings, size: Size, isUTF8: Bool, qr: QRMatrix? = nil,
        qrCells: QRMatrix.Cells = .half
    ) {
        self.theme = theme
        self.strings = strings
        self.size = size
        self.isUTF8 = isUTF8
        self.qr = qr
        self.qrCells = isUTF8 ? qrCells : .full
    }

    package func paint(_ screen: Screen) -> Frame {
        guard size.columns >= Size.minimum.columns, size.rows >= Size.minimum.rows else {
            return frame([tooSmall])
        }
        var lines = Array(repeating: Line.blank, count: size.rows)
        lines[0] = header(screen.header)
        lines[size.rows - 1] = footer(screen.keys)
        let blocks = blocks(screen)
        let room = (blocks.map(\.row).min() ?? 1) - 1
        for (index, text) in screen.banner.prefix(max(0, room)).enumerated() {
            lines[1 + index] = Line(
                " "
                    + CleanText.truncated(
                        glyphs.line(text), toColumns: size.columns - 2, ellipsis: glyphs.ellipsis))
        }
        for block in blocks {
            for (index, line) in block.lines.enumerated() {
                lines[block.row + index].append(line, at: block.column)
            }
        }
        var frame = frame(lines)
        if screen.hidesCursor { frame.cursor = nil }
        return frame
    }

    /// Lines and the cell of their upper left corner. No two blocks of a screen share a cell.
    struct Block {
        var row: Int
        var column: Int
        var lines: [Line]
    }

    static let cardWidth = 60

    var glyphs: Glyphs { isUTF8 ? .unicode : .ascii }

    /// Between header and footer.
    var areaHeight: Int { size.rows - 2 }

    func layout(width: Int, density: Layout.Density) -> Layout {
        Layout(width: width, density: density, glyphs: glyphs, spacing: size.columns < Self.cardWidth ? 2 : 3)
    }

    private func blocks(_ screen: Screen) -> [Block] {
        if screen.qrText != nil, theme.hasColors, let qr {
            let space = qr.size(qrCells)
            if screen.qrView, space.fitsInView(in: size) { return qrView(screen, qr) }
            if !screen.qrView, space.fitsBesideCard(in: size) { return cardAndQR(screen, qr) }
        }
        let lines = card(screen)
        return [
            Block(
                row: top(lines.count), column: (size.columns - min(Self.cardWidth, size.columns)) / 2,
                lines: lines)
        ]
    }

    /// The row of the first line of a block of `height`, in the middle between header and footer.
    func top(_ height: Int) -> Int { 1 + (areaHeight - height) / 2 }

    // MARK: The card

    /// The card with its border, as high as its content, at most as high as the area.
    func card(_ screen: Screen) -> [Line] {
        let width = min(Self.cardWidth, size.columns)
        let height = areaHeight - 2
        let content = content(screen, width: width - 4, height: height)
        let window = Window(content, height: height, scroll: screen.scroll)
        var lines = [
            border(
                width, glyphs.topLeft, glyphs.topRight, title: screen.title, more: more("above", window.above)
            )
        ]
        for index in window.shown {
            var line = Line(glyphs.vertical)
            line.append(content[index].clipped(to: width - 4), at: 2)
            line.append(Line(glyphs.vertical), at: width - 1)
            lines.append(line)
        }
        lines.append(border(width, glyphs.bottomLeft, glyphs.bottomRight, more: more("below", window.below)))
        return lines
    }

    /// The lines of the roomiest density that fits. Where none does and the content scrolls anyway, the fields
    /// keep the lines for their messages, so that nothing moves when one comes.
    private func content(_ screen: Screen, width: Int, height: Int) -> [Line] {
        func lines(_ density: Layout.Density) -> [Line] {
            layout(width: width, density: density).lines(screen.elements)
        }
        for density in Layout.Density.allCases {
            let lines = lines(density)
            if lines.count <= height { return lines }
        }
        let hasFields = screen.elements.contains { if case .field = $0 { true } else { false } }
        return lines(hasFields ? .compact : .dense)
    }

    private func more(_ direction: String, _ count: Int) -> String {
        guard count > 0 else { return "" }
        let mark = direction == "above" ? glyphs.above : glyphs.below
        return " \(mark) " + glyphs.line(strings("paint." + direction, ["count": String(count)])) + " "
    }

    private func border(_ width: Int, _ left: String, _ right: String, title: String = "", more: String = "")
        -> Line
    {
        var line = Line(left)
        let room = width - 6 - CharacterWidth.of(more)
        let title = CleanText.truncated(glyphs.line(title), toColumns: room, ellipsis: glyphs.ellipsis)
        if !title.isEmpty {
            line.append(glyphs.horizontal + " ")
            line.append(title, Style(bold: true))
            line.append(" ")
        }
        let end = width - 1 - CharacterWidth.of(more) - (more.isEmpty ? 0 : 1)
        line.append(String(repeated: glyphs.horizontal, count: max(0, end - line.width)))
        line.append(more, Style(.accent))
        line.append(String(repeated: glyphs.horizontal, count: max(0, width - 1 - line.width)))
        line.append(right)
        return line
    }

    // MARK: Around it

    private func header(_ header: Screen.Header) -> Line {
        let room = size.columns - 3
        let right = CleanText.truncated(
            glyphs.line(header.right), toColumns: room * 2 / 3, ellipsis: glyphs.ellipsis)
        let rightWidth = CharacterWidth.of(right)
        let left = CleanText.truncated(
            glyphs.line(header.left), toColumns: room - rightWidth, ellipsis: glyphs.ellipsis)
        var line = Line(" ")
        line.append(left, Style(bold: true))
        line.pad(to: size.columns - 1 - rightWidth)
        line.append(right)
        return line
    }

    /// As many keys as fit, the most useful first.
    private func footer(_ keys: [Screen.KeyHint]) -> Line {
        let spacing = size.columns < Self.cardWidth ? 2 : 3
        var line = Line(" ")
        for (index, hint) in keys.enumerated() {
            let (key, meaning) = (glyphs.line(hint.key), glyphs.line(hint.meaning))
            let column = line.width + (index == 0 ? 0 : spacing)
            guard column + CharacterWidth.of(key + " " + meaning) <= size.columns else { break }
            line.pad(to: column)
            line.append(key, Style(bold: true))
            line.append(" " + meaning)
        }
        return line
    }

    private var tooSmall: Line {
        let minimum = ["columns": String(Size.minimum.columns), "rows": String(Size.minimum.rows)]
        let text = glyphs.line(strings("paint.tooSmall", minimum))
        return Line(CleanText.truncated(text, toColumns: size.columns, ellipsis: glyphs.ellipsis))
    }

    private func frame(_ lines: [Line]) -> Frame {
        var cursor: Frame.Position?
        let rows = (0..<max(0, size.rows)).map { index in
            let line = index < lines.count ? lines[index].clipped(to: size.columns) : .blank
            if let column = line.cursor { cursor = Frame.Position(row: index, column: column) }
            return Row(index: index, runs: line.runs)
        }
        return Frame(size: size, rows: rows, cursor: cursor)
    }
}
