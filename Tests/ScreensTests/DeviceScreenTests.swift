import AuthFlow
import Screens
import Testing
import Wire

@Suite struct DeviceScreenTests {
    private func waiting(
        _ size: Size = Person.large, _ change: (inout AppOptions) -> Void = { _ in }
    ) throws -> Person {
        var person = Person(.deviceCode, size: size, change)
        try person.reachDeviceCode()
        return person
    }

    /// From the form, because the service wants a browser.
    private func demanded(reason: String? = nil) throws -> Person {
        var person = Person()
        person.submit("linus@example.com", "secret")
        try person.reply(.redirect(reason: reason))
        return person
    }

    @Test("VB-61, VB-62 address and code, who asks, and advice", arguments: [Person.large, Person.small])
    func picture(_ size: Size) throws {
        let person = try waiting(size)
        #expect(person.screen.title == "Continue in your browser")
        #expect(person.screen.elements.contains(.address(Person.address)))
        #expect(person.screen.elements.contains(.code("WDJB-MJHT")))
        #expect(person.words.contains("kiosk-7"))
        #expect(person.words.contains("Never pass the code on."))
        #expect(person.screen.isBusy == false)
    }

    @Test("VB-62 whose sign-in it is, and what to do when it is blocked")
    func advice() throws {
        var person = try demanded()
        try person.reachDeviceCode()
        #expect(person.notice == Screen.Notice(.explanation, "This sign-in needs a browser."))
        #expect(person.words.contains("vestibule on kiosk-7, for linus@example.com"))
        #expect(person.words.contains("access is blocked"))
    }

    @Test("VB-49, VB-64 Back returns to the form with what was typed, and polling stops")
    func back() throws {
        for key in [Key.escape, .control("g"), .control("c")] {
            var person = try demanded()
            #expect(person.sent.last == .deviceAuthorize(scopes: ["openid"]))
            try person.reachDeviceCode()
            person.press(key)
            guard case .flow(.stopWaiting)? = person.effects.first else {
                Issue.record("the timer goes on")
                return
            }
            #expect(person.screen.title == "Sign in")
            #expect(person.field(.email)?.value == "linus@example.com")
            #expect(person.field(.password)?.value == "")
            #expect(person.notice == nil)
        }
    }

    @Test(
        "VB-64 while the code is being asked for Esc and Ctrl-C stop that too",
        arguments: [Key.escape, .control("c")])
    func backEarly(_ key: Key) throws {
        var person = try demanded()
        #expect(person.screen.isBusy)
        person.press(key)
        #expect(person.screen.title == "Sign in")
        #expect(person.notice == nil)
    }

    @Test("Declined in the browser: back on the form, and no word about it")
    func declined() throws {
        var form = Person()
        form.type("linus@example.com")
        let before = form.screen
        form.press(.tab, .tab, .tab, .tab, .tab, .tab, .enter)
        try form.reachDeviceCode()
        form.now += .seconds(5)
        try form.fireTimer()
        try form.refuse(WireError(status: 400, error: "authorization_declined"))
        #expect(form.words == Person.words(before))
        #expect(form.notice == nil)
        #expect(form.focus == "Sign in another way")
    }

    @Test("The service's reason is data: shown cleaned, on the help page only")
    func reason() throws {
        var person = try demanded(reason: "use\u{1B}[31m a \u{202E}browser")
        try person.reachDeviceCode()
        #expect(!person.words.contains("The service says"))
        person.press(.function(1))
        #expect(person.words.contains("The service says: use a browser"))
    }

    @Test("VB-63 the code and the address are cleaned on the way to the screen")
    func cleaned() throws {
        var person = Person(.deviceCode)
        var grant = Person.grant
        grant.userCode = "AB\u{1B}]0;x\u{07}CD"
        try person.reply(.device(grant))
        #expect(person.screen.elements.contains(.code("ABCD")))
        person.type("p")
        #expect(person.effects == [.printPlainly([Person.address, "ABCD"])])
    }

    @Test("VB-55 one key prints address and code on lines of their own")
    func printPlainly() throws {
        var person = try waiting(Person.small)
        person.type("p")
        #expect(person.effects == [.printPlainly([Person.address, "WDJB-MJHT"])])
    }

    @Test("VB-53 the countdown runs out, polling stops, one key gets a new code; after three it ends")
    func expiry() throws {
        var person = try waiting()
        #expect(person.words.contains("expires in 15:00"))
        person.now = .milliseconds(30_500)
        person.tell(.ticked)
        #expect(person.words.contains("expires in 14:30"))
        for round in 1...3 {
            person.now += .seconds(900)
            try person.fireTimer()
            guard round < 3 else { break }
            #expect(person.notice?.text == "That code has run out. Get a new one.")
            #expect(person.actions == [.newDeviceCode, .back])
            #expect(!person.words.contains("WDJB"))
            #expect(person.state.nextTick(after: person.now) == nil)
            person.type("n")
            try person.reachDeviceCode()
            #expect(person.notice == nil)
        }
        #expect(person.state.exitReason == .failed(Problem(.deviceCodeExpired)))
    }

    @Test("VB-53 after three codes the form is back, and says why")
    func expiryFromForm() throws {
        var person = try demanded()
        for round in 1...3 {
            try person.reachDeviceCode()
            person.now += .seconds(900)
            try person.fireTimer()
            if round < 3 { person.press(.enter) }
        }
        #expect(person.screen.title == "Sign in")
        #expect(person.notice == Screen.Notice(.error, "That code has run out. Get a new one."))
        #expect(person.field(.email)?.value == "linus@example.com")
    }

    @Test("A key that is held down takes no code away that was got just now")
    func renewalPause() throws {
        var person = try waiting(Person.small)
        let asked = person.sent.count
        person.press(.enter)
        try person.reachDeviceCode()
        for _ in 0..<100 { person.press(.enter) }
        #expect(person.sent.count == asked + 1)
        person.now += .seconds(5)
        person.press(.enter)
        #expect(person.sent.count == asked + 2)
    }

    @Test("VB-52 a code that the service does not know is renewed in place")
    func unknownCode() throws {
        var person = try waiting()
        person.now += .seconds(5)
        try person.fireTimer()
        try person.refuse(WireError(status: 400, error: "bad_verification_code"))
        #expect(person.notice?.text == "The service does not know that code any more. Get a new one.")
        person.press(.control("r"))
        #expect(person.sent.last == .deviceAuthorize(scopes: ["openid"]))
    }

    @Test("A new code can be had while one is out")
    func newCode() throws {
        var person = try waiting()
        person.type("n")
        #expect(person.effects.first.map { if case .flow(.stopWaiting) = $0 { true } else { false } } == true)
        #expect(person.screen.isBusy)
        #expect(person.sent.count == 2)
    }

    // MARK: - QR

    struct Room: Sendable, CustomTestStringConvertible {
        var size: Size
        var draws = true
        var isBeside = false
        var isOffered = false
        var testDescription: String { "\(size.columns)×\(size.rows)\(draws ? "" : " without QR")" }

        static let all = [
            Self(size: Size(columns: 80, rows: 24), isOffered: true),
            Self(size: Size(columns: 80, rows: 20)),
            Self(size: Size(columns: 104, rows: 30), isBeside: true),
            Self(size: Size(columns: 103, rows: 30), isOffered: true),
            Self(size: Size(columns: 104, rows: 24), isOffered: true),
            Self(size: Size(columns: 40, rows: 12)),
            Self(size: Size(columns: 104, rows: 30), draws: false),
        ]
    }

    @Test("VB-58, VB-59 a QR beside the text, behind a key, or not a word about one", arguments: Room.all)
    func qr(_ room: Room) throws {
        var person = try waiting(room.size) { $0.drawsQR = room.draws }
        #expect((person.screen.qrText != nil) == room.isBeside)
        #expect(person.actions.contains(.showQR) == room.isOffered)
        #expect(person.words.contains("QR") == (room.isBeside || room.isOffered))
        #expect(person.screen.elements.contains(.address(Person.address)))
        #expect(person.screen.elements.contains(.code("WDJB-MJHT")))
        person.type("q")
        #expect(person.screen.qrView == room.isOffered)
        guard room.isOffered else { return }
        #expect(person.screen.qrText == Person.address)
        #expect(person.screen.elements.contains(.code("WDJB-MJHT")))
        #expect(person.actions == [.back, .newDeviceCode, .printPlainly])
        person.tell(.resized(Person.small))
        #expect(!person.screen.qrView)
        #expect(person.screen.elements.contains(.address(Person.address)))
        person.tell(.resized(room.size))
        person.press(.escape)
        #expect(!person.screen.qrView)
        #expect(person.screen.title == "Continue in your browser")
    }

    @Test("The QR holds the complete address, where there is one")
    func completeAddress() throws {
        var person = Person(.deviceCode, size: Size(columns: 132, rows: 50)) { $0.drawsQR = true }
        var grant = Person.grant
        grant.verificationURIComplete = Person.address + "?code=WDJB-MJHT"
        try person.reply(.device(grant))
        #expect(person.screen.qrText == Person.address + "?code=WDJB-MJHT")
        #expect(person.screen.elements.contains(.address(Person.address)))
    }

    @Test(
        "A QR's size follows ISO/IEC 18004, table 7, level M",
        arguments: [(14, 29), (15, 33), (54, 41), (62, 41), (63, 45), (213, 65)])
    func qrSizes(_ bytes: Int, _ side: Int) {
        let text = String(repeating: "x", count: bytes)
        #expect(QRSize(text, halfBlocks: true)?.columns == side)
        #expect(QRSize(text, halfBlocks: true)?.rows == (side + 1) / 2)
        #expect(QRSize(text, halfBlocks: false)?.columns == side * 2)
        #expect(QRSize(text + String(repeating: "x", count: 200), halfBlocks: true) == nil)
    }

    @Test("At 40×12 the countdown stands in the header, and a new code is what Enter does")
    func small() throws {
        let person = try waiting(Person.small)
        #expect(person.screen.header.right == "15:00")
        #expect(person.actions == [.newDeviceCode, .printPlainly, .more])
        #expect(person.focus == "New code")
    }

    @Test("Approved: the person is where they wanted to be")
    func approved() throws {
        var person = try demanded()
        try person.reachDeviceCode()
        person.now += .seconds(5)
        try person.fireTimer()
        try person.authenticate()
        #expect(person.state.exitReason == .signedIn(Person.tokens))
    }
}
