import AuthFlow
import Screens
import Testing
import Wire

@Suite struct AppStateTests {
    // MARK: - Where it opens, and how it is left

    struct Opening: Sendable, CustomTestStringConvertible {
        var mode: AppOptions.Mode
        var isSignedIn = false
        var title: String
        var reason: ExitReason
        var testDescription: String { title }

        static let all = [
            Self(mode: .browse, title: "Welcome", reason: .cancelled),
            Self(mode: .browse, isSignedIn: true, title: "Your account", reason: .left),
            Self(mode: .login, title: "Sign in", reason: .cancelled),
            Self(mode: .login, isSignedIn: true, title: "Sign in", reason: .cancelled),
        ]
    }

    @Test("Esc, Ctrl-G and Ctrl-C leave the first screen", arguments: Opening.all)
    func openings(_ row: Opening) {
        for key in [Key.escape, .control("g"), .control("c")] {
            var person = Person(row.mode) {
                $0.account = row.isSignedIn ? AccountSummary(Person.tokens) : nil
            }
            #expect(person.screen.title == row.title)
            #expect(person.screen.keys.contains(Screen.KeyHint("Esc", "leave")))
            #expect(person.effects.isEmpty)
            person.press(key)
            #expect(person.effects == [.exit(row.reason)])
            person.press(.enter)
            #expect(person.effects.isEmpty)
        }
    }

    @Test(
        "Where nobody signs in here, every way leads to the browser",
        arguments: [AppOptions.Mode.login, .browse])
    func elsewhereOnly(_ mode: AppOptions.Mode) {
        var person = Person(mode) { $0.signsInHere = false }
        if mode == .browse {
            #expect(person.actions == [.signIn, .help, .leave])
            person.press(.enter)
        }
        #expect(person.screen.title == "Continue in your browser")
        #expect(person.sent == [.deviceAuthorize(scopes: ["openid"])])
    }

    @Test(
        "A device code at once: leaving it stops the request and cancels",
        arguments: [Key.escape, .control("c")])
    func deviceOpening(_ key: Key) {
        var person = Person(.deviceCode)
        #expect(person.screen.title == "Continue in your browser")
        #expect(person.sent == [.deviceAuthorize(scopes: ["openid"])])
        person.press(key)
        #expect(person.effects == [.flow(.abandon(RequestID(1))), .exit(.cancelled)])
    }

    @Test("An end from outside gives up what is outstanding")
    func endRequested() {
        var person = Person()
        person.submit()
        person.tell(.endRequested)
        #expect(person.effects == [.flow(.abandon(RequestID(1))), .exit(.cancelled)])
    }

    @Test("The end of input says what the last answer said, or that the person left")
    func inputEnded() throws {
        var person = Person { $0.isPlain = true }
        person.tell(.filled(.email, Secret("ada@example.com")))
        person.tell(.filled(.password, Secret("x")))
        person.tell(.activated(.submit))
        person.tell(.inputEnded)
        #expect(person.effects.isEmpty)
        try person.reachPassword()
        try person.refuse(Person.wrongPassword)
        var later = person
        person.tell(.inputEnded)
        guard case .failed(let problem)? = person.state.exitReason else {
            Issue.record("\(String(describing: person.state.exitReason))")
            return
        }
        #expect(problem.kind == .invalidCredentials)
        later.tell(.filled(.email, Secret("b@example.com")))
        later.tell(.inputEnded)
        #expect(later.state.exitReason == .cancelled)
    }

    @Test("The end of input after a step back is the person's, whatever was refused before")
    func inputEndedAfterBack() throws {
        var person = Person(.resetPassword) { $0.isPlain = true }
        person.tell(.filled(.email, Secret("ada@example.com")))
        person.tell(.activated(.submit))
        try person.refuse(WireError(status: 400, error: "user_not_found"))
        person.tell(.filled(.code, Secret("12345678")))
        person.tell(.activated(.submit))
        var refused = person
        refused.tell(.inputEnded)
        guard case .failed(let problem)? = refused.state.exitReason else {
            Issue.record("\(String(describing: refused.state.exitReason))")
            return
        }
        #expect(problem.kind == .invalidCode)
        person.tell(.activated(.back))
        #expect(person.screen.title == "Reset password")
        person.tell(.inputEnded)
        #expect(person.state.exitReason == .cancelled)
    }

    @Test("A device code waits on without input")
    func deviceWithoutInput() throws {
        var person = Person(.deviceCode) { $0.isPlain = true }
        try person.reachDeviceCode()
        person.tell(.inputEnded)
        #expect(person.state.exitReason == nil)
        #expect(person.screen.elements.contains(.code("WDJB-MJHT")))
    }

    // MARK: - Moving

    @Test("Tab and the arrows go round fields and actions; Enter goes on to the next field")
    func focus() {
        var person = Person()
        let order = [
            "Email", "Password", "Sign in", "Use an email code", "Create an account", "Forgot password?",
            "Sign in another way", "More…",
        ]
        for key in [Key.tab, .down] {
            for name in order {
                #expect(person.focus == name)
                person.press(key)
            }
        }
        for key in [Key.backTab, .up] {
            for name in order.reversed() {
                person.press(key)
                #expect(person.focus == name)
            }
        }
        person.press(.enter)
        #expect(person.focus == "Password")
        person.press(.tab, .right)
        #expect(person.focus == "Use an email code")
        person.press(.left)
        #expect(person.focus == "Sign in")
    }

    struct Typing: Sendable, CustomTestStringConvertible {
        var keys: [Key]
        var value: String
        var cursor: Int
        var testDescription: String { "\(keys)" }

        static let all = [
            Self(keys: [.control("a"), .character("x")], value: "xab cd", cursor: 1),
            Self(keys: [.control("a"), .control("e"), .character("x")], value: "ab cdx", cursor: 6),
            Self(keys: [.control("b"), .control("b"), .control("k")], value: "ab ", cursor: 3),
            Self(keys: [.home, .control("f"), .control("u")], value: "b cd", cursor: 0),
            Self(keys: [.control("w")], value: "ab ", cursor: 3),
            Self(keys: [.alt("b"), .delete], value: "ab d", cursor: 3),
            Self(keys: [.home, .alt("f"), .character("!")], value: "ab! cd", cursor: 3),
            Self(keys: [.left, .backspace, .right, .end], value: "ab d", cursor: 4),
            Self(keys: [.control("a"), .control("d"), .control("h")], value: "b cd", cursor: 0),
            Self(keys: [.insert, .function(9), .alt("x"), .control("y")], value: "ab cd", cursor: 5),
        ]
    }

    @Test("Line editing as in readline", arguments: Typing.all)
    func typing(_ row: Typing) {
        var person = Person()
        person.type("ab cd")
        for key in row.keys { person.press(key) }
        #expect(person.field(.email)?.value == row.value)
        #expect(person.field(.email)?.cursor == row.cursor)
    }

    @Test("VB-05, VB-06 resizes keep what is typed, and the focus")
    func resize() {
        var person = Person()
        person.type("ada@example.com")
        person.press(.tab)
        person.type("Love")
        let before = person.screen
        for size in [Person.small, Size(columns: 1, rows: 1), Size(columns: 200, rows: 60)] {
            person.tell(.resized(size))
            #expect(person.focus == "Password")
        }
        person.type("lace")
        person.press(.backspace, .backspace, .backspace, .backspace)
        person.tell(.resized(Person.large))
        #expect(person.screen == before)
    }

    @Test("A focus that a small screen has no room for falls back to the first stop")
    func vanishedFocus() {
        var person = Person()
        person.press(.backTab, .backTab)
        #expect(person.focus == "Sign in another way")
        person.tell(.resized(Person.small))
        #expect(person.focus == "Email")
    }

    @Test("Every command behind a key is among the actions, or one step behind More… or Help")
    func reachable() {
        var person = Person(.browse) { $0.isDemo = true }
        #expect(Set(person.actions).isSuperset(of: [.help, .mailbox, .leave]))
        person.tell(.activated(.help))
        #expect(person.actions == [.back, .redraw])
        person.press(.escape, .enter)
        person.tell(.activated(.more))
        #expect(Set(person.actions).isSuperset(of: [.showSecret, .help, .mailbox, .redraw, .back]))
        person.tell(.activated(.redraw))
        #expect(person.effects == [.redraw])
        #expect(person.screen.title == "Sign in")
    }

    // MARK: - Busy

    @Test("VB-36 while a request runs only Esc, Ctrl-G, Ctrl-C and Ctrl-L are heard")
    func busy() {
        var person = Person()
        person.submit()
        let before = person.state
        for key in [
            Key.character("x"), .enter, .tab, .backspace, .up, .function(1), .function(2), .control("t"),
            .control("r"), .control("z"), .control("u"), .delete,
        ] {
            person.press(key)
            #expect(person.effects.isEmpty)
            #expect(person.state == before)
        }
        person.paste("x")
        person.tell(.filled(.email, Secret("x")))
        person.tell(.activated(.submit))
        #expect(person.state == before)
        person.press(.control("l"))
        #expect(person.effects == [.redraw])
        #expect(person.screen.keys == [Screen.KeyHint("Esc", "cancel")])
        for key in [Key.escape, .control("g"), .control("c")] {
            var one = person
            one.press(key)
            #expect(one.effects == [.flow(.abandon(RequestID(1)))])
            #expect(one.screen.isBusy == false)
            #expect(one.notice == nil)
            #expect(one.field(.email)?.value == "ada@example.com")
            #expect(one.field(.password)?.value.count == 13)
            #expect(one.state.exitReason == nil)
        }
    }

    @Test("Progress shows after 150 ms, moves eight times a second, and says after 5 s whom it waits for")
    func progress() {
        var person = Person()
        person.now = .seconds(10)
        person.submit()
        let start = person.now
        var moment = start
        var seen: [Duration] = []
        for _ in 1...4 {
            moment = person.state.nextTick(after: moment) ?? .zero
            seen.append(moment - start)
        }
        #expect(seen == [150, 275, 400, 525].map { .milliseconds($0) })
        #expect(!person.words.contains("Signing in…"))
        #expect(person.actions.contains(.submit))
        person.now = start + .milliseconds(400)
        person.tell(.ticked)
        #expect(person.words.contains("Signing in…\nEsc cancel"))
        #expect(
            person.screen.elements.contains(
                .progress(.init(phase: 2, verb: "Signing in…", stop: "Esc cancel"))))
        person.now = start + .seconds(5)
        person.tell(.ticked)
        #expect(person.words.contains("Still waiting for contoso.ciamlogin.com…"))
    }

    @Test("VB-78 line prompts are woken to say that they wait, not for a spinner")
    func plainWaiting() {
        var person = Person { $0.isPlain = true }
        person.tell(.filled(.email, Secret("ada@example.com")))
        person.tell(.filled(.password, Secret("x")))
        person.now = .seconds(10)
        person.tell(.activated(.submit))
        #expect(person.state.nextTick(after: .seconds(10)) == .seconds(15))
        person.now = .seconds(15)
        person.tell(.ticked)
        #expect(person.words.contains("Still waiting for contoso.ciamlogin.com…"))
        #expect(person.state.nextTick(after: .seconds(15)) == .seconds(45))
    }

    @Test("A screen that waits for nothing asks for no wake-up")
    func idle() throws {
        var person = Person(.browse)
        #expect(person.state.nextTick(after: .zero) == nil)
        person.press(.enter)
        person.type("ada@example.com")
        #expect(person.state.nextTick(after: .zero) == nil)
    }

    @Test("A countdown asks for one wake-up a second, until it ends")
    func countdown() throws {
        var person = Person(.deviceCode)
        person.now = .milliseconds(300)
        try person.reachDeviceCode()
        let tick = { person.state.nextTick(after: $0) }
        #expect(tick(.milliseconds(300)) == .milliseconds(1300))
        #expect(tick(.milliseconds(900)) == .milliseconds(1300))
        #expect(tick(.milliseconds(1300)) == .milliseconds(2300))
        #expect(tick(.milliseconds(899_900)) == .milliseconds(900_300))
        #expect(tick(.milliseconds(900_300)) == nil)
    }

    @Test("A late answer to a request that was left moves nothing")
    func lateAnswers() throws {
        var person = Person(.browse)
        person.press(.enter)
        person.submit()
        person.press(.escape, .escape)
        #expect(person.screen.title == "Welcome")
        person.press(.enter)
        person.submit("b@example.com", "y")
        let before = person.state
        person.tell(.flow(.replied(RequestID(1), .proceed(Person.token, expiresIn: nil))))
        #expect(person.state == before)
        try person.reply(.proceed(Person.token, expiresIn: nil))
        #expect(person.sent.last == .challenge(Person.token, method: nil))
    }

    @Test("A refusal that waits for its moment can be left as well")
    func heldRefusal() throws {
        var person = Person { $0.signIn.refusalDelay = .seconds(2) }
        person.submit()
        try person.reachPassword()
        try person.refuse(Person.wrongPassword)
        #expect(person.screen.isBusy)
        #expect(person.notice == nil)
        var waiting = person
        person.press(.escape)
        #expect(person.screen.isBusy == false)
        #expect(person.notice == nil)
        try waiting.fireTimer()
        #expect(waiting.notice?.kind == .error)
    }
}
