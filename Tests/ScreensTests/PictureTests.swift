import Screens
import Testing

/// The pictures of the design, cell by cell, as `Snapshots/drawn-….txt`.
struct PictureTests {
    struct Picture: CustomTestStringConvertible {
        var name: String
        var size: Size
        var screen: Screen

        init(_ name: String, _ columns: Int, _ rows: Int, _ screen: Screen) {
            self.name = name
            size = Size(columns: columns, rows: rows)
            self.screen = screen
        }

        var testDescription: String { name }
    }

    static let pictures: [Picture] = [
        Picture("sign-in", 80, 24, Drawn.signIn()), Picture("refusal", 80, 24, Drawn.refusal),
        Picture("busy", 80, 24, Drawn.busy(phase: 2)), Picture("enter-code", 80, 24, Drawn.enterCode),
        Picture("details", 80, 24, Drawn.details()), Picture("device", 80, 24, Drawn.device),
        Picture("explanation", 80, 24, Drawn.explanation), Picture("account", 80, 24, Drawn.account),
        Picture("sign-in-small", 40, 12, Drawn.smallSignIn),
        Picture("device-small", 40, 12, Drawn.smallDevice),
        Picture("refusal-small", 40, 12, Drawn.smallRefusal),
        Picture("details-small", 40, 12, Drawn.details(focus: 2, count: 9)),
        Picture("details-scrolled", 80, 24, Drawn.details(focus: 8, count: 9)),
        Picture("device-wide", 132, 50, Drawn.device),
        Picture("too-small", 39, 11, Drawn.signIn()),
    ]

    @Test("each screen looks as drawn", arguments: pictures)
    func unicode(_ picture: Picture) throws {
        try expectSnapshot(Paint.painter(picture.size).paint(picture.screen), named: "drawn-" + picture.name)
    }

    @Test(
        "without UTF-8 the same in ASCII",
        arguments: pictures.filter {
            ["sign-in", "refusal", "busy", "device", "details-small"].contains($0.name)
        })
    func ascii(_ picture: Picture) throws {
        let frame = Paint.painter(picture.size, isUTF8: false).paint(picture.screen)
        #expect(frame.text.utf8.allSatisfy { $0 < 0x7F })
        try expectSnapshot(frame, named: "ascii-" + picture.name)
    }

    @Test("the QR code has a view of its own at 80×24, and stands beside the card from 104×30")
    func qr() throws {
        let qr = try #require(Paint.qr(side: 33))
        try expectSnapshot(
            Paint.painter(Size(columns: 80, rows: 24), qr: qr).paint(Drawn.qrView), named: "drawn-qr-view")
        try expectSnapshot(
            Paint.painter(Size(columns: 104, rows: 30), qr: qr).paint(Drawn.device), named: "drawn-qr-beside")
    }
}
