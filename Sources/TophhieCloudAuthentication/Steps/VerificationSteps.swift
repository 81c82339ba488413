import AuthFlow
import Wire

/// A way to verify that an account has, or may register.
public struct StrongAuthMethod: Equatable, Sendable, Identifiable {
    /// Opaque at sign-in, `email` or `sms` at registration.
    public let id: String
    /// The service's word, such as `oob`.
    public let challengeType: String
    /// Masked at sign-in, an address to fill in at registration, masked by some tenants; often absent.
    public let loginHint: String?
    /// The way that its codes take.
    public let channel: TophhieChannel
    /// The hint where it is a whole contact.
    let knownContact: String?

    init(_ method: AuthMethod) {
        id = method.id.value
        challengeType = method.challengeType.word
        loginHint = method.loginHint
        channel = TophhieChannel(method.channel)
        knownContact = method.knownContact
    }
}

/// The first factor was right; a second one is wanted.
///
/// It may be kept: once a code went one way, another can be picked.
public struct MFAStep: Sendable {
    /// The ways that the account has, in the service's order.
    public let availableMethods: [StrongAuthMethod]
    private let choice: MethodChoice

    init(_ prompt: MethodPrompt, _ flow: Flow, _ runner: FlowRunner) {
        availableMethods = prompt.methods.map { StrongAuthMethod($0) }
        choice = MethodChoice(place: Place(flow), runner: runner)
    }

    /// Sends a code by one of the ways (`/oauth2/v2.0/challenge`).
    ///
    /// - Parameter method: nil takes the only one; where there are several it gives ``MFAChallengeResult``'s
    ///   selection, without a request.
    /// - Returns: that a code was sent, or the choice that is to be made first.
    /// - Throws: ``NativeAuthError`` (``NativeAuthError/noMatchingAuthMethod`` for a method that is not offered,
    ///   without a request), or `CancellationError`.
    public func requestChallenge(_ method: StrongAuthMethod? = nil) async throws -> MFAChallengeResult {
        guard let method = method ?? (availableMethods.count == 1 ? availableMethods.first : nil) else {
            return .selectionRequired(
                methods: availableMethods,
                MFASelectionStep(availableMethods: availableMethods, choice: choice))
        }
        return try await choice.challenge(method, of: availableMethods)
    }
}

/// What became of asking for a second factor's code.
public enum MFAChallengeResult: Sendable {
    /// A code was sent: ask the person for it.
    case verificationRequired(MFAVerificationStep)
    /// There are several ways: let the person pick one.
    case selectionRequired(methods: [StrongAuthMethod], MFASelectionStep)
}

/// Several ways to verify, of which one is to be picked.
public struct MFASelectionStep: Sendable {
    let availableMethods: [StrongAuthMethod]
    let choice: MethodChoice

    /// Sends a code by that way (`/oauth2/v2.0/challenge`).
    ///
    /// - Parameter method: one of those offered.
    /// - Returns: that a code was sent.
    /// - Throws: ``NativeAuthError`` (``NativeAuthError/noMatchingAuthMethod`` for a method that is not offered,
    ///   without a request), or `CancellationError`.
    public func requestChallenge(_ method: StrongAuthMethod) async throws -> MFAChallengeResult {
        try await choice.challenge(method, of: availableMethods)
    }
}

/// A second factor's code was sent.
///
/// It may be kept and tried again after ``NativeAuthError/invalidCode``.
public struct MFAVerificationStep: Sendable {
    private let place: CodePlace

    init(_ place: CodePlace) { self.place = place }

    /// Where the code went, masked by the service.
    public var sentTo: String { place.prompt.sentTo }
    /// The number of digits.
    public var codeLength: Int { place.prompt.length ?? 0 }
    /// The way that the code took.
    public var channel: TophhieChannel { place.channel }

    /// Signs in with the code (`/oauth2/v2.0/token`, `grant_type=mfa_oob`).
    ///
    /// - Parameter code: the digits as typed; white space in it is dropped.
    /// - Returns: who signed in.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func submitCode(_ code: String) async throws -> TophhieNativeSignInResult {
        try await place.submit(code).signedIn()
    }

    /// Sends a new code by the same way; the one before stops working.
    ///
    /// - Returns: the step that goes on with the new code.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func resendCode() async throws -> MFAVerificationStep {
        MFAVerificationStep(try await place.renewed())
    }
}

/// The first factor was right; a way to verify is to be registered before the sign-in ends.
///
/// It may be kept: once a code went to one contact, another can be given.
public struct StrongAuthRegistrationStep: Sendable {
    /// What may be registered, in the service's order.
    public let availableMethods: [StrongAuthMethod]
    private let choice: MethodChoice

    init(_ prompt: MethodPrompt, _ flow: Flow, _ runner: FlowRunner) {
        availableMethods = prompt.methods.map { StrongAuthMethod($0) }
        choice = MethodChoice(place: Place(flow), runner: runner)
    }

    /// Registers an e-mail address.
    ///
    /// - Parameter contact: the address; nil takes the method's own hint.
    /// - Returns: that a code was sent, or who signed in where the contact is proven already.
    /// - Throws: ``NativeAuthError`` (``NativeAuthError/noMatchingAuthMethod`` where addresses are not offered and
    ///   ``NativeAuthError/invalidInput`` where there is neither an address nor an unmasked hint, both without a
    ///   request), or `CancellationError`.
    public func registerEmail(_ contact: String? = nil) async throws -> StrongAuthRegistrationResult {
        guard let method = availableMethods.first(where: { $0.channel == .email }) else {
            throw NativeAuthError.noMatchingAuthMethod
        }
        guard let contact = contact ?? method.knownContact else { throw NativeAuthError.invalidInput }
        return try await register(method, verificationContact: contact)
    }

    /// Registers a phone number for text messages.
    ///
    /// - Parameter phoneNumber: in E.164, such as `+15555550100`.
    /// - Returns: as ``registerEmail(_:)``.
    /// - Throws: as ``registerEmail(_:)``.
    public func registerSMS(phoneNumber: String) async throws -> StrongAuthRegistrationResult {
        guard let method = availableMethods.first(where: { $0.channel == .phone }) else {
            throw NativeAuthError.noMatchingAuthMethod
        }
        return try await register(method, verificationContact: phoneNumber)
    }

    /// Registers a contact by one of the ways offered (`/register/v1.0/challenge`).
    ///
    /// - Parameters:
    ///   - method: one of those offered.
    ///   - verificationContact: an e-mail address, or a phone number in E.164.
    /// - Returns: as ``registerEmail(_:)``.
    /// - Throws: ``NativeAuthError`` (``NativeAuthError/noMatchingAuthMethod`` for a method that is not offered,
    ///   without a request), or `CancellationError`.
    public func register(
        _ method: StrongAuthMethod, verificationContact: String
    ) async throws -> StrongAuthRegistrationResult {
        guard availableMethods.contains(where: { $0.id == method.id }) else {
            throw NativeAuthError.noMatchingAuthMethod
        }
        let runner = choice.runner
        let chosen = await runner.settle(choice.place.flow, .answered(.method(AuthMethod.ID(method.id))))
        let flow = await runner.settle(chosen, .answered(.contact(verificationContact)))
        choice.place.follow(flow)
        switch try flow.settled() {
        case .signedIn(let tokens): return .completed(TophhieNativeSignInResult(tokens))
        default:
            guard let place = CodePlace(flow, runner, origin: choice.place) else {
                throw NativeAuthError.unknown
            }
            return .verificationRequired(StrongAuthVerificationStep(place))
        }
    }
}

/// What became of registering a way to verify.
public enum StrongAuthRegistrationResult: Sendable {
    /// A code was sent to the contact: ask the person for it.
    case verificationRequired(StrongAuthVerificationStep)
    /// The contact was proven already; the sign-in is done.
    case completed(TophhieNativeSignInResult)
}

/// A code was sent to the contact that is being registered.
///
/// It may be kept and tried again after ``NativeAuthError/invalidCode``.
public struct StrongAuthVerificationStep: Sendable {
    private let place: CodePlace

    init(_ place: CodePlace) { self.place = place }

    /// Where the code went, as the service writes it.
    public var sentTo: String { place.prompt.sentTo }
    /// The number of digits.
    public var codeLength: Int { place.prompt.length ?? 0 }
    /// The way that the code took.
    public var channel: TophhieChannel { place.channel }

    /// Registers the contact and signs in (`/register/v1.0/continue`, then `/oauth2/v2.0/token`).
    ///
    /// - Parameter code: the digits as typed; white space in it is dropped.
    /// - Returns: who signed in.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func submitCode(_ code: String) async throws -> TophhieNativeSignInResult {
        try await place.submit(code).signedIn()
    }

    /// Sends a new code to the same contact; the one before stops working.
    ///
    /// - Returns: the step that goes on with the new code.
    /// - Throws: ``NativeAuthError``, or `CancellationError`.
    public func resendCode() async throws -> StrongAuthVerificationStep {
        StrongAuthVerificationStep(try await place.renewed())
    }
}

/// A flow at rest where a way to verify is to be picked.
struct MethodChoice: Sendable {
    let place: Place
    let runner: FlowRunner

    func challenge(
        _ method: StrongAuthMethod, of offered: [StrongAuthMethod]
    ) async throws -> MFAChallengeResult {
        guard offered.contains(where: { $0.id == method.id }) else {
            throw NativeAuthError.noMatchingAuthMethod
        }
        let settled = await runner.settle(place.flow, .answered(.method(AuthMethod.ID(method.id))))
        place.moved(to: settled)
        _ = try settled.settled()
        guard let place = CodePlace(settled, runner, origin: place) else { throw NativeAuthError.unknown }
        return .verificationRequired(MFAVerificationStep(place))
    }
}

extension CodePlace {
    /// The place of a new code.
    func renewed() async throws -> CodePlace {
        let flow = await resend()
        _ = try flow.settled()
        guard let place = CodePlace(flow, runner, origin: origin) else { throw NativeAuthError.unknown }
        return place
    }
}
