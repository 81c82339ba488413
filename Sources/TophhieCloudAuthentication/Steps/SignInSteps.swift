import AuthFlow
import Wire

/// Where a native sign-in stands.
public enum NativeSignInStep: Sendable {
    /// Somebody is signed in.
    case completed(TophhieNativeSignInResult)
    /// A code was sent: ask the person for it.
    case codeRequired(NativeSignInCodeStep)
    /// The first factor was right, and the tenant wants a second.
    case mfaRequired(MFAStep)
    /// The first factor was right, and the tenant wants a way to verify registered first.
    case strongAuthRegistrationRequired(StrongAuthRegistrationStep)
}

/// Who signed in.
public struct TophhieNativeSignInResult: Equatable, Sendable {
    /// The verified ID token (a JWT), for the app's own service.
    public let idToken: String?
    /// The name to show: an address, where the account has one.
    public let username: String?
    /// The stable identifier within the tenant: the object id, else the subject.
    public let accountIdentifier: String?
}

/// The way a code travels, or a method verifies.
public enum TophhieChannel: String, Sendable {
    /// `phone` is a text message; `other` a way that is not known here.
    case email, phone, other
}

/// A one-time code was sent; nothing is signed in yet.
///
/// It may be kept and tried again after ``NativeAuthError/invalidCode``.
public struct NativeSignInCodeStep: Sendable {
    private let place: CodePlace

    init(_ place: CodePlace) { self.place = place }

    /// Where the code went, masked by the service.
    public var sentTo: String { place.prompt.sentTo }
    /// The number of digits.
    public var codeLength: Int { place.prompt.length ?? 0 }
    /// The way that the code took.
    public var channel: TophhieChannel { place.channel }

    /// Signs in with the code (`/oauth2/v2.0/token`, `grant_type=oob`).
    ///
    /// - Parameter code: the digits as typed; white space in it is dropped.
    /// - Returns: who signed in.
    /// - Throws: ``NativeAuthError`` (``NativeAuthError/browserRequired`` where a second step follows that this
    ///   method's result cannot express: use ``submitCodeForNextStep(_:)``), or `CancellationError`.
    public func submitCode(_ code: String) async throws -> TophhieNativeSignInResult {
        guard case .completed(let result) = try await submitCodeForNextStep(code) else {
            throw NativeAuthError.browserRequired
        }
        return result
    }

    /// Like ``submitCode(_:)``, for programs that handle what may follow a first factor.
    ///
    /// - Parameter code: the digits as typed; white space in it is dropped.
    /// - Returns: the account's tokens, or what is needed next.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func submitCodeForNextStep(_ code: String) async throws -> NativeSignInStep {
        try NativeSignInStep(await place.submit(code), place.runner)
    }

    /// Sends a new code; the one before stops working (`/oauth2/v2.0/challenge`).
    ///
    /// - Returns: the step that goes on with the new code.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func resendCode() async throws -> NativeSignInCodeStep {
        let flow = await place.resend()
        guard case .codeRequired(let step) = try NativeSignInStep(flow, place.runner) else {
            throw NativeAuthError.unknown
        }
        return step
    }
}

extension NativeSignInStep {
    init(_ flow: Flow, _ runner: FlowRunner) throws {
        switch try flow.settled() {
        case .signedIn(let tokens):
            self = .completed(TophhieNativeSignInResult(tokens))
        case .asked(.code):
            guard let place = CodePlace(flow, runner) else { throw NativeAuthError.unknown }
            self = .codeRequired(NativeSignInCodeStep(place))
        case .asked(.method(let prompt)) where prompt.purpose == .secondFactor:
            self = .mfaRequired(MFAStep(prompt, flow, runner))
        case .asked(.method(let prompt)):
            self = .strongAuthRegistrationRequired(StrongAuthRegistrationStep(prompt, flow, runner))
        case .asked(.password):
            // The account has a password, and none was given.
            throw NativeAuthError.noMatchingAuthMethod
        case .asked, .accountCreated, .passwordChanged:
            throw NativeAuthError.unknown
        }
    }
}

/// What a native flow came to, when it was no error.
enum Settled {
    case asked(Prompt)
    case signedIn(TokenSet)
    case accountCreated(username: String, ContinuationToken?)
    case passwordChanged
}

extension Flow {
    /// The flow's rest or end, its problems thrown as ``NativeAuthError``.
    func settled() throws -> Settled {
        switch state {
        case .asking(let prompt, _, nil): return .asked(prompt)
        case .asking(_, _, .some(let problem)), .done(.failed(let problem)): throw NativeAuthError(problem)
        case .done(.signedIn(let tokens)): return .signedIn(tokens)
        case .done(.accountCreated(let username, let token)):
            return .accountCreated(username: username, token)
        case .done(.passwordChanged): return .passwordChanged
        case .done(.browserRequired): throw NativeAuthError.browserRequired
        case .done(.cancelled): throw CancellationError()
        case .waiting, .pausing: throw NativeAuthError.unknown
        }
    }

    /// The tokens at the end of a sign-in; anything else is thrown.
    func signedIn() throws -> TophhieNativeSignInResult {
        guard case .signedIn(let tokens) = try settled() else { throw NativeAuthError.unknown }
        return TophhieNativeSignInResult(tokens)
    }
}

extension TophhieNativeSignInResult {
    init(_ tokens: TokenSet) {
        idToken = tokens.idToken.exposedAsString()
        username = tokens.identity.username.isEmpty ? nil : tokens.identity.username
        accountIdentifier = tokens.identity.objectID
    }
}

extension TophhieChannel {
    init(_ channel: Channel) {
        self =
            switch channel {
            case .email: .email
            case .sms: .phone
            case .other: .other
            }
    }
}
