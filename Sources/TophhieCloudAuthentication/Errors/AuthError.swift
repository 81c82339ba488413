package import AuthFlow
public import FoundationEssentials
import Wire

/// Why an interactive sign-in, a silent token or a call to Microsoft Graph did not succeed.
public enum AuthError: LocalizedError, Sendable {
    /// ``TophhieAuth`` was not configured.
    case notConfigured
    /// Nobody is signed in.
    case noAccount
    /// The person gave up, here or in the browser. Show nothing.
    case userCancelled
    /// A token could not be had silently: sign in interactively.
    case interactionRequired
    /// The configuration, or the app registration, and what is wrong with it.
    case invalidConfiguration(String)
    /// Graph's GET /me answered with this HTTP status.
    case profileFetch(status: Int)
    /// Graph's PATCH /me answered with this HTTP status.
    case profileUpdate(status: Int)
    /// Graph's auditLogs/signIns answered with this HTTP status.
    case signInHistoryFetch(status: Int)
    /// A ``ServiceError``, ``TransportError`` or ``TokenError``.
    case underlying(any Error)
    /// Neither a result nor an error came back.
    case unknown

    /// One sentence for a person: what happened, and who can do what about it. It holds no secret.
    public var errorDescription: String? {
        switch self {
        case .notConfigured: "Sign-in is not set up. Check the client id and the tenant."
        case .noAccount: "Nobody is signed in."
        case .userCancelled: "The sign-in was cancelled."
        case .interactionRequired: "Your session has ended. Sign in again."
        case .invalidConfiguration(let reason): "The configuration is not right: \(reason)"
        case .profileFetch(let status): "The profile could not be read (HTTP \(status))."
        case .profileUpdate(403): "An administrator must consent before the profile can be changed."
        case .profileUpdate(let status): "The profile could not be changed (HTTP \(status))."
        case .signInHistoryFetch(let status): "The sign-in history could not be read (HTTP \(status))."
        case .underlying(let error): sentence(of: error)
        case .unknown: "Something unexpected came back. Try again later."
        }
    }

    /// The same sentence; FoundationEssentials does not derive it.
    public var localizedDescription: String { errorDescription ?? "" }
}

extension AuthError {
    /// Protocol reference, section 11.3.
    package init(_ problem: Problem) {
        self =
            switch problem.kind {
            case .misconfigured(let cause): .invalidConfiguration(configurationSentence(cause, problem))
            case .malformed: .unknown
            case .refused where problem.isOfRequest:
                .invalidConfiguration(configurationSentence(.other, problem))
            case .invalidCredentials, .userNotFound, .userAlreadyExists, .invalidCode, .invalidInput,
                .invalidPassword, .invalidAttributes, .noMatchingAuthMethod, .resetNotSupported,
                .resetUnfinished,
                .accountLocked, .accountDisabled, .passwordExpired, .passwordChangeRequired, .methodBlocked,
                .sessionExpired, .throttled, .blockedByPolicy, .interactionRequired, .deviceCodeExpired,
                .deviceCodeUnknown, .serviceUnavailable, .unreachable, .untrusted, .refused:
                .underlying(underlyingError(problem))
            }
    }
}

extension Problem {
    /// The service refuses such requests from this app altogether; nobody in front of it can mend that.
    fileprivate var isOfRequest: Bool {
        ["invalid_request", "unsupported_grant_type", "unsupported_response_type"].contains(wire?.error ?? "")
    }
}
