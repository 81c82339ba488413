import AuthFlow
import Resources
import Screens
import Testing
import Wire

@testable import Terminal

/// Whole conversations line by line: what is written, in which order, and what the service gets.
@MainActor @Suite struct PlainFlowTests {
    /// The screens and the front end, with the service's answers in hand.
    @MainActor struct Talk {
        var state: AppState
        let front: PlainFrontEnd
        let input: Ends
        let output: Ends
        var sent: [WireRequest] = []
        private var now = Duration.zero
        private var outstanding = 0

        static let words: Strings = {
            var size = 0
            let start = resources_locale("en", &size)
            return Strings(Array(UnsafeBufferPointer(start: start, count: size)))
        }()

        init(_ mode: AppOptions.Mode, given email: String? = nil) throws {
            input = try .pipe()
            output = try .pipe()
            var options = AppOptions(
                mode: mode,
                signIn: SignInOptions(scopes: ["openid"], username: email, concealsAccounts: true),
                tenantName: "Contoso", serviceHost: "contoso.ciamlogin.com", hostName: "kiosk-7")
            options.isPlain = true
            state = AppState(options: options, size: Size(columns: 80, rows: 24), at: .zero)
            front = PlainFrontEnd(
                input: input.reading, output: output.writing, strings: Self.words, isUTF8: true,
                given: email.map { [.email: Secret($0)] } ?? [:], wake: {})
            tell(.flow(.started))
            settle()
        }

        /// Types lines; gives what was written since the last time.
        mutating func says(_ lines: String...) -> String {
            for line in lines { input.write(line + "\n") }
            settle()
            return output.text()
        }

        mutating func reply(_ reply: WireReply) { answer(.replied(RequestID(outstanding), reply)) }
        mutating func refuse(_ error: WireError) { answer(.refused(RequestID(outstanding), error)) }
        mutating func fireTimer() { answer(.timerFired(TimerID(outstanding))) }
        mutating func proceed() { reply(.proceed(token, expiresIn: nil)) }

        mutating func sendCode(_ channel: Channel = .email, to target: String = "a***a@example.com") {
            let challenge = CodeChallenge(channel: channel, target: target, length: 8, interval: nil)
            reply(.challenge(.code(challenge), token))
        }

        mutating func endInput() {
            input.closeWriting()
            settle()
        }

        private mutating func answer(_ event: FlowEvent) {
            tell(.flow(event))
            settle()
        }

        private mutating func tell(_ event: AppEvent) {
            for case .flow(let effect) in state.handle(event, at: now) {
                switch effect {
                case .send(let id, let request):
                    outstanding = id.number
                    sent.append(request)
                case .wait(let id, _, _): outstanding = id.number
                case .abandon, .stopWaiting, .save: break
                }
            }
        }

        /// As the loop does it: until nothing more happens by itself.
        private mutating func settle() {
            while state.exitReason == nil {
                front.show(Screen(state, Self.words))
                let events = front.events()
                if events.isEmpty { return }
                for event in events { tell(event) }
            }
        }
    }

    private static let token = ContinuationToken("token")
    private static func refusal(_ suberror: String, attributes: [String] = []) -> WireError {
        WireError(
            status: 400, error: "invalid_grant", suberror: suberror, continuation: token,
            invalidAttributes: attributes)
    }

    @Test("sign-up: Email, Password, Confirm password, Code, then the attributes in the tenant's order")
    func signUp() throws {
        var talk = try Talk(.signUp)
        #expect(talk.says() == "Email: ")
        #expect(talk.says("ada@example.com") == "\nPassword: ")
        #expect(talk.says("Lovelace-1843") == "\nConfirm password: ")
        #expect(talk.says("Lovelace-1843") == "\n")
        #expect(
            talk.sent == [
                .signUpStart(
                    username: "ada@example.com", password: Secret("Lovelace-1843"), attributes: [:])
            ])
        talk.proceed()
        talk.sendCode()
        #expect(talk.says() == "We sent a code to ada@example.com, to see that it is yours.\nCode: ")
        #expect(talk.says("48213055") == "\n")
        talk.refuse(
            WireError(
                status: 400, error: "attributes_required", continuation: Self.token,
                requiredAttributes: [
                    RequiredAttribute(name: "displayName", type: "string", isRequired: true, regex: nil),
                    RequiredAttribute(name: "city", type: "string", isRequired: true, regex: nil),
                    RequiredAttribute(
                        name: "extension_2588abcd_loyaltyNumber", type: "string", isRequired: false,
                        regex: nil),
                ]))
        #expect(talk.says() == "Display name: ")
        #expect(talk.says("Ada") == "\nCity: ")
        #expect(talk.says("L0nd0n") == "\nOptional: Enter alone skips it.\nLoyalty number: ")
        #expect(talk.says("") == "\n")
        #expect(
            talk.sent.last
                == .signUpContinue(.attributes(["displayName": "Ada", "city": "L0nd0n"]), Self.token))

        talk.refuse(Self.refusal("attribute_validation_failed", attributes: ["city"]))
        #expect(talk.says() == "✗ This city was not accepted.\nCity [L0nd0n]: ", "the same question alone")
        #expect(talk.says("London") == "\n")
        #expect(
            talk.sent.last
                == .signUpContinue(.attributes(["displayName": "Ada", "city": "London"]), Self.token))
        talk.proceed()
        #expect(
            talk.sent.last
                == .token(.continuation(Self.token, username: "ada@example.com"), scopes: ["openid"]))
    }

    @Test("sign-up: a refusal asks again from Email, and its end tells which")
    func signUpRefused() throws {
        var talk = try Talk(.signUp, given: "ada@example.com")
        #expect(talk.says() == "Password: ")
        #expect(
            talk.says("one", "two")
                == "\nConfirm password: \n✗ This is not the same password. Enter it once more.\nEmail [ada@example.com]: "
        )
        #expect(talk.says("", "one", "one") == "\nPassword: \nConfirm password: \n")
        talk.refuse(WireError(status: 400, error: "user_already_exists", codes: [1_003_037]))
        #expect(
            talk.says()
                == "✗ There is an account with this address already.\nℹ Enter alone shows what else can be done.\n"
                + "Email [ada@example.com]: ")
        talk.endInput()
        guard case .failed(let problem)? = talk.state.exitReason else {
            Issue.record("\(String(describing: talk.state.exitReason))")
            return
        }
        #expect(problem.kind == .userAlreadyExists)
    }

    @Test(
        "sign-up: at an address that has an account Enter alone shows the ways on, which take the address along",
        arguments: [
            ("1", "\nEmail [ada@example.com]: "),
            (
                "2",
                "\nWe send a code to your address. With it you choose a new password.\nEmail [ada@example.com]: "
            ),
            ("3", "\n"),
        ])
    func signUpInstead(choice: String, next: String) throws {
        var talk = try Talk(.signUp)
        _ = talk.says("ada@example.com", "one", "one")
        talk.refuse(WireError(status: 400, error: "user_already_exists", codes: [1_003_037]))
        _ = talk.says()
        #expect(talk.says("") == "\n1. Sign in instead\n2. Reset password\n3. Leave\nChoice: ")
        #expect(talk.says(choice) == next)
        #expect((talk.state.exitReason == .cancelled) == (choice == "3"))
    }

    @Test("sign-up: another address goes on as ever")
    func signUpOtherwise() throws {
        var talk = try Talk(.signUp)
        _ = talk.says("ada@example.com", "one", "one")
        talk.refuse(WireError(status: 400, error: "user_already_exists", codes: [1_003_037]))
        _ = talk.says("grace@example.com", "one", "one")
        #expect(
            talk.sent.last
                == .signUpStart(username: "grace@example.com", password: Secret("one"), attributes: [:]))
    }

    private func signedIn(_ suberror: String, _ methods: [AuthMethod]) throws -> Talk {
        var talk = try Talk(.login)
        _ = talk.says("alan@example.com", "Enigma-1912")
        talk.proceed()
        talk.reply(.challenge(.password, Self.token))
        talk.refuse(Self.refusal(suberror))
        talk.reply(.methods(methods, Self.token))
        return talk
    }

    private static let email = AuthMethod(
        id: .init("1"), challengeType: .oneTimeCode, channel: .email, loginHint: "a***n@example.com")
    private static let sms = AuthMethod(
        id: .init("2"), challengeType: .oneTimeCode, channel: .sms, loginHint: "+1********6")
    private static let phone = AuthMethod(
        id: .init("sms"), challengeType: .oneTimeCode, channel: .sms, loginHint: nil)

    @Test("second factor: numbered ways, a code, and at an empty answer a new code, another way, back")
    func secondFactor() throws {
        var talk = try signedIn("mfa_required", [Self.email, Self.sms])
        #expect(
            talk.says()
                == """
                To sign in, enter a code that we send you. Choose where.
                1. Email a***n@example.com
                2. Text message +1********6
                3. Back
                Choice:\u{20}
                """)
        #expect(talk.says("2") == "\n")
        talk.sendCode(.sms, to: "+1********6")
        #expect(talk.says() == "We sent an 8-digit code by text message to +1********6.\nCode: ")
        #expect(
            talk.says("") == "\n1. Send a new code\n2. Use another way to verify\n3. Back\nChoice: ")
        #expect(talk.says("2").contains("\n1. Email a***n@example.com\n"))
        #expect(talk.says("1") == "\n")
        talk.sendCode(to: "a***n@example.com")
        #expect(talk.says() == "We sent an 8-digit code to a***n@example.com.\nCode: ")
        _ = talk.says("11111111")
        talk.refuse(Self.refusal("invalid_oob_value"))
        #expect(talk.says() == "✗ That code is not right. Check it or get a new one.\nCode: ")
    }

    @Test("registration with one kind: no choice, Phone number, Code")
    func registration() throws {
        var talk = try signedIn("registration_required", [Self.phone])
        #expect(
            talk.says()
                == """
                Enter a phone number that we may send codes to.
                With + and the country code, as in +1 555 555 0100.
                Phone number:\u{20}
                """)
        #expect(
            talk.says("555 0100")
                == "\n✗ Begin with + and the country code, then digits: 8 to 15 in all.\nPhone number [555 0100]: "
        )
        #expect(talk.says("+1 555 555 0100") == "\n")
        talk.sendCode(.sms, to: "+1********0")
        #expect(talk.says().hasSuffix("\nCode: "))
    }

    @Test("reset: Email, Code, New password, Confirm password, then a sign-in with the address in brackets")
    func reset() throws {
        var talk = try Talk(.resetPassword, given: "ada@example.com")
        _ = talk.says()
        #expect(talk.sent == [.resetStart(username: "ada@example.com")], "what is given is not asked")
        talk.proceed()
        talk.sendCode()
        #expect(talk.says().hasSuffix("Code: "))
        #expect(talk.says("48213055") == "\n")
        talk.proceed()
        #expect(talk.says() == "New password: ")
        #expect(talk.says("short") == "\nConfirm password: ")
        #expect(talk.says("short") == "\n")
        talk.refuse(Self.refusal("password_too_short"))
        #expect(talk.says() == "✗ This password is too short. Choose a longer one.\nNew password: ")
        _ = talk.says("Analytical-1", "Analytical-1")
        talk.reply(.submitted(Self.token, pollInterval: .seconds(2)))
        talk.fireTimer()
        talk.reply(.poll(.succeeded, nil))
        #expect(
            talk.says()
                == "ℹ Your password is changed. Sign in with the new one.\nEmail [ada@example.com]: ")
        #expect(talk.says("", "Analytical-1") == "\nPassword: \n")
        #expect(talk.sent.last == .initiate(username: "ada@example.com"))
    }

    @Test("reset of an account without a password: what there is instead, numbered")
    func resetNotSupported() throws {
        var talk = try Talk(.resetPassword)
        _ = talk.says("linus@example.com")
        talk.refuse(WireError(status: 400, error: "invalid_request", codes: [500222]))
        let text = talk.says()
        #expect(text.hasPrefix("ℹ linus@example.com has no password here."))
        #expect(
            text.hasSuffix("\n1. Continue in a browser\n2. Send me an email code\n3. Back\nChoice: "))
        #expect(talk.says("2") == "\n")
        #expect(talk.sent.last == .initiate(username: "linus@example.com"))
    }

    @Test("VB-49 a browser in the middle of it: address and code, no prompt")
    func browser() throws {
        var talk = try Talk(.signUp)
        _ = talk.says("linus@example.com", "", "")
        talk.reply(.redirect(reason: nil))
        talk.reply(
            .device(
                DeviceGrant(
                    deviceCode: Secret("device"), userCode: "WDJB-MJHT",
                    verificationURI: "https://contoso.ciamlogin.com/device", expiresIn: .seconds(900),
                    interval: .seconds(5))))
        #expect(
            talk.says().hasPrefix(
                """
                ℹ This sign-up goes on in a browser.
                Open: https://contoso.ciamlogin.com/device
                Enter this code: WDJB-MJHT

                """))
    }
}

private let token = ContinuationToken("token")
