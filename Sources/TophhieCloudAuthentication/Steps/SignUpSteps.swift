import AuthFlow
import Wire

/// A code was sent to the address of an account to be.
///
/// It may be kept and tried again after ``NativeAuthError/invalidCode``.
public struct SignUpCodeStep: Sendable {
    private let place: CodePlace

    init(_ place: CodePlace) { self.place = place }

    /// Where the code went, masked by the service.
    public var sentTo: String { place.prompt.sentTo }
    /// The number of digits.
    public var codeLength: Int { place.prompt.length ?? 0 }
    /// The way that the code took.
    public var channel: TophhieChannel { place.channel }

    /// Proves the address (`/signup/v1.0/continue`, `grant_type=oob`).
    ///
    /// - Parameter code: the digits as typed; white space in it is dropped.
    /// - Returns: what the tenant asks for next; it decides what and in what order.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func submitCode(_ code: String) async throws -> SignUpNextStep {
        try SignUpNextStep(await place.submit(code), place.runner)
    }

    /// Sends a new code; the one before stops working (`/signup/v1.0/challenge`).
    ///
    /// - Returns: the step that goes on with the new code.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func resendCode() async throws -> SignUpCodeStep { SignUpCodeStep(try await place.renewed()) }
}

/// What a tenant asks for next: a loop, not a sequence.
public enum SignUpNextStep: Sendable {
    /// Ask the person for these.
    case attributesRequired(attributes: [RequiredAttribute], SignUpAttributesStep)
    /// Ask the person for a password.
    case passwordRequired(SignUpPasswordStep)
    /// The account exists.
    case completed(SignInAfterSignUpStep)
}

/// An attribute that the tenant asks for.
public struct RequiredAttribute: Equatable, Sendable {
    /// As it is submitted: `displayName`, `extension_…_loyaltyNumber`.
    public let name: String
    /// The service's word: `string`, `boolean`, `int`, or another.
    public let type: String
    /// Whether the account is not made without it.
    public let required: Bool
    /// A regular expression of the tenant's. Take it as a hint, under a limit: the service decides.
    public let regex: String?

    init(_ attribute: Wire.RequiredAttribute) {
        name = attribute.name
        type = attribute.type
        required = attribute.isRequired
        regex = attribute.regex
    }
}

/// The account to be needs a password.
///
/// It may be kept and tried again after ``NativeAuthError/invalidPassword``.
public struct SignUpPasswordStep: Sendable {
    let place: Place
    let runner: FlowRunner

    /// Sets the password (`/signup/v1.0/continue`, `grant_type=password`).
    ///
    /// - Parameter password: sent exactly as given; the service judges it.
    /// - Returns: what the tenant asks for next, or that the account exists.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func submitPassword(_ password: String) async throws -> SignUpNextStep {
        let answer = Answer.details([:], newPassword: Secret(password))
        let flow = await runner.settle(place.flow, .answered(answer))
        place.moved(to: flow)
        return try SignUpNextStep(flow, runner)
    }
}

/// The tenant wants to know more.
///
/// It may be kept and tried again after ``NativeAuthError/invalidAttributes(_:)``.
public struct SignUpAttributesStep: Sendable {
    let place: Place
    let runner: FlowRunner

    /// Sends the attributes (`/signup/v1.0/continue`, `grant_type=attributes`).
    ///
    /// - Parameter attributes: values by the attributes' names; several choices of one are joined by commas.
    /// - Returns: what the tenant asks for next, or that the account exists.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func submitAttributes(_ attributes: [String: String]) async throws -> SignUpNextStep {
        let flow = await runner.settle(place.flow, .answered(.details(attributes, newPassword: nil)))
        place.moved(to: flow)
        return try SignUpNextStep(flow, runner)
    }
}

/// The account exists; its first sign-in needs no credential.
public struct SignInAfterSignUpStep: Sendable {
    let username: String
    let token: ContinuationToken?
    let runner: FlowRunner

    /// Signs in (`/oauth2/v2.0/token`, `grant_type=continuation_token`). A second factor or a registration can
    /// follow here too.
    ///
    /// - Parameter scopes: of one resource; `openid`, `profile` and `offline_access` are added.
    /// - Returns: who signed in, or what is needed next.
    /// - Throws: ``NativeAuthError`` (``NativeAuthError/underlying(_:)`` where the service gave nothing to sign in
    ///   with: use ``TophhieNativeAuth/signIn(email:password:scopes:)``), or `CancellationError`.
    public func signIn(scopes: [String] = ["User.Read"]) async throws -> NativeSignInStep {
        guard let token else {
            throw NativeAuthError.underlying(
                ServiceError(.interactionRequired, Problem(.interactionRequired)))
        }
        let options = SignInOptions(
            scopes: withOpenIDScopes(scopes), username: username, goesOnByItself: false)
        let flow = Flow(.signInAfterSignUp(token, options))
        return try NativeSignInStep(await runner.settle(flow, .started), runner)
    }
}

extension SignUpNextStep {
    init(_ flow: Flow, _ runner: FlowRunner) throws {
        switch try flow.settled() {
        case .asked(.details(let prompt)) where prompt.wantsPassword:
            self = .passwordRequired(SignUpPasswordStep(place: Place(flow), runner: runner))
        case .asked(.details(let prompt)):
            self = .attributesRequired(
                attributes: prompt.attributes.map { RequiredAttribute($0) },
                SignUpAttributesStep(place: Place(flow), runner: runner))
        case .accountCreated(let username, let token):
            self = .completed(SignInAfterSignUpStep(username: username, token: token, runner: runner))
        default:
            throw NativeAuthError.unknown
        }
    }
}
