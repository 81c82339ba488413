import Screens
import Synchronization
import Testing
import Wire

@testable import Terminal

/// What is asked and said line by line, and what the answers become.
@MainActor @Suite struct PlainFrontEndTests {
    let input: Ends
    let output: Ends
    let woken: Counter

    final class Counter: Sendable {
        let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
    }

    init() throws {
        input = try .pipe()
        output = try .pipe()
        woken = Counter()
    }

    private func frontEnd(
        isUTF8: Bool = true, given: [FieldID: Secret] = [:],
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) -> PlainFrontEnd {
        PlainFrontEnd(
            input: input.reading, output: output.writing, strings: Words.english, isUTF8: isUTF8,
            given: given,
            now: now, wake: { [woken] in woken.count.withLock { $0 += 1 } })
    }

    private static func screen(_ elements: [Screen.Element], isBusy: Bool = false) -> Screen {
        Screen(title: "", header: .init(left: "", right: ""), elements: elements, keys: [], isBusy: isBusy)
    }

    private static func signIn(email: String = "", error: String? = nil, problem: String? = nil) -> Screen {
        screen(
            [
                .field(.init(id: .email, label: "Email", value: email, cursor: 0, problem: problem)),
                .field(.init(id: .password, label: "Password", value: "", cursor: nil, isSecret: true)),
            ] + (error.map { [.notice(.init(.error, $0))] } ?? []) + [
                .actions([.init(id: .submit, label: "Sign in"), .init(id: .emailCode, label: "Code")]),
                .actions([.init(id: .deviceCode, label: "In a browser"), .init(id: .back, label: "Leave")]),
            ])
    }

    private static func code(_ wait: String = "", problem: String? = nil) -> Screen {
        screen([
            .text("We sent an 8-digit code."),
            .field(.init(id: .code, label: "Code", value: "____ ____", cursor: 0, problem: problem)),
            .actions([
                .init(id: .submit, label: "Continue"), .init(id: .resendCode, label: "New code" + wait),
            ]),
            .actions([.init(id: .back, label: "Back")]),
        ])
    }

    private static func device(_ code: String, remaining: String) -> Screen {
        screen([
            .notice(.init(.explanation, "This sign-in needs a browser.")), .text("On any device, open"),
            .address("https://example.com/device"), .text("and enter"), .code(code),
            .ends("Waiting", remaining), .text("Approve only what you began yourself."),
            .actions([.init(id: .newDeviceCode, label: "New code"), .init(id: .back, label: "Back")]),
        ])
    }

    private static let busy = screen(
        [.progress(.init(phase: 1, verb: "Signing in…", stop: ""))], isBusy: true)

    @Test("email and password, asked one after the other and sent together")
    func asks() {
        let front = frontEnd()
        front.show(Self.signIn())
        #expect(output.text() == "Email: ")
        #expect(front.descriptor == input.reading)
        input.write("ada@example.com\r\n")
        #expect(front.events().isEmpty)
        #expect(output.text() == "\nPassword: ")
        front.show(Self.signIn())
        #expect(output.text() == "", "an open question is not asked again")
        input.write(" Lovelace-1843 \n")
        #expect(
            front.events() == [
                .filled(.email, Secret("ada@example.com")), .filled(.password, Secret(" Lovelace-1843 ")),
                .activated(.submit),
            ])
        #expect(output.text() == "\n", "VB-32: no character of a secret")
        #expect(front.descriptor == nil)
        front.show(Self.busy)
        #expect(output.text() == "")
    }

    @Test("a refusal, and the last address in brackets")
    func refused() {
        let front = frontEnd()
        front.show(Self.signIn())
        input.write("ada@example.com\nwrong\n")
        _ = front.events()
        _ = output.text()
        front.show(Self.busy)
        front.show(Self.signIn(email: "ada@example.com", error: "That is not right."))
        #expect(output.text() == "✗ That is not right.\nEmail [ada@example.com]: ")
        input.write("\nLovelace-1843\n")
        #expect(
            front.events() == [
                .filled(.email, Secret("ada@example.com")), .filled(.password, Secret("Lovelace-1843")),
                .activated(.submit),
            ])
    }

    @Test("an empty password goes on without one")
    func emailCode() {
        let front = frontEnd()
        front.show(Self.signIn())
        input.write("ada@example.com\n\n")
        #expect(front.events() == [.filled(.email, Secret("ada@example.com")), .activated(.emailCode)])
    }

    @Test("what was given is not asked for, once; answers that are there already wake the loop")
    func given() {
        let front = frontEnd(given: [.email: Secret("ada@example.com")])
        input.write("Lovelace-1843\n")
        front.show(Self.signIn(email: "ada@example.com"))
        #expect(woken.value == 1)
        #expect(
            front.events() == [
                .filled(.email, Secret("ada@example.com")), .filled(.password, Secret("Lovelace-1843")),
                .activated(.submit),
            ])
        #expect(output.text() == "Password: \n")
        front.show(Self.signIn(email: "ada@example.com", problem: "No such address."))
        #expect(output.text() == "✗ No such address.\nEmail [ada@example.com]: ")
    }

    @Test("an empty answer at Code offers what else there is")
    func codeChoices() {
        let front = frontEnd()
        front.show(Self.code(" (0:30)"))
        #expect(output.text() == "We sent an 8-digit code.\nCode: ")
        front.show(Self.code(" (0:29)"))
        input.write("\n")
        #expect(front.events().isEmpty)
        #expect(output.text() == "\n1. New code (0:29)\n2. Back\nChoice: ")
        input.write("3\n")
        #expect(front.events().isEmpty)
        #expect(output.text() == "\n✗ Enter a number from 1 to 2.\nChoice: ")
        input.write(" 1 \n")
        #expect(front.events() == [.activated(.resendCode)])
        _ = output.text()
        front.show(Self.code(problem: "That code is not right."))
        #expect(output.text() == "✗ That code is not right.\nCode: ", "what was read out is not repeated")
        input.write("12345678\n")
        #expect(front.events() == [.filled(.code, Secret("12345678")), .activated(.submit)])
    }

    @Test("VB-78 the device code is said once, and waiting is silent")
    func device() {
        let front = frontEnd()
        let lines = """
            ℹ This sign-in needs a browser.
            Open: https://example.com/device
            Enter this code: ABCD-EFGH
            Approve only what you began yourself.

            """
        front.show(Self.device("ABCD-EFGH", remaining: "14:59"))
        #expect(output.text() == lines)
        #expect(front.descriptor == nil)
        for second in 10..<59 { front.show(Self.device("ABCD-EFGH", remaining: "14:\(second)")) }
        #expect(output.text() == "")
        input.closeWriting()
        #expect(front.events().isEmpty, "no input is needed, so its end says nothing")
        front.show(Self.device("JKLM-NPQR", remaining: "14:59"))
        #expect(output.text().contains("Enter this code: JKLM-NPQR\n"))
    }

    @Test("VB-78 a long request is mentioned at most once in half a minute")
    func waiting() {
        let clock = Mutex(ContinuousClock.now)
        let start = clock.withLock { $0 }
        let seconds = Counter()
        let front = frontEnd(now: { start + .seconds(seconds.value) })
        let slow = Self.screen(
            [.progress(.init(phase: 1, verb: "", stop: "", detail: "Still waiting…"))], isBusy: true)
        for _ in 0...60 {
            front.show(slow)
            seconds.count.withLock { $0 += 1 }
        }
        #expect(output.text() == "Still waiting…\nStill waiting…\nStill waiting…\n")
    }

    @Test("a menu is numbered, one choice is none")
    func menu() {
        let front = frontEnd()
        let two: [Screen.ActionView] = [
            .init(id: .signIn, label: "Sign in"), .init(id: .leave, label: "Leave"),
        ]
        front.show(Self.screen([.text("Welcome."), .menu(two), .actions([.init(id: .help, label: "Help")])]))
        #expect(output.text() == "Welcome.\n1. Sign in\n2. Leave\nChoice: ")
        input.write("2\n")
        #expect(front.events() == [.activated(.leave)])
        front.show(Self.screen([.menu([two[0]])]))
        #expect(front.events() == [.activated(.signIn)])
    }

    @Test("the end of input, said once, after a last line without its end")
    func end() {
        let front = frontEnd()
        front.show(Self.signIn())
        input.write("ada@example.com\nwrong")
        input.closeWriting()
        #expect(front.events().last == .activated(.submit))
        front.show(Self.busy)
        #expect(front.events().isEmpty, "nobody is asked anything")
        front.show(Self.signIn(error: "No."))
        #expect(woken.value == 1)
        #expect(front.events() == [.inputEnded])
        #expect(front.events().isEmpty)
        #expect(front.descriptor == nil)
    }

    @Test("VB-63 nothing that a service sent reaches the terminal as a control; ASCII without UTF-8")
    func clean() {
        let front = frontEnd(isUTF8: false)
        front.show(Self.screen([.notice(.init(.error, "a\u{1B}[2Jb…")), .notice(.init(.explanation, "é"))]))
        let text = output.text()
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains("x a") && text.contains("i "))
    }

    @Test("closing ends an open line, twice does nothing more")
    func closes() {
        let front = frontEnd()
        front.show(Self.signIn())
        front.close()
        front.close()
        front.show(Self.signIn())
        #expect(output.text() == "Email: \n")
    }
}
