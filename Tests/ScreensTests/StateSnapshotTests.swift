import AuthFlow
import Screens
import Testing
import Wire

/// The screens of real states, as `Snapshots/NAME-SIZE.txt`.
struct StateSnapshotTests {
    /// Problems differ in their words only, which ``ProblemTests`` has: one picture of one is enough.
    static let exhibits = Gallery.exhibits.filter { $0.screen != "problem" || $0.state == "certificate" }

    @Test(
        "each state is painted as accepted", arguments: exhibits,
        [Size(columns: 80, rows: 24), .minimum, Size(columns: 132, rows: 50)])
    func states(_ exhibit: Exhibit, _ size: Size) throws {
        let name = "\(exhibit.name)-\(size.columns)x\(size.rows)"
        try expectSnapshot(frame(exhibit, size, isUTF8: true), named: name)
    }

    @Test("each state is painted in ASCII", arguments: exhibits)
    func ascii(_ exhibit: Exhibit) throws {
        let frame = frame(exhibit, Person.large, isUTF8: false)
        #expect(frame.text.utf8.allSatisfy { $0 < 0x7F })
        let unicode = self.frame(exhibit, Person.large, isUTF8: true)
        let marks = [frame, unicode].map { $0.text.count { $0 == "?" } }
        #expect(exhibit.state == "wide" || marks[0] == marks[1], "a character without its stand-in")
        try expectSnapshot(frame, named: exhibit.name + "-ascii")
    }

    @Test("the QR code has its own view, and its place beside the card", arguments: [(80, 24), (132, 50)])
    func qr(columns: Int, rows: Int) throws {
        let size = Size(columns: columns, rows: rows)
        var person = Person(size: size) { $0.drawsQR = true }
        person.submit()
        try person.reply(.redirect(reason: nil))
        try person.reachDeviceCode()
        person.press(.character("q"))
        let frame = Paint.painter(size, qr: Paint.qr(side: 33)).paint(person.screen)
        try expectSnapshot(frame, named: "device-qr-\(columns)x\(rows)")
    }

    @Test(
        "VB-57 VB-59 on the Linux console, where a code takes four times the cells, the words fit what is shown"
    )
    func console() throws {
        for (size, isShown) in [(Person.large, false), (Size(columns: 160, rows: 60), true)] {
            var person = Person(size: size) { options in
                options.drawsQR = true
                options.qrHalfBlocks = false
            }
            person.submit()
            try person.reply(.redirect(reason: nil))
            try person.reachDeviceCode()
            person.press(.character("q"))
            var painter = Paint.painter(size, qr: Paint.qr(side: 33))
            painter.qrCells = .full
            let frame = painter.paint(person.screen)
            #expect(frame.text.contains("QR") == isShown)
            #expect(frame.text.contains(Person.address))
            #expect(frame.rows.contains { $0.runs.contains { $0.style.role == .qrDark } } == isShown)
        }
    }

    private func frame(_ exhibit: Exhibit, _ size: Size, isUTF8: Bool) -> Frame {
        let state = exhibit.state(size: size, isUTF8: isUTF8)
        return Paint.painter(size, isUTF8: isUTF8).paint(Screen(state, Person.english))
    }
}

extension Exhibit: CustomTestStringConvertible {
    public var testDescription: String { name }
}
