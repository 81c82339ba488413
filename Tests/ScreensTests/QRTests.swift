import Screens
import Testing

struct QRTests {
    @Test("VB-57 the painted cells are the code again, with four light squares around it, both colours set")
    func half() throws {
        let qr = try #require(Paint.qr(side: 33))
        let frame = Paint.painter(Size(columns: 80, rows: 24), qr: qr).paint(Drawn.qrView)
        let squares = read(frame, columns: 39..<80, rows: 1..<22) { text, style in
            let (upper, lower) = style.role == .qrDark ? (true, true) : (false, false)
            return text == "▀" ? [!upper, lower] : [upper, lower]
        }
        try expect(squares, show: qr)
    }

    @Test("VB-56 VB-57 full cells are blanks in colour, without UTF-8 too", arguments: [true, false])
    func full(isUTF8: Bool) throws {
        let qr = try #require(Paint.qr(side: 25))
        var painter = Paint.painter(Size(columns: 132, rows: 50), isUTF8: isUTF8, qr: qr)
        if isUTF8 { painter.qrCells = .full }
        let frame = painter.paint(Drawn.qrView)
        let squares = read(frame, columns: 66..<132, rows: 8..<41) { text, style in
            #expect(text == " ")
            return [style.role == .qrDark]
        }
        let halved = squares.map { row in stride(from: 0, to: row.count, by: 2).map { row[$0] } }
        try expect(halved, show: qr)
    }

    @Test(
        "VB-56 VB-58 a code is drawn only where it fits and colours make it readable",
        arguments: [
            (80, 24, true, 8, true), (80, 20, true, 8, false), (40, 12, true, 8, false),
            (66, 24, true, 8, false),
            (104, 30, true, 8, true), (104, 30, true, 0, false), (104, 30, false, 8, false),
            (150, 50, false, 8, true),
        ])
    func places(columns: Int, rows: Int, isUTF8: Bool, colors: Int, isDrawn: Bool) throws {
        let qr = try #require(Paint.qr(side: 33))
        let painter = Paint.painter(
            Size(columns: columns, rows: rows), isUTF8: isUTF8, colors: colors, qr: qr)
        let screen = columns == 104 ? Drawn.device : Drawn.qrView
        let frame = painter.paint(screen)
        #expect(frame.rows.contains { $0.runs.contains { $0.style.role == .qrDark } } == isDrawn)
        // Asked for without room for it, the screen is a card like any other.
        #expect(frame.text.contains("WDJB-MJHT"))
        if !isDrawn { #expect(frame.text.contains("Continue in your browser") && !frame.text.contains("▀")) }
    }

    /// The squares in a part of a frame, true is dark; `decode` gives those of a cell from top to bottom.
    private func read(
        _ frame: Frame, columns: Range<Int>, rows: Range<Int>, decode: (Character, Style) -> [Bool]
    ) -> [[Bool]] {
        rows.flatMap { row in
            let cells = frame.rows[row].runs.flatMap { run in run.text.map { ($0, run.style) } }
            let decoded = columns.map { column in
                #expect([.qrLight, .qrDark].contains(cells[column].1.role))
                return decode(cells[column].0, cells[column].1)
            }
            return (0..<decoded[0].count).map { part in decoded.map { $0[part] } }
        }
    }

    private func expect(_ squares: [[Bool]], show qr: QRMatrix) throws {
        #expect(squares.count >= qr.side + 8 && squares.allSatisfy { $0.count == qr.side + 8 })
        for (row, line) in squares.enumerated() {
            for (column, isDark) in line.enumerated() {
                let (y, x) = (row - 4, column - 4)
                let inside = (0..<qr.side).contains(y) && (0..<qr.side).contains(x)
                #expect(isDark == (inside && qr.modules[y * qr.side + x]))
            }
        }
    }
}
