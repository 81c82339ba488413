import AuthFlow
import Screens
import Testing
import Wire

/// Anything may be pressed at any time, and the service may answer anything to it.
@Suite struct RandomKeysTests {
    struct Dice: RandomNumberGenerator {
        var state: UInt64
        /// SplitMix64 (Steele, Lea, Flood 2014).
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    static let keys: [Key] =
        "a@.1 nqpr\u{301}é".map { Key.character($0) }
        + [
            .enter, .enter, .enter, .tab, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left,
            .right, .home, .end, .pageUp, .pageDown, .insert, .function(1), .function(2), .function(12),
        ] + "abefkuwdhgijlmrtz".map { Key.control($0) } + "bfx".map { Key.alt($0) }
    static let actions: [ActionID] = [
        .submit, .back, .signIn, .emailCode, .deviceCode, .createAccount, .forgotPassword, .resendCode,
        .newDeviceCode, .showQR, .printPlainly, .showSecret, .more, .close, .help, .mailbox, .refreshMailbox,
        .redraw, .signOut, .switchAccount, .signInInstead, .resetPassword, .continueInBrowser,
        .sendEmailCode, .otherWay, .askAgain, .method(AuthMethod.ID("email")), .method(AuthMethod.ID("1")),
    ]
    static let sizes = [Person.large, Person.small, Size(columns: 120, rows: 40), Size(columns: 1, rows: 1)]

    @Test("No key traps, busy screens drop keys, and focus is always somewhere", arguments: 1...20)
    func walk(_ seed: UInt64) throws {
        var dice = Dice(state: seed)
        let modes: [AppOptions.Mode] = [.browse, .login, .deviceCode, .signUp, .resetPassword]
        var person = Self.person(modes[Int(seed % 5)], dice: &dice)
        for _ in 1...250 {
            if person.state.exitReason != nil { person = Self.person(.browse, dice: &dice) }
            let wasBusy = person.state.isBusy
            let before = person.state
            person.now += .milliseconds(Int.random(in: 0...400, using: &dice))
            switch Int.random(in: 0..<10, using: &dice) {
            case 0..<6:
                let key = Self.keys.randomElement(using: &dice) ?? .enter
                let quiet = person
                person.press(key)
                let isHeard = [.escape, .control("g"), .control("l")].contains(key)
                if wasBusy, !isHeard {
                    #expect(person.effects.isEmpty, "seed \(seed)")
                    var same = quiet
                    same.tell(.ticked)
                    #expect(person.state == same.state, "seed \(seed): \(key)")
                }
            case 6:
                if Bool.random(using: &dice) { Self.fill(&person) }
                person.paste(["a@b.c", "1234 5678\n", "pass\nword", ""].randomElement(using: &dice) ?? "")
            case 7: person.tell(.activated(Self.actions.randomElement(using: &dice) ?? .back))
            case 8: person.tell(.resized(Self.sizes.randomElement(using: &dice) ?? Person.large))
            default: try Self.answer(&person, dice: &dice)
            }
            check(person, seed: seed, before: before)
        }
    }

    private func check(_ person: Person, seed: UInt64, before: AppState) {
        let screen = person.screen
        #expect(!screen.title.isEmpty && !screen.title.contains("."), "seed \(seed)")
        // What a service called {x} is shown as it is.
        let words = Person.words(screen).replacing("{x}", with: "")
        #expect(!words.contains("{"), "seed \(seed): \(words)")
        if !screen.isBusy { #expect(person.focus != nil, "seed \(seed): \(screen.title)") }
        #expect(person.state.isBusy == screen.isBusy)
        if let tick = person.state.nextTick(after: person.now) { #expect(tick > person.now) }
        if person.state.isBusy, person.state.exitReason == nil {
            #expect(person.state.nextTick(after: person.now) != nil)
        }
    }

    private static func person(_ mode: AppOptions.Mode, dice: inout Dice) -> Person {
        let isSignedIn = Bool.random(using: &dice)
        return Person(mode) {
            $0.isDemo = true
            $0.drawsQR = true
            $0.account = isSignedIn ? AccountSummary(Person.tokens) : nil
        }
    }

    /// Whatever is asked, so that walks get beyond the first question.
    private static func fill(_ person: inout Person) {
        for case .field(let field) in person.screen.elements {
            switch field.id {
            case .email: person.fill(.email, "ada@example.com")
            case .code: person.fill(.code, "48213055")
            case .phone: person.fill(.phone, "+15555550100")
            case .attribute: person.fill(field.id, "1")
            default: person.fill(field.id, "Lovelace-1843")
            }
        }
        person.choose(.submit)
    }

    private static func answer(_ person: inout Person, dice: inout Dice) throws {
        guard !person.sent.isEmpty else { return }
        switch Int.random(in: 0..<18, using: &dice) {
        case 0, 9: try person.reply(.proceed(Person.token, expiresIn: nil))
        case 1: try person.reply(.challenge(.password, Person.token))
        case 2: try person.reply(Person.codeChallenge())
        case 3: try person.reply(.redirect(reason: "{x}"))
        case 4: try person.reachDeviceCode()
        case 5: try person.refuse(Person.wrongPassword)
        case 6: try person.fail(.serviceUnavailable)
        case 7: try person.authenticate()
        case 8: try person.refuse(Person.refusal("mfa_required"))
        case 10: try person.refuse(Person.refusal("registration_required"))
        case 11: try person.reply(.methods([Person.newEmail, Person.sms, Person.newPhone], Person.token))
        case 12:
            try person.refuse(
                WireError(
                    status: 400, error: "attributes_required", continuation: Person.token,
                    requiredAttributes: ["city", "{x}"].map {
                        RequiredAttribute(name: $0, type: "int", isRequired: false, regex: "^1")
                    }))
        case 13:
            try person.refuse(Person.refusal("attribute_validation_failed", attributes: ["city", "state"]))
        case 14: try person.reply(.submitted(Person.token, pollInterval: .seconds(2)))
        case 15:
            try person.reply(.poll([.succeeded, .inProgress].randomElement(using: &dice) ?? .failed, nil))
        case 16:
            let code = [50142, 500222, 1_003_037, 400002].randomElement(using: &dice) ?? 0
            try person.refuse(WireError(status: 400, error: "invalid_request", codes: [code]))
        default: try person.fireTimer()
        }
        if Int.random(in: 0..<3, using: &dice) == 0 { person.tell(.account(.signedOut)) }
        if Int.random(in: 0..<5, using: &dice) == 0 { person.tell(.resumed) }
    }
}
