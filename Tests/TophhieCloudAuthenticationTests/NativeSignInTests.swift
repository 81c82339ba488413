import DevTenant
import FoundationEssentials
import TestSupport
import Testing
import TophhieCloudAuthentication

@Suite struct NativeSignInTests {
    private let tenant: TestTenant
    private let native = TophhieNativeAuth()
    private let store = MemoryTokenStore()

    init() throws {
        tenant = try TestTenant()
        var configuration = try tenant.configuration()
        configuration.store = store
        try native.configure(configuration)
    }

    @Test func signsInWithAPasswordInThreeRequests() async throws {
        let step = try await native.signIn(email: " ada@example.com ", password: "Lovelace-1843")
        guard case .completed(let result) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(result.username == "ada@example.com")
        #expect(result.accountIdentifier?.isEmpty == false)
        #expect(result.idToken?.split(separator: ".").count == 3)
        #expect(
            tenant.requests() == [
                "POST /oauth2/v2.0/initiate", "POST /oauth2/v2.0/challenge", "POST /oauth2/v2.0/token",
            ])
    }

    @Test func keepsTheTokensForTheInteractiveStack() async throws {
        _ = try await native.signIn(email: "ada@example.com", password: "Lovelace-1843")
        let kept = try #require(await store.tokens(for: nil))
        #expect(kept.username == "ada@example.com")
        #expect(kept.name == "Ada Lovelace")
        #expect(kept.scopes.contains("User.Read"))
        #expect(kept.refreshToken?.isEmpty == false)

        var configuration = try tenant.configuration()
        configuration.store = store
        let interactive = TophhieAuth()
        try interactive.configure(configuration)
        #expect(interactive.currentAccount?.username == "ada@example.com")
        try await interactive.signOut()
        #expect(interactive.currentAccount == nil)
        #expect(await store.tokens(for: nil) == nil)
    }

    @Test func signsInWithACodeAfterAWrongOneAndANewOne() async throws {
        guard case .codeRequired(let step) = try await native.signIn(email: "grace@example.com") else {
            Issue.record("no code was asked for")
            return
        }
        #expect(step.codeLength == 8)
        #expect(step.channel == .email)
        #expect(step.sentTo.contains("*"))
        let first = try #require(tenant.code(to: "grace@example.com"))
        let wrong = first == "00000000" ? "11111111" : "00000000"
        await #expect { try await step.submitCode(wrong) } throws: { $0.isNative(.invalidCode) }
        let renewed = try await step.resendCode()
        let second = try #require(tenant.code(to: "grace@example.com"))
        let spaced = second.prefix(4) + " " + second.dropFirst(4)
        let result = try await renewed.submitCode(String(spaced))
        #expect(result.username == "grace@example.com")
    }

    @Test func aPasswordThatIsNotWantedGivesWayToACode() async throws {
        let step = try await native.signIn(email: "grace@example.com", password: "whatever")
        guard case .codeRequired = step else {
            Issue.record("\(step)")
            return
        }
    }

    @Test(arguments: [
        ("ada@example.com", "Wrong-Pass-1" as String?, NativeAuthError.invalidCredentials),
        ("nobody@example.com", "Lovelace-1843", .userNotFound),
        ("linus@example.com", nil, .browserRequired),
        ("alan@example.com", "Enigma-1912", .browserRequired),
        ("joan@example.com", "Station-X-40", .browserRequired),
        ("", "x", .invalidInput),
        ("ada@example.com", "", .invalidPassword),
        ("ada@example.com", nil, .noMatchingAuthMethod),
    ])
    func refuses(_ email: String, _ password: String?, _ expected: NativeAuthError) async throws {
        await #expect {
            try await native.signIn(email: email, password: password)
        } throws: { $0.isNative(expected) }
    }

    @Test func theSDKTellsLockedFromWrong() async throws {
        _ = tenant.admin("PUT", "policy", #"{"lockoutAfter":2}"#)
        for _ in 0..<2 {
            _ = try? await native.signIn(email: "ada@example.com", password: "Wrong-Pass-1")
        }
        await #expect {
            try await native.signIn(email: "ada@example.com", password: "Lovelace-1843")
        } throws: { error in
            guard case NativeAuthError.underlying(let wrapped) = error else { return false }
            return (wrapped as? ServiceError)?.reason == .accountLocked
        }
    }

    @Test func waitsAsLongAsTheServiceAsksAndSendsAgain() async throws {
        _ = tenant.admin(
            "POST", "faults",
            #"{"path":"/oauth2/v2.0/initiate","status":429,"headers":{"Retry-After":"3"},"body":{}}"#)
        async let step = native.signIn(email: "ada@example.com", password: "Lovelace-1843")
        await tenant.time.untilAsleep()
        tenant.time.advance(by: .seconds(3))
        guard case .completed = try await step else {
            Issue.record("not signed in")
            return
        }
        #expect(tenant.requests().count == 4)
    }

    @Test func aWaitBeyondTheLimitIsToldAtOnce() async throws {
        _ = tenant.admin(
            "POST", "faults",
            #"{"path":"/oauth2/v2.0/token","status":429,"headers":{"Retry-After":"300"},"body":{}}"#)
        await #expect {
            try await native.signIn(email: "ada@example.com", password: "Lovelace-1843")
        } throws: { error in
            guard case NativeAuthError.underlying(let wrapped) = error,
                let service = wrapped as? ServiceError
            else { return false }
            return service.reason == .throttled && service.retryAfter == 300 && service.status == 429
        }
    }

    @Test(arguments: ["/oauth2/v2.0/initiate", "/oauth2/v2.0/challenge", "/oauth2/v2.0/token"])
    func redirectWinsAtEveryEndpoint(_ path: String) async throws {
        _ = tenant.admin(
            "POST", "faults",
            #"{"path":"\#(path)","status":200,"body":{"challenge_type":"redirect","access_token":"x"}}"#)
        await #expect {
            try await native.signIn(email: "ada@example.com", password: "Lovelace-1843")
        } throws: { $0.isNative(.browserRequired) }
    }

    @Test func anUnreadableAnswerIsUnknown() async throws {
        _ = tenant.admin(
            "POST", "faults",
            #"{"path":"/oauth2/v2.0/challenge","status":200,"body":{"challenge_type":"odd"}}"#)
        await #expect {
            try await native.signIn(email: "ada@example.com", password: "Lovelace-1843")
        } throws: { $0.isNative(.unknown) }
    }

    @Test func saysSoBeforeItIsConfigured() async throws {
        await #expect {
            try await TophhieNativeAuth().signIn(email: "ada@example.com")
        } throws: { $0.isNative(.notConfigured) }
    }

    @Test func badValuesNameTheSetting() throws {
        #expect {
            try TophhieNativeAuth().configure(clientId: "not-a-guid", tenantSubdomain: "contoso")
        } throws: { error in
            guard case NativeAuthError.underlying(let wrapped) = error else { return false }
            return (wrapped as? ConfigurationError)?.setting == "clientId"
        }
    }

    @Test func aCancelledTaskThrowsCancellationError() async throws {
        _ = tenant.admin(
            "POST", "faults",
            #"{"path":"/oauth2/v2.0/initiate","status":429,"headers":{"Retry-After":"3"},"body":{}}"#)
        let task = Task { try await native.signIn(email: "ada@example.com", password: "Lovelace-1843") }
        await tenant.time.untilAsleep()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

extension Error {
    /// Whether it is the same case; `underlying` is compared by its case only.
    func isNative(_ expected: NativeAuthError) -> Bool {
        guard let error = self as? NativeAuthError else { return false }
        return switch (error, expected) {
        case (.notConfigured, .notConfigured), (.invalidCredentials, .invalidCredentials),
            (.invalidCode, .invalidCode), (.invalidInput, .invalidInput),
            (.invalidPassword, .invalidPassword),
            (.userNotFound, .userNotFound), (.userAlreadyExists, .userAlreadyExists),
            (.browserRequired, .browserRequired), (.noMatchingAuthMethod, .noMatchingAuthMethod),
            (.underlying, .underlying), (.unknown, .unknown):
            true
        case (.invalidAttributes(let names), .invalidAttributes(let others)): names == others
        default: false
        }
    }
}
