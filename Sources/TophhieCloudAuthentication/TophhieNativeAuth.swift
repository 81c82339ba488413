import AuthFlow
import Synchronization
import Wire

/// Native authentication: sign-in with a password or an e-mail code, without a browser.
///
/// Its steps are values that carry what the next call needs. It may be used from any thread; one sign-in does
/// not wait for another.
public final class TophhieNativeAuth: NativeAuthService {
    /// The instance that most programs need.
    public static let shared = TophhieNativeAuth()

    private let client = Mutex<Client?>(nil)

    /// One that is not configured yet, apart from ``shared``.
    public init() {}

    /// Whether `configure` succeeded.
    public var isConfigured: Bool { client.withLock { $0 != nil } }

    /// Sets the app and its tenant.
    ///
    /// - Parameters:
    ///   - clientId: the application id of the app registration, a GUID.
    ///   - tenantSubdomain: the `contoso` of `contoso.ciamlogin.com`.
    ///   - capabilities: what the program can do beyond a first factor; declared at the start of each flow.
    /// - Throws: ``NativeAuthError/underlying(_:)`` around a ``ConfigurationError`` that says which value is wrong.
    public func configure(
        clientId: String, tenantSubdomain: String, capabilities: TophhieNativeAuthCapabilities = []
    ) throws {
        var configuration = TophhieConfiguration(clientId: clientId, tenantSubdomain: tenantSubdomain)
        configuration.capabilities = capabilities
        try configure(configuration)
    }

    /// Sets everything a real deployment needs.
    ///
    /// - Parameter configuration: checked by ``TophhieConfiguration/validate()``.
    /// - Throws: ``NativeAuthError/underlying(_:)`` around a ``ConfigurationError`` that says which value is wrong.
    public func configure(_ configuration: TophhieConfiguration) throws {
        do {
            let made = try Client(configuration)
            client.withLock { $0 = made }
        } catch {
            throw NativeAuthError.underlying(error)
        }
    }

    /// Starts a sign-in (`/oauth2/v2.0/initiate`, `challenge`, and with a password `token`).
    ///
    /// - Parameters:
    ///   - email: the account's address; blanks around it are dropped.
    ///   - password: sent exactly as given; without one an e-mail code is asked for. The service decides: a
    ///     password that it does not want is dropped.
    ///   - scopes: of one resource; `openid`, `profile` and `offline_access` are added.
    /// - Returns: the account's tokens, or what is needed next.
    /// - Throws: ``NativeAuthError``, or `CancellationError` when the surrounding task is cancelled.
    public func signIn(
        email: String, password: String? = nil, scopes: [String] = ["User.Read"]
    ) async throws -> NativeSignInStep {
        guard let client = client.withLock({ $0 }) else { throw NativeAuthError.notConfigured }
        let runner = FlowRunner(client)
        let options = SignInOptions(scopes: withOpenIDScopes(scopes), goesOnByItself: false)
        let flow = Flow(.signIn(options))
        let answer = Answer.identity(email, password.map { Secret($0) })
        return try NativeSignInStep(await runner.settle(flow, .answered(answer)), runner)
    }

    /// Starts a sign-up (`/signup/v1.0/start`, `challenge`): a code goes to the address.
    ///
    /// - Parameters:
    ///   - email: the account's address to be; blanks around it are dropped.
    ///   - password: may be given later, when the tenant asks for it.
    ///   - attributes: values by the attributes' names (`displayName`, `city`, `extension_…`); those that the tenant
    ///     wants and that are missing are asked for later.
    /// - Returns: the step that takes the code.
    /// - Throws: ``NativeAuthError``, or `CancellationError` when the surrounding task is cancelled.
    public func signUp(
        email: String, password: String? = nil, attributes: [String: String] = [:]
    ) async throws -> SignUpCodeStep {
        guard let client = client.withLock({ $0 }) else { throw NativeAuthError.notConfigured }
        let runner = FlowRunner(client)
        let flow = Flow(.signUp(SignInOptions(scopes: [], goesOnByItself: false)))
        let answer = Answer.newAccount(email, password.map { Secret($0) }, attributes: attributes)
        let settled = await runner.settle(flow, .answered(answer))
        _ = try settled.settled()
        guard let place = CodePlace(settled, runner) else { throw NativeAuthError.unknown }
        return SignUpCodeStep(place)
    }

    /// Starts a password reset (`/resetpassword/v1.0/start`, `challenge`): a code goes to the account's address.
    ///
    /// - Parameter email: the account's address; blanks around it are dropped.
    /// - Returns: the step that takes the code.
    /// - Throws: ``PasswordResetError``, or `CancellationError` when the surrounding task is cancelled.
    public func startPasswordReset(email: String) async throws -> PasswordResetCodeStep {
        guard let client = client.withLock({ $0 }) else { throw PasswordResetError.notConfigured }
        let runner = FlowRunner(client)
        let flow = Flow(.resetPassword(SignInOptions(scopes: [])))
        return try PasswordResetCodeStep(
            await runner.settle(flow, .answered(.identity(email, nil))), runner)
    }
}

/// What ``TophhieNativeAuth`` offers, so that an app can put something else in its place.
public protocol NativeAuthService: Sendable {
    /// As ``TophhieNativeAuth/signIn(email:password:scopes:)``.
    ///
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    func signIn(email: String, password: String?, scopes: [String]) async throws -> NativeSignInStep
    /// As ``TophhieNativeAuth/signUp(email:password:attributes:)``.
    ///
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    func signUp(email: String, password: String?, attributes: [String: String]) async throws -> SignUpCodeStep
    /// As ``TophhieNativeAuth/startPasswordReset(email:)``.
    ///
    /// - Throws: ``PasswordResetError``, or `CancellationError`.
    func startPasswordReset(email: String) async throws -> PasswordResetCodeStep
}
