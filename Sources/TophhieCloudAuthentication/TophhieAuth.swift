import AuthFlow
import Dispatch
import FoundationEssentials
import Synchronization

/// Interactive sign-in: a person approves it in a browser on any device, with a device code (RFC 8628).
///
/// It may be used from any thread.
public final class TophhieAuth: Sendable {
    /// The instance that most programs need.
    public static let shared = TophhieAuth()

    private struct State {
        var client: Client?
        var account: TophhieAccount?
    }

    private let state = Mutex(State())

    /// An instance apart from ``shared``, with a configuration and an account of its own.
    public init() {}

    /// Whether `configure` succeeded.
    public var isConfigured: Bool { state.withLock { $0.client != nil } }

    /// Who is signed in.
    public var currentAccount: TophhieAccount? { state.withLock { $0.account } }

    /// Sets the app and its tenant.
    ///
    /// - Parameters:
    ///   - clientId: the application id of the app registration, a GUID.
    ///   - redirectUri: as registered for mobile and desktop applications; a device code needs none.
    ///   - tenantSubdomain: the `contoso` of `contoso.ciamlogin.com`. There is no default: a stranger's sign-in
    ///     must never go to somebody's tenant.
    ///   - restoreCachedAccount: whether an account that is kept becomes the current one. Where none can be read
    ///     nobody is; ``restoreCachedAccount()`` says why.
    /// - Throws: ``AuthError/invalidConfiguration(_:)``, which says which value is wrong and why.
    public func configure(
        clientId: String, redirectUri: String, tenantSubdomain: String, restoreCachedAccount: Bool = true
    ) throws {
        var configuration = TophhieConfiguration(clientId: clientId, tenantSubdomain: tenantSubdomain)
        configuration.redirectUri = redirectUri
        try configure(configuration, restoreCachedAccount: restoreCachedAccount)
    }

    /// Sets everything a real deployment needs.
    ///
    /// - Parameters:
    ///   - configuration: checked by ``TophhieConfiguration/validate()``.
    ///   - restoreCachedAccount: as in ``configure(clientId:redirectUri:tenantSubdomain:restoreCachedAccount:)``.
    /// - Throws: ``AuthError/invalidConfiguration(_:)``, which says which value is wrong and why.
    public func configure(_ configuration: TophhieConfiguration, restoreCachedAccount: Bool = true) throws {
        do {
            let client = try Client(configuration)
            state.withLock { $0 = State(client: client) }
        } catch {
            throw AuthError.invalidConfiguration(error.localizedDescription)
        }
        // What is kept may be out of reach; a sign-in is possible all the same.
        if restoreCachedAccount { _ = try? self.restoreCachedAccount() }
    }

    /// Makes the account that is kept for this app and authority the current one, without the network.
    ///
    /// It waits for the token store, which works on a thread of its own meanwhile.
    /// - Returns: the account; nil when none is kept.
    /// - Throws: ``AuthError/notConfigured``, or ``AuthError/underlying(_:)`` when the store cannot be read.
    @discardableResult
    public func restoreCachedAccount() throws -> TophhieAccount? {
        guard let client = state.withLock({ $0.client }) else { throw AuthError.notConfigured }
        let store = client.configuration.store
        let result = Mutex<Result<StoredTokens?, any Error>>(.success(nil))
        let isRead = DispatchSemaphore(value: 0)
        // The threads that tasks share may all be waiting for it.
        let reading = Task(executorPreference: ThreadPerJob.shared) {
            do {
                let tokens = try await store.tokens(for: nil)
                result.withLock { $0 = .success(tokens) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            isRead.signal()
        }
        isRead.wait()
        withExtendedLifetime(reading) {}
        do {
            let tokens = try result.withLock { $0 }.get()
            let account = tokens.flatMap { $0.account.isOf(client) ? TophhieAccount($0) : nil }
            state.withLock { $0.account = account }
            return account
        } catch {
            throw AuthError.underlying(error)
        }
    }

    /// Signs in with a device code (`/oauth2/v2.0/devicecode`, then polling `token`).
    ///
    /// - Parameters:
    ///   - presenting: shows the code, and says when the person gives up.
    ///   - scopes: of one resource; `openid`, `profile` and `offline_access` are added.
    ///   - prompt, loginHint, extraQueryParameters: of an authorize request (OpenID Connect Core 1.0, section
    ///     3.1.2.1). A device authorization has no place for them: the person chooses the account in the browser.
    /// - Returns: the tokens, which are kept in the configuration's store too.
    /// - Throws: ``AuthError``, or `CancellationError` when the surrounding task is cancelled.
    @MainActor
    public func signIn(
        presenting presenter: any TophhiePresenter, scopes: [String] = ["User.Read"],
        prompt: PromptType = .default, loginHint: String? = nil, extraQueryParameters: [String: String] = [:]
    ) async throws -> TophhieAuthResult {
        guard let client = state.withLock({ $0.client }) else { throw AuthError.notConfigured }
        let runner = FlowRunner(client)
        let session = DeviceCodeSession(runner, presenter)
        let flow = await session.run(scopes: withOpenIDScopes(scopes))
        if Task.isCancelled { throw CancellationError() }
        switch flow.state {
        case .done(.signedIn(let tokens)):
            let account = TophhieAccount(runner.stored(tokens))
            state.withLock { $0.account = account }
            return TophhieAuthResult(tokens)
        case .done(.cancelled):
            throw AuthError.userCancelled
        case .done(.failed(let problem)), .asking(_, _, .some(let problem)):
            throw AuthError(problem)
        case .done, .asking, .waiting, .pausing:
            throw AuthError.unknown
        }
    }

    /// Forgets the current account and its tokens on this machine.
    ///
    /// Nobody signed in is no error. The browser in which the person approved stays as it is.
    /// - Parameter presenting: not asked for anything: there is nothing to show.
    /// - Throws: ``AuthError/notConfigured``, or ``AuthError/underlying(_:)`` when the store cannot be changed.
    @MainActor
    public func signOut(presenting: (any TophhiePresenter)? = nil) async throws {
        let (client, account) = state.withLock { ($0.client, $0.account) }
        guard let client else { throw AuthError.notConfigured }
        guard let account else { return }
        do {
            try await client.configuration.store.remove(client.accountID(account.homeAccountId))
        } catch {
            throw AuthError.underlying(error)
        }
        state.withLock { $0.account = nil }
    }
}
