package import AuthFlow
public import FoundationEssentials

/// Why a password reset did not go on.
public enum PasswordResetError: LocalizedError, Sendable {
    /// ``TophhieNativeAuth`` was not configured, or the service does not know or allow the app.
    case notConfigured
    /// The account has no password here, or the tenant does not offer a reset.
    case notSupported
    /// The one-time code is wrong.
    case invalidCode
    /// The new password is empty or breaks the tenant's rules.
    case invalidPassword
    /// The service wants a browser: go on with ``TophhieAuth``.
    case browserRequired
    /// A ``ServiceError``, ``TransportError``, ``TokenError`` or ``ConfigurationError``.
    case underlying(any Error)
    /// An answer that cannot be understood.
    case unknown

    /// One sentence for a person: what happened, and what helps. It holds no secret.
    public var errorDescription: String? {
        switch self {
        case .notConfigured: "Password reset is not set up. Check the client id and the tenant."
        case .notSupported: "This account's password cannot be reset here. It signs in another way."
        case .invalidCode: "That code is not right."
        case .invalidPassword: "That password was not accepted. Choose another."
        case .browserRequired: "This reset needs a browser."
        case .underlying(let error): sentence(of: error)
        case .unknown: "Something unexpected came back. Try again later."
        }
    }

    /// The same sentence; FoundationEssentials does not derive it.
    public var localizedDescription: String { errorDescription ?? "" }
}

extension PasswordResetError {
    /// Protocol reference, section 11.2.
    package init(_ problem: Problem) {
        self =
            switch problem.kind {
            case .resetNotSupported: .notSupported
            case .invalidCode: .invalidCode
            case .invalidPassword: .invalidPassword
            case .misconfigured(.scope): .underlying(ServiceError(.misconfigured, problem))
            case .misconfigured: .notConfigured
            case .malformed: .unknown
            case .invalidCredentials, .userNotFound, .userAlreadyExists, .invalidInput, .invalidAttributes,
                .noMatchingAuthMethod, .resetUnfinished, .accountLocked, .accountDisabled, .passwordExpired,
                .passwordChangeRequired, .methodBlocked, .sessionExpired, .throttled, .blockedByPolicy,
                .interactionRequired, .deviceCodeExpired, .deviceCodeUnknown, .serviceUnavailable,
                .unreachable, .untrusted, .refused:
                .underlying(underlyingError(problem))
            }
    }
}
