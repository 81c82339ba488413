import AuthFlow
import Synchronization
import Wire

/// Where a native sign-in stands.
public enum NativeSignInStep: Sendable {
    case completed(TophhieNativeSignInResult)
    /// A code was sent: ask the person for it.
    case codeRequired(NativeSignInCodeStep)
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
    case email, phone, other
}

/// A one-time code was sent; nothing is signed in yet.
///
/// It may be kept and tried again after ``NativeAuthError/invalidCode``.
public struct NativeSignInCodeStep: Sendable {
    /// Where the code went, masked by the service.
    public let sentTo: String
    /// The number of digits.
    public let codeLength: Int
    public let channel: TophhieChannel
    private let place: Place
    private let runner: FlowRunner

    init(_ prompt: CodePrompt, _ flow: Flow, _ runner: FlowRunner) {
        sentTo = prompt.sentTo
        codeLength = prompt.length ?? 0
        channel = TophhieChannel(prompt.channel)
        place = Place(flow)
        self.runner = runner
    }

    /// Signs in with the code (`/oauth2/v2.0/token`, `grant_type=oob`).
    ///
    /// - Throws: ``NativeAuthError`` (``NativeAuthError/browserRequired`` where a second step follows that this
    ///   method's result cannot express: use ``submitCodeForNextStep(_:)``), or `CancellationError`.
    public func submitCode(_ code: String) async throws -> TophhieNativeSignInResult {
        guard case .completed(let result) = try await submitCodeForNextStep(code) else {
            throw NativeAuthError.browserRequired
        }
        return result
    }

    /// Like ``submitCode(_:)``, for programs that handle what may follow a first factor.
    public func submitCodeForNextStep(_ code: String) async throws -> NativeSignInStep {
        let flow = await runner.settle(place.flow, .answered(.code(Secret(code.codeCharacters))))
        place.moved(to: flow)
        return try NativeSignInStep(flow, runner)
    }

    /// Sends a new code; the one before stops working (`/oauth2/v2.0/challenge`).
    ///
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func resendCode() async throws -> NativeSignInCodeStep {
        let flow = await runner.settle(place.flow, .answered(.resend))
        place.moved(to: flow)
        guard case .codeRequired(let step) = try NativeSignInStep(flow, runner) else {
            throw NativeAuthError.unknown
        }
        return step
    }
}

/// The flow at rest that a step holds; a refusal may bring a newer continuation token, which is kept.
final class Place: Sendable {
    private let kept: Mutex<Flow>

    init(_ flow: Flow) { kept = Mutex(flow) }

    var flow: Flow { kept.withLock { $0 } }

    /// Stays at the same question: elsewhere, and at an end, this step has nothing more to say.
    func moved(to flow: Flow) {
        guard case .asking(.code, _, .some) = flow.state else { return }
        kept.withLock { $0 = flow }
    }
}

extension NativeSignInStep {
    init(_ flow: Flow, _ runner: FlowRunner) throws {
        switch flow.state {
        case .done(.signedIn(let tokens)):
            self = .completed(TophhieNativeSignInResult(tokens))
        case .asking(.code(let prompt), _, nil):
            self = .codeRequired(NativeSignInCodeStep(prompt, flow, runner))
        case .asking(.password, _, nil):
            // The account has a password, and none was given.
            throw NativeAuthError.noMatchingAuthMethod
        case .asking(_, _, .some(let problem)), .done(.failed(let problem)):
            throw NativeAuthError(problem)
        case .done(.browserRequired):
            throw NativeAuthError.browserRequired
        case .done(.cancelled):
            throw CancellationError()
        case .asking, .waiting, .pausing:
            throw NativeAuthError.unknown
        }
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

extension String {
    /// Without the white space that comes along with a pasted code (protocol reference, 6.2).
    fileprivate var codeCharacters: String { filter { !$0.isWhitespace } }
}
