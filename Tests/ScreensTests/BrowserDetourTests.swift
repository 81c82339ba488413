import AuthFlow
import Screens
import Testing
import Wire

/// VB-49: from every step of every flow the service can send the person to a browser.
@Suite struct BrowserDetourTests {
    struct Step: Sendable, CustomTestStringConvertible {
        var name: String
        var mode = AppOptions.Mode.login
        /// Up to a request that the service answers with a redirect.
        var reach: @Sendable (inout Person) throws -> Void
        /// The form to come back to.
        var title: String
        var reason = "This sign-in needs a browser."
        var testDescription: String { name }
    }

    private static let signUpReason = "This sign-up goes on in a browser."
    private static let resetReason =
        "Only a browser can reset this password: choose there that you forgot it. Afterwards you are signed in."

    static let steps: [Step] = [
        Step(name: "initiate", reach: { $0.submit() }, title: "Sign in"),
        Step(
            name: "challenge",
            reach: {
                $0.submit()
                try $0.reply(.proceed(Person.token, expiresIn: nil))
            }, title: "Sign in"),
        Step(
            name: "token",
            reach: {
                $0.submit()
                try $0.reachPassword()
            }, title: "Sign in"),
        Step(
            name: "code",
            reach: {
                $0.submit()
                try $0.reachCode()
                $0.fill(.code, "48213055")
                $0.choose(.submit)
            }, title: "Enter code"),
        Step(
            name: "introspect",
            reach: {
                $0.submit()
                try $0.reachPassword()
                try $0.refuse(Person.refusal("mfa_required"))
            }, title: "Sign in"),
        Step(
            name: "method",
            reach: {
                try $0.reachMethods([Person.email, Person.sms])
                $0.choose(.method(Person.sms.id))
            }, title: "Choose how to verify"),
        Step(
            name: "second factor",
            reach: {
                try $0.reachMethods([Person.email])
                try $0.reply(Person.codeChallenge())
                $0.fill(.code, "48213055")
                $0.choose(.submit)
            }, title: "Enter code"),
        Step(
            name: "contact",
            reach: {
                try $0.reachMethods([Person.newEmail], after: "registration_required")
                $0.choose(.submit)
            }, title: "Add a way to verify"),
        Step(
            name: "sign-up", mode: .signUp, reach: { $0.signUp() }, title: "Create account",
            reason: signUpReason),
        Step(
            name: "sign-up code", mode: .signUp,
            reach: {
                $0.signUp()
                try $0.reachCode()
                $0.fill(.code, "48213055")
                $0.choose(.submit)
            }, title: "Enter code", reason: signUpReason),
        Step(
            name: "details", mode: .signUp,
            reach: {
                try $0.reachDetails([
                    RequiredAttribute(name: "city", type: "string", isRequired: true, regex: nil)
                ])
                $0.fill(.attribute("city"), "London")
                $0.choose(.submit)
            }, title: "Your details", reason: signUpReason),
        Step(
            name: "reset", mode: .resetPassword,
            reach: {
                $0.fill(.email, "ada@example.com")
                $0.choose(.submit)
            }, title: "Reset password", reason: resetReason),
        Step(
            name: "reset code", mode: .resetPassword,
            reach: {
                $0.fill(.email, "ada@example.com")
                $0.choose(.submit)
                try $0.reachCode()
                $0.fill(.code, "48213055")
                $0.choose(.submit)
            }, title: "Enter code", reason: resetReason),
        Step(
            name: "new password", mode: .resetPassword,
            reach: {
                try $0.reachNewPassword()
                $0.fill(.newPassword, "Analytical-1")
                $0.fill(.confirmPassword, "Analytical-1")
                $0.choose(.submit)
            }, title: "New password", reason: resetReason),
    ]

    @Test("VB-49 the reason in one sentence, the address carried over, Back to the form", arguments: steps)
    func detour(_ step: Step) throws {
        var person = Person(step.mode)
        try step.reach(&person)
        #expect(person.screen.isBusy)
        try person.reply(.redirect(reason: "words of the service"))
        #expect(person.screen.title == "Continue in your browser")
        #expect(person.sent.last == .deviceAuthorize(scopes: ["openid"]))
        try person.reachDeviceCode()
        #expect(person.notice == Screen.Notice(.explanation, step.reason))
        #expect(person.words.contains("@example.com."))

        var back = person
        back.press(.escape)
        #expect(back.screen.title == step.title)
        #expect(!back.words.contains("•"), "secrets are gone")
        if back.field(.email) != nil { #expect(back.field(.email)?.value.isEmpty == false) }
        if let city = back.field(.attribute("city")) { #expect(city.value == "London") }
        #expect(back.notice == nil)

        person.now += .seconds(5)
        try person.fireTimer()
        try person.authenticate()
        #expect(person.state.exitReason == .signedIn(Person.tokens))
        #expect(person.state.leftPasswordAsItWas == (step.mode == .resetPassword))
    }

    @Test("After a reset that went on in a browser the account screen says what remains")
    func remains() throws {
        var person = Person(.browse)
        person.choose(.forgotPassword)
        person.fill(.email, "ada@example.com")
        person.choose(.submit)
        try person.reply(.redirect(reason: nil))
        try person.reachDeviceCode()
        person.now += .seconds(5)
        try person.fireTimer()
        try person.authenticate()
        #expect(person.screen.title == "Your account")
        #expect(person.notice?.text == "You are signed in. The password was not changed here.")
    }
}
