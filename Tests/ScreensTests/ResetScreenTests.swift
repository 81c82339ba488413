import AuthFlow
import Screens
import Testing
import Wire

@Suite struct ResetScreenTests {
    @Test("Forgot password leads to the reset, with the address that was typed")
    func begin() {
        for mode in [AppOptions.Mode.login, .browse] {
            var person = Person(mode)
            if mode == .browse { person.choose(.signIn) }
            person.type("ada@example.com")
            person.choose(.forgotPassword)
            #expect(person.screen.title == "Reset password")
            #expect(person.field(.email)?.value == "ada@example.com")
            #expect(person.field(.password) == nil)
            person.press(.enter)
            #expect(person.sent == [.resetStart(username: "ada@example.com")])
        }
    }

    @Test("VB-39 an address that nobody has leads to the same code screen")
    func decoy() throws {
        var known = Person(.resetPassword, username: "ada@example.com")
        var unknown = known
        known.choose(.submit)
        try known.reachCode()
        unknown.choose(.submit)
        try unknown.refuse(Person.unknownUser)
        #expect(unknown.screen == known.screen)
        #expect(known.words.contains("ada@example.com"))
        #expect(known.words.contains("if that address is known here"))
    }

    @Test("An account without a password: an explanation, and what there is instead")
    func notSupported() throws {
        var person = Person(.resetPassword)
        person.fill(.email, "linus@example.com")
        person.choose(.submit)
        try person.refuse(WireError(status: 400, error: "invalid_request", codes: [500222]))
        #expect(person.screen.title == "Reset password")
        #expect(person.notice?.kind == .explanation)
        #expect(person.notice?.text.hasPrefix("linus@example.com has no password here.") == true)
        #expect(person.actions == [.continueInBrowser, .sendEmailCode, .back])
        #expect(person.focus == "Continue in a browser")

        var browser = person
        browser.press(.enter)
        #expect(browser.sent.last == .deviceAuthorize(scopes: ["openid"]))
        try browser.reachDeviceCode()
        #expect(browser.words.contains("for linus@example.com"))
        #expect(browser.notice == Screen.Notice(.explanation, "This sign-in needs a browser."))
        browser.press(.escape)
        #expect(browser.actions.contains(.sendEmailCode))

        var code = person
        code.press(.down, .enter)
        #expect(code.screen.title == "Sign in")
        #expect(code.sent.last == .initiate(username: "linus@example.com"))
        try code.reachCode()
        #expect(code.screen.title == "Enter code")

        person.type("x")
        person.press(.escape)
        #expect(person.field(.email)?.value == "linus@example.com")
        #expect(person.notice == nil)
    }

    @Test(
        "The new password: typed twice, marked with the rule that failed",
        arguments: [
            ("password_too_short", "too short"), ("password_banned", "easy to guess"),
            ("password_recently_used", "used before"),
        ])
    func newPassword(_ suberror: String, _ words: String) throws {
        var person = Person(.resetPassword)
        try person.reachNewPassword()
        #expect(person.screen.title == "New password")
        #expect(person.field(.newPassword)?.label == "New password")
        person.type("Analytical-1")
        person.press(.tab)
        person.type("Analytical-2")
        person.press(.enter)
        #expect(
            person.field(.confirmPassword)?.problem == "This is not the same password. Enter it once more.")
        person.press(.backspace)
        person.type("1")
        person.press(.enter)
        #expect(
            person.sent.last == .resetSubmit(newPassword: Secret("Analytical-1"), Person.token))
        try person.refuse(Person.refusal(suberror))
        #expect(person.field(.newPassword)?.problem?.contains(words) == true)
        #expect(person.field(.newPassword)?.value == "")
        #expect(person.focus == "New password")
    }

    private func submitted() throws -> Person {
        var person = Person(.resetPassword)
        try person.reachNewPassword()
        person.fill(.newPassword, "Analytical-1")
        person.fill(.confirmPassword, "Analytical-1")
        person.choose(.submit)
        try person.reply(.submitted(Person.token, pollInterval: .seconds(2)))
        return person
    }

    @Test("Changed: Sign in with the address and the news, and nobody is signed in")
    func changed() throws {
        var person = try submitted()
        #expect(person.screen.isBusy)
        try person.fireTimer()
        try person.reply(.poll(.succeeded, nil))
        #expect(person.screen.title == "Sign in")
        #expect(person.field(.email)?.value == "ada@example.com")
        #expect(person.focus == "Password")
        #expect(
            person.notice
                == Screen.Notice(.explanation, "Your password is changed. Sign in with the new one."))
        #expect(person.state.exitReason == nil)
        person.fill(.password, "Analytical-1")
        person.choose(.submit)
        #expect(person.notice == nil)
        #expect(person.sent.last == .initiate(username: "ada@example.com"))
    }

    @Test("A service that takes too long is asked again, or signed in at, by an action")
    func unfinished() throws {
        var person = try submitted()
        person.now += .seconds(301)
        try person.fireTimer()
        try person.reply(.poll(.inProgress, Person.token))
        #expect(person.notice?.kind == .explanation)
        #expect(person.focus == "Ask again")
        var other = person
        person.press(.enter)
        #expect(person.sent.last == .resetPoll(Person.token))
        try person.reply(.poll(.succeeded, nil))
        #expect(person.screen.title == "Sign in")
        other.choose(.signInInstead)
        #expect(other.screen.title == "Sign in")
        #expect(other.field(.email)?.value == "ada@example.com")
    }

    @Test("A password that must be changed first: the reset begins, and says why", arguments: [50142, 50055])
    func mustChange(_ code: Int) throws {
        var person = Person()
        person.submit()
        try person.reachPassword()
        try person.refuse(
            WireError(status: 400, error: code == 50142 ? "invalid_request" : "invalid_grant", codes: [code]))
        #expect(person.screen.title == "Reset password")
        #expect(person.notice?.kind == .explanation)
        #expect(person.field(.email)?.value == "ada@example.com")
        var left = person
        left.press(.escape)
        #expect(left.screen.title == "Sign in")
        #expect(left.field(.email)?.value == "ada@example.com")
        #expect(left.field(.password)?.value == "")
        left.press(.escape)
        #expect(left.state.exitReason == .cancelled, "a step back does not begin it again")
        person.press(.enter)
        #expect(person.sent.last == .resetStart(username: "ada@example.com"))
        #expect(person.notice == nil)
    }

    @Test("The end of input right after it tells the sign-in's refusal")
    func mustChangeWithoutInput() throws {
        var person = Person { $0.isPlain = true }
        person.fill(.email, "ada@example.com")
        person.fill(.password, "x")
        person.choose(.submit)
        try person.reachPassword()
        try person.refuse(WireError(status: 400, error: "invalid_request", codes: [50142]))
        person.tell(.inputEnded)
        guard case .failed(let problem)? = person.state.exitReason else {
            Issue.record("\(String(describing: person.state.exitReason))")
            return
        }
        #expect(problem.kind == .passwordChangeRequired)
    }
}
