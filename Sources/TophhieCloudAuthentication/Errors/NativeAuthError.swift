package import AuthFlow
public import FoundationEssentials

/// Why a native sign-in, sign-up, second factor or registration did not go on.
public enum NativeAuthError: LocalizedError, Sendable {
    /// ``TophhieNativeAuth`` was not configured, or the service does not know or allow the app.
    case notConfigured
    /// The address or the password is wrong.
    case invalidCredentials
    /// The one-time code is wrong.
    case invalidCode
    /// The address or contact was not accepted.
    case invalidInput
    /// The password is empty or breaks the tenant's rules.
    case invalidPassword
    /// No account has this address.
    case userNotFound
    /// A sign-up's address has an account.
    case userAlreadyExists
    /// The service refused these attributes, by name.
    case invalidAttributes([String])
    /// The service wants a browser: go on with ``TophhieAuth``.
    case browserRequired
    /// The account has no such way to verify.
    case noMatchingAuthMethod
    /// A ``ServiceError``, ``TransportError``, ``TokenError`` or ``ConfigurationError``.
    case underlying(any Error)
    /// An answer that cannot be understood.
    case unknown

    /// One sentence for a person: what happened, and what helps. It holds no secret.
    public var errorDescription: String? {
        switch self {
        case .notConfigured: "Sign-in is not set up. Check the client id and the tenant."
        case .invalidCredentials: "That email or password is not right."
        case .invalidCode: "That code is not right."
        case .invalidInput: "That was not accepted. Check it, then try again."
        case .invalidPassword: "That password was not accepted. Choose another."
        case .userNotFound: "There is no account with this address."
        case .userAlreadyExists: "There is an account with this address already. Sign in instead."
        case .invalidAttributes(let names):
            "These were not accepted: \(names.map(\.asForeignText).joined(separator: ", "))."
        case .browserRequired: "This sign-in needs a browser."
        case .noMatchingAuthMethod: "The account has no such way to verify. Choose another."
        case .underlying(let error): sentence(of: error)
        case .unknown: "Something unexpected came back. Try again later."
        }
    }

    /// The same sentence; FoundationEssentials does not derive it.
    public var localizedDescription: String { errorDescription ?? "" }
}

extension NativeAuthError {
    /// Protocol reference, section 11.1.
    package init(_ problem: Problem) {
        self =
            switch problem.kind {
            case .invalidCredentials: .invalidCredentials
            case .userNotFound: .userNotFound
            case .userAlreadyExists: .userAlreadyExists
            case .invalidCode: .invalidCode
            case .invalidInput: .invalidInput
            case .invalidPassword: .invalidPassword
            case .invalidAttributes(let names): .invalidAttributes(names)
            case .noMatchingAuthMethod: .noMatchingAuthMethod
            case .misconfigured(.scope): .underlying(ServiceError(.misconfigured, problem))
            case .misconfigured: .notConfigured
            case .malformed: .unknown
            case .resetNotSupported, .resetUnfinished, .accountLocked, .accountDisabled, .passwordExpired,
                .passwordChangeRequired, .methodBlocked, .sessionExpired, .throttled, .blockedByPolicy,
                .interactionRequired, .deviceCodeExpired, .deviceCodeUnknown, .serviceUnavailable,
                .unreachable, .untrusted, .refused:
                .underlying(underlyingError(problem))
            }
    }
}
