import DevTenant
import FoundationEssentials
import TestSupport
import Testing
import TophhieCloudAuthentication

/// Password reset through the SDK, against the dev tenant.
@Suite struct PasswordResetTests {
    private let tenant: TestTenant
    private let native = TophhieNativeAuth()
    private let ada = "ada@example.com"
    private let password = "Difference-1822"

    init() throws {
        tenant = try TestTenant()
        try native.configure(try tenant.configuration())
    }

    private func newPassword() async throws -> PasswordResetNewPasswordStep {
        let step = try await native.startPasswordReset(email: ada)
        return try await step.submitCode(try #require(tenant.code(to: ada)))
    }

    private func expectWorks() async throws {
        guard case .completed = try await native.signIn(email: ada, password: password) else {
            Issue.record("the new password does not work")
            return
        }
    }

    /// Sets the password while the clock moves on as often as it is waited for.
    private func submit(_ step: PasswordResetNewPasswordStep, waits: Int, each: Duration) async throws {
        async let done: Void = step.submitPassword(password)
        for _ in 0..<waits {
            await tenant.time.untilAsleep()
            tenant.time.advance(by: each)
        }
        try await done
    }

    @Test func resetsAfterAWrongCodeAndANewOne() async throws {
        let step = try await native.startPasswordReset(email: " \(ada)")
        #expect(step.codeLength == 8)
        #expect(step.sentTo.contains("*"))
        let first = try #require(tenant.code(to: ada))
        let wrong = first == "00000000" ? "11111111" : "00000000"
        await #expect { try await step.submitCode(wrong) } throws: { Told($0) == .invalidCode }
        await #expect { try await step.submitCode(" ") } throws: { Told($0) == .invalidCode }
        let renewed = try await step.resendCode()
        let next = try await renewed.submitCode(try #require(tenant.code(to: ada)))
        try await submit(next, waits: 1, each: .seconds(1))
        #expect(!tenant.requests().contains { $0.hasSuffix("/token") }, "nobody is signed in")
        try await expectWorks()
    }

    @Test func aPasswordThatIsRefusedCanBeFollowedByAnother() async throws {
        let step = try await newPassword()
        for weak in ["short", "aaaaaaaaaaaa", "Contoso-1234", "Lovelace-1843", ""] {
            await #expect { try await step.submitPassword(weak) } throws: { Told($0) == .invalidPassword }
        }
        try await submit(step, waits: 1, each: .seconds(1))
        try await expectWorks()
    }

    @Test func aPasswordThatIsRefusedLateCanBeFollowedByAnother() async throws {
        let step = try await newPassword()
        _ = tenant.admin(
            "POST", "faults",
            """
            {"path":"/resetpassword/v1.0/poll_completion","status":400,
            "body":{"error":"invalid_grant","suberror":"password_banned"}}
            """)
        await #expect { try await submit(step, waits: 1, each: .seconds(1)) } throws: {
            Told($0) == .invalidPassword
        }
        try await submit(step, waits: 1, each: .seconds(1))
        try await expectWorks()
    }

    @Test func aSlowServiceIsPolledEachInterval() async throws {
        _ = tenant.admin("PUT", "policy", #"{"resetPolls":4}"#)
        try await submit(try await newPassword(), waits: 4, each: .seconds(1))
        #expect(tenant.requests().filter { $0.hasSuffix("/poll_completion") }.count == 4)
        try await expectWorks()
    }

    @Test func afterFiveMinutesItGivesUpAndTheStepIsStillGood() async throws {
        _ = tenant.admin("PUT", "policy", #"{"resetPolls":1000}"#)
        let step = try await newPassword()
        await #expect { try await submit(step, waits: 2, each: .seconds(150)) } throws: {
            Told($0) == .underlying(.resetUnfinished)
        }
        #expect(tenant.requests().filter { $0.hasSuffix("/poll_completion") }.count == 2)
        _ = tenant.admin("PUT", "policy", #"{"resetPolls":1}"#)
        try await submit(step, waits: 1, each: .seconds(1))
        try await expectWorks()
    }

    @Test(arguments: [
        ("grace@example.com", Told.notSupported), ("linus@example.com", .notSupported),
        ("nobody@example.com", .underlying(.userNotFound)), (" ", .underlying(.inputRefused)),
    ])
    func refuses(_ email: String, _ expected: Told) async throws {
        await #expect { try await native.startPasswordReset(email: email) } throws: {
            Told($0) == expected
        }
    }

    @Test func whereTheTenantOffersNoneItIsNotSupported() async throws {
        _ = tenant.admin("PUT", "policy", #"{"selfServiceReset":false}"#)
        await #expect { try await native.startPasswordReset(email: ada) } throws: {
            Told($0) == .notSupported
        }
        await #expect { try await TophhieNativeAuth().startPasswordReset(email: ada) } throws: {
            Told($0) == .notConfigured
        }
    }

    @Test func aPasswordThatMustBeChangedIsTold() async throws {
        _ = tenant.admin(
            "POST", "users",
            #"{"email":"mary@example.com","password":"Somerville-1831","mustChangePassword":true}"#)
        await #expect {
            try await native.signIn(email: "mary@example.com", password: "Somerville-1831")
        } throws: { Told($0) == .underlying(.passwordChangeRequired) }
    }
}
