import DevTenant
import FoundationEssentials
import TestSupport
import Testing
import TophhieCloudAuthentication
import Wire

/// Sign-up through the SDK, against the dev tenant. The letters are those of protocol reference, section 3.5.
@Suite struct NativeSignUpTests {
    private let tenant: TestTenant
    private let native = TophhieNativeAuth()
    private let mary = "mary@example.com"

    init() throws {
        tenant = try TestTenant()
        try native.configure(
            try tenant.configuration(capabilities: [.mfaRequired, .registrationRequired]))
    }

    private func code() throws -> String { try #require(tenant.code(to: mary)) }

    private func expectSignedIn(_ step: SignUpNextStep) async throws {
        guard case .completed(let made) = step else {
            Issue.record("\(step)")
            return
        }
        guard case .completed(let result) = try await made.signIn(scopes: ["User.Read"]) else {
            Issue.record("not signed in")
            return
        }
        #expect(result.username == mary)
    }

    @Test("A: password and attributes at the start")
    func everythingAtStart() async throws {
        let step = try await native.signUp(
            email: " \(mary)", password: Station.password, attributes: ["displayName": "Mary"])
        #expect(step.sentTo.contains("@"))
        #expect(step.codeLength == 8)
        #expect(step.channel == .email)
        let first = try code()
        await #expect { try await step.submitCode(first == "00000000" ? "11111111" : "00000000") } throws: {
            $0.isNative(.invalidCode)
        }
        let renewed = try await step.resendCode()
        try await expectSignedIn(try await renewed.submitCode(code()))
        guard case .completed = try await native.signIn(email: mary, password: Station.password) else {
            Issue.record("the password does not work")
            return
        }
    }

    @Test("B: password at the start, attributes invalid, then right")
    func attributesLater() async throws {
        let step = try await native.signUp(email: mary, password: Station.password)
        guard case .attributesRequired(let wanted, let details) = try await step.submitCode(code()) else {
            Issue.record("no attributes")
            return
        }
        #expect(wanted.map(\.name) == ["displayName"])
        #expect(wanted.first?.type == "string" && wanted.first?.required == true)
        #expect(wanted.first?.regex == "^.{1,64}$")
        await #expect {
            try await details.submitAttributes(["displayName": String(repeating: "x", count: 65)])
        } throws: { $0.isNative(.invalidAttributes(["displayName"])) }
        try await expectSignedIn(try await details.submitAttributes(["displayName": "Mary"]))
    }

    @Test("C: nothing at the start, password too weak, then right")
    func passwordLater() async throws {
        let step = try await native.signUp(email: mary)
        guard case .passwordRequired(let password) = try await step.submitCode(code()) else {
            Issue.record("no password")
            return
        }
        for weak in ["short", "aaaaaaaaaaaa", "Contoso-1234", ""] {
            await #expect { try await password.submitPassword(weak) } throws: {
                $0.isNative(.invalidPassword)
            }
        }
        guard
            case .attributesRequired(_, let details) = try await password.submitPassword(Station.password)
        else {
            Issue.record("no attributes")
            return
        }
        try await expectSignedIn(try await details.submitAttributes(["displayName": "Mary"]))
    }

    @Test("D: a tenant that wants only the code; without a token there is nothing to sign in with")
    func codeOnly() async throws {
        let paper = PaperTenant()
        try native.configure(paper.configuration())
        let step = try await native.signUp(email: mary)
        paper.plan(.reply("{}"), at: .signUpContinue)
        guard case .completed(let made) = try await step.submitCode("12345678") else {
            Issue.record("not made")
            return
        }
        await #expect { try await made.signIn() } throws: { Told($0) == .underlying(.interactionRequired) }
    }

    @Test func whatIsWrongAtTheStartIsSaidThere() async throws {
        await #expect { try await native.signUp(email: "ada@example.com") } throws: {
            $0.isNative(.userAlreadyExists)
        }
        await #expect { try await native.signUp(email: mary, password: "short") } throws: {
            $0.isNative(.invalidPassword)
        }
        await #expect {
            try await native.signUp(
                email: mary, attributes: ["displayName": String(repeating: "x", count: 65)])
        } throws: { $0.isNative(.invalidAttributes(["displayName"])) }
        await #expect { try await native.signUp(email: " ") } throws: { $0.isNative(.invalidInput) }
        await #expect { try await native.signUp(email: mary, password: "") } throws: {
            $0.isNative(.invalidPassword)
        }
        await #expect { try await native.signUp(email: "linus@example.com") } throws: {
            $0.isNative(.browserRequired)
        }
        _ = tenant.admin("PUT", "policy", #"{"signUp":false}"#)
        await #expect { try await native.signUp(email: mary) } throws: {
            $0.isNative(.noMatchingAuthMethod)
        }
        await #expect { try await TophhieNativeAuth().signUp(email: mary) } throws: {
            $0.isNative(.notConfigured)
        }
    }

    @Test("After a sign-up the proven address needs no code to be registered")
    func preverified() async throws {
        _ = tenant.admin("PUT", "policy", #"{"registrationRequired":true}"#)
        let step = try await native.signUp(
            email: mary, password: Station.password, attributes: ["displayName": "Mary"])
        guard case .completed(let made) = try await step.submitCode(code()),
            case .strongAuthRegistrationRequired(let registration) = try await made.signIn()
        else {
            Issue.record("no registration")
            return
        }
        guard case .completed(let result) = try await registration.registerEmail() else {
            Issue.record("a code was sent")
            return
        }
        #expect(result.username == mary)
        #expect(tenant.requests().filter { $0.hasSuffix("/register/v1.0/challenge") }.count == 1)
    }

    @Test("A second factor can follow a sign-up")
    func secondFactorFollows() async throws {
        let paper = PaperTenant()
        try native.configure(paper.configuration())
        let details = try await Station.attributesStep(native) { _ in "12345678" }
        guard case .completed(let made) = try await details.submitAttributes(["displayName": "Mary"]) else {
            Issue.record("not made")
            return
        }
        paper.plan(
            .reply(
                status: 400,
                #"{"error":"invalid_grant","suberror":"mfa_required","continuation_token":"mfa"}"#),
            at: .token)
        guard case .mfaRequired(let factor) = try await made.signIn() else {
            Issue.record("no second factor")
            return
        }
        #expect(factor.availableMethods.count == 2)
    }

    @Test("A challenge that fails after the code was taken is asked for again, not the code")
    func keepsTheAnswer() async throws {
        let step = try await native.signUp(email: mary)
        let right = try code()
        _ = tenant.admin(
            "POST", "faults", #"{"path":"/signup/v1.0/challenge","status":500,"body":{}}"#)
        await #expect { try await step.submitCode(right) } throws: {
            Told($0) == .underlying(.serviceUnavailable)
        }
        guard case .passwordRequired = try await step.submitCode(right) else {
            Issue.record("the code was lost")
            return
        }
    }
}
