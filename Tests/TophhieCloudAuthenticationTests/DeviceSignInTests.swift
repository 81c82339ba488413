import DevTenant
import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import TophhieCloudAuthentication

@Suite struct DeviceSignInTests {
    private let tenant: TestTenant
    private let auth = TophhieAuth()

    init() throws {
        tenant = try TestTenant()
        try auth.configure(try tenant.configuration())
    }

    @Test func signsInOnceApproved() async throws {
        let presenter = Presenter()
        let result = Task { try await auth.signIn(presenting: presenter) }
        await tenant.time.untilAsleep()
        #expect(presenter.codes.count == 1)
        #expect(presenter.codes.first?.verificationUri.hasSuffix("/device") == true)
        #expect(
            tenant.requests() == ["POST /oauth2/v2.0/devicecode"], "the first poll comes after an interval")
        tenant.time.advance(by: .seconds(5))
        await tenant.time.untilAsleep()
        #expect(
            tenant.admin("POST", "device/approve", #"{"email":"linus@example.com"}"#).status == 204)
        tenant.time.advance(by: .seconds(5))
        let signedIn = try await result.value
        #expect(signedIn.username == "linus@example.com")
        #expect(signedIn.scopes.contains("User.Read"))
        #expect(auth.currentAccount?.username == "linus@example.com")
        #expect(presenter.statuses == [.approved])
    }

    @Test func declinedInTheBrowserIsUserCancelled() async throws {
        let result = Task { try await auth.signIn(presenting: Presenter()) }
        await tenant.time.untilAsleep()
        #expect(tenant.admin("POST", "device/deny", "{}").status == 204)
        tenant.time.advance(by: .seconds(5))
        await #expect { try await result.value } throws: { $0.isCancelled }
        #expect(auth.currentAccount == nil)
    }

    @Test func dismissedHereIsUserCancelledAndPollsNoMore() async throws {
        let presenter = Presenter()
        let result = Task { try await auth.signIn(presenting: presenter) }
        await tenant.time.untilAsleep()
        presenter.dismiss()
        await #expect { try await result.value } throws: { $0.isCancelled }
        #expect(tenant.requests() == ["POST /oauth2/v2.0/devicecode"])
    }

    @Test func slowDownIsToldAndKept() async throws {
        _ = tenant.admin(
            "POST", "faults", #"{"path":"/oauth2/v2.0/token","status":400,"body":{"error":"slow_down"}}"#)
        let presenter = Presenter()
        let result = Task { try await auth.signIn(presenting: presenter) }
        await tenant.time.untilAsleep()
        tenant.time.advance(by: .seconds(5))
        await tenant.time.untilAsleep()
        #expect(presenter.statuses == [.slowedDown])
        _ = tenant.admin("POST", "device/approve", #"{"email":"linus@example.com"}"#)
        tenant.time.advance(by: .seconds(9))
        #expect(tenant.requests().count == 2)
        tenant.time.advance(by: .seconds(1))
        #expect(try await result.value.username == "linus@example.com")
    }

    @Test(
        "An address that is more than an address is not shown",
        arguments: [
            "https://a.example/ Enter FAKE", "https://a.example/\\nEnter FAKE", "https://a.example/\\u202E",
            "https://microsoft.com@a.example/", "http://a.example/", "javascript:x",
            "https://\u{430}.example/",
            "https://a.example/" + String(repeating: "a", count: 2000),
        ])
    func oddAddress(_ address: String) async throws {
        let fault = tenant.admin(
            "POST", "faults",
            #"{"path":"/oauth2/v2.0/devicecode","status":200,"body":{"device_code":"D","user_code":"U","#
                + #""expires_in":900,"verification_uri":""# + address + #""}}"#)
        #expect(fault.status == 204)
        let presenter = Presenter()
        await #expect {
            try await auth.signIn(presenting: presenter)
        } throws: { error in
            error is AuthError && !error.isCancelled
        }
        #expect(presenter.codes.isEmpty)
    }

    @Test func anExpiredCodeIsTold() async throws {
        _ = tenant.admin(
            "POST", "faults", #"{"path":"/oauth2/v2.0/token","status":400,"body":{"error":"expired_token"}}"#)
        let presenter = Presenter()
        let result = Task { try await auth.signIn(presenting: presenter) }
        await tenant.time.untilAsleep()
        tenant.time.advance(by: .seconds(5))
        await #expect { try await result.value } throws: { error in
            guard case AuthError.underlying(let wrapped) = error else { return false }
            return (wrapped as? ServiceError)?.reason == .deviceCodeExpired
        }
        #expect(presenter.statuses == [.expired])
    }

    @Test func aCancelledTaskThrowsCancellationError() async throws {
        let task = Task { try await auth.signIn(presenting: Presenter()) }
        await tenant.time.untilAsleep()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aStoreOutOfReachStopsNoConfiguration() throws {
        var configuration = try tenant.configuration()
        configuration.store = Unreadable()
        let auth = TophhieAuth()
        try auth.configure(configuration)
        #expect(auth.isConfigured)
        #expect(auth.currentAccount == nil)
        #expect {
            try auth.restoreCachedAccount()
        } throws: { error in
            guard case AuthError.underlying(let wrapped) = error else { return false }
            return wrapped as? TokenStoreError == .notPrivate(path: "/x")
        }
    }

    @Test func requestsRefusedAltogetherAreConfiguration() async throws {
        for (error, isConfiguration) in [
            ("invalid_request", true), ("unsupported_grant_type", true), ("something_else", false),
        ] {
            let body = #"{"path":"/oauth2/v2.0/devicecode","status":400,"body":{"error":"\#(error)"}}"#
            #expect(tenant.admin("POST", "faults", body).status == 204)
            await #expect {
                try await auth.signIn(presenting: Presenter())
            } throws: {
                if case AuthError.invalidConfiguration = $0 { isConfiguration } else { !isConfiguration }
            }
        }
    }

    @Test func badValuesSayWhichAndWhy() throws {
        #expect {
            try TophhieAuth().configure(clientId: "x", redirectUri: "", tenantSubdomain: "contoso")
        } throws: { error in
            guard case AuthError.invalidConfiguration(let reason) = error else { return false }
            return reason.contains("clientId")
        }
    }
}

/// A store whose folder is not the person's own.
private struct Unreadable: TokenStore {
    func tokens(for account: AccountID?) async throws -> StoredTokens? {
        throw TokenStoreError.notPrivate(path: "/x")
    }
    func save(_ tokens: StoredTokens) async throws {}
    func remove(_ account: AccountID) async throws {}
}

/// Remembers what it was told.
private final class Presenter: TophhiePresenter {
    private struct State {
        var codes: [InteractiveChallenge.DeviceCode] = []
        var statuses: [InteractiveStatus] = []
    }

    private let state = Mutex(State())
    private let (dismissals, dismissal) = AsyncStream<Void>.makeStream()

    var codes: [InteractiveChallenge.DeviceCode] { state.withLock { $0.codes } }
    var statuses: [InteractiveStatus] { state.withLock { $0.statuses } }

    func dismiss() { dismissal.finish() }

    func present(_ challenge: InteractiveChallenge) async {
        guard case .deviceCode(let code) = challenge else { return }
        state.withLock { $0.codes.append(code) }
    }

    func challengeChanged(_ status: InteractiveStatus) async { state.withLock { $0.statuses.append(status) } }

    func dismissed() async { for await _ in dismissals {} }
}

extension Error {
    fileprivate var isCancelled: Bool {
        if case .userCancelled = self as? AuthError { true } else { false }
    }
}
