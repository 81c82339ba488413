import AuthFlow
import Screens
import Testing
import Wire

/// The screens of real states, as `Snapshots/NAME-SIZE.txt`.
struct StateSnapshotTests {
    struct Scene: CustomTestStringConvertible {
        var name: String
        var reach: @Sendable (inout Person) throws -> Void
        var mode: AppOptions.Mode = .login
        var isDemo = false

        var testDescription: String { name }
    }

    static let scenes: [Scene] = [
        Scene(name: "welcome", reach: { _ in }, mode: .browse),
        Scene(name: "sign-in", reach: { $0.type("ada@example.com") }),
        Scene(name: "sign-in-empty", reach: { $0.press(.tab, .enter) }),
        Scene(name: "sign-in-busy") { person in
            person.submit()
            person.now += .milliseconds(500)
            person.tell(.ticked)
        },
        Scene(name: "sign-in-slow") { person in
            person.submit()
            person.now += .seconds(6)
            person.tell(.ticked)
        },
        Scene(name: "sign-in-refused") { person in
            person.submit()
            try person.reachPassword()
            try person.refuse(Person.wrongPassword)
        },
        Scene(name: "sign-in-outage") { person in
            person.submit()
            try person.fail(.unreachable(.timedOut(host: "contoso.ciamlogin.com")), correlationID: "1f0a-77")
        },
        Scene(name: "enter-code") { person in
            person.submit()
            try person.reachCode()
            person.type("482130")
        },
        Scene(name: "device") { person in
            person.submit()
            try person.reply(.redirect(reason: "This user must use a browser."))
            try person.reachDeviceCode()
            person.now += .seconds(28)
            person.tell(.ticked)
        },
        Scene(name: "password") { person in
            person.type("ada@example.com")
            person.tell(.activated(.emailCode))
            try person.reachPassword()
        },
        Scene(name: "enter-code-refused") { person in
            person.submit()
            try person.reachCode()
            person.type("482130")
            person.press(.enter)
            try person.refuse(Person.wrongCode)
        },
        Scene(name: "device-expired") { person in
            person.tell(.activated(.deviceCode))
            try person.reachDeviceCode()
            person.now += .seconds(900)
            try person.fireTimer()
        },
        Scene(name: "account", reach: { try signIn(&$0) }, mode: .browse),
        Scene(name: "help", reach: { $0.press(.function(1)) }),
        Scene(name: "more") { person in
            for _ in 0..<person.actions.count + 1 where person.focus != "More…" { person.press(.tab) }
            person.press(.enter)
        },
        Scene(
            name: "mailbox",
            reach: { person in
                person.press(.function(2))
                person.tell(
                    .mailbox(
                        .received([
                            Mail(
                                to: "grace@example.com", channel: "email", code: "48213055",
                                purpose: "signIn",
                                at: 1000)
                        ])))
            }, isDemo: true),
    ]

    private static func signIn(_ person: inout Person) throws {
        person.press(.enter)
        person.submit()
        try person.reachPassword()
        try person.authenticate()
    }

    @Test(
        "each state is painted as accepted", arguments: scenes,
        [Size(columns: 80, rows: 24), .minimum, Size(columns: 132, rows: 50)])
    func states(_ scene: Scene, _ size: Size) throws {
        let name = "\(scene.name)-\(size.columns)x\(size.rows)"
        try expectSnapshot(try frame(scene, size, isUTF8: true), named: name)
    }

    @Test("each state is painted in ASCII", arguments: scenes)
    func ascii(_ scene: Scene) throws {
        let frame = try frame(scene, Person.large, isUTF8: false)
        #expect(frame.text.utf8.allSatisfy { $0 < 0x7F })
        #expect(!frame.text.dropFirst().contains("?") || frame.text.contains("Forgot password?"))
        try expectSnapshot(frame, named: scene.name + "-ascii")
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

    private func frame(_ scene: Scene, _ size: Size, isUTF8: Bool) throws -> Frame {
        var person = Person(scene.mode, size: size) { options in
            options.isDemo = scene.isDemo
            options.isUTF8 = isUTF8
        }
        try scene.reach(&person)
        return Paint.painter(size, isUTF8: isUTF8).paint(person.screen)
    }
}
