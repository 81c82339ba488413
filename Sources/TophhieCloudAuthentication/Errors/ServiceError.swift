import AuthFlow
public import FoundationEssentials
import Wire

/// What a service answered in place of a success: wrapped by the `underlying` cases of the error enums.
///
/// It holds no password, code or token.
public struct ServiceError: LocalizedError, Equatable, Sendable {
    /// What it comes down to, for a program that must decide.
    public enum Reason: String, Equatable, Sendable {
        /// The account is locked for a while (50053).
        case accountLocked
        /// The account is disabled (50057).
        case accountDisabled
        /// The password has expired (50055).
        case passwordExpired
        /// A policy wants a new password first: run a password reset, then sign in (50142).
        case passwordChangeRequired
        /// The method or contact may not be used (`provider_blocked_by_rep`, `provider_blocked_by_admin`).
        case methodBlocked
        /// The conversation is too old: start it anew (`expired_token`).
        case sessionExpired
        /// Too many requests or codes: wait ``ServiceError/retryAfter`` (HTTP 429, 701014).
        case throttled
        /// Conditional Access or a like policy refused; trying again does not help.
        case blockedByPolicy
        /// A person must sign in again in another way.
        case interactionRequired
        /// The device code ran out, or the service does not know it.
        case deviceCodeExpired
        /// The service is in trouble (HTTP 5xx, `server_error`, `temporarily_unavailable`).
        case serviceUnavailable
        /// The app registration or the tenant is not set up for this.
        case misconfigured
        /// The address or contact was not accepted.
        case inputRefused
        /// The account has no password, or the tenant does not offer a reset.
        case resetNotSupported
        /// The service has the new password and is not done with it after five minutes.
        case resetUnfinished
        /// There is no such account.
        case userNotFound
        /// A refusal that no other reason describes.
        case refused
    }

    /// What it comes down to.
    public let reason: Reason
    /// The HTTP status; 0 where no answer is behind it.
    public let status: Int
    /// The service's `error`, as sent (RFC 6749, section 5.2); nil where it sent none.
    public let error: String?
    /// Its `suberror`, as sent (protocol reference, section 1.8).
    public let suberror: String?
    /// Its `error_codes`, in the order sent: what `AADSTS` numbers count.
    public let codes: [Int]
    /// Seconds after which another try makes sense, where the service said so.
    public let retryAfter: TimeInterval?
    /// The reference to quote to whoever runs the service.
    public let correlationId: String?

    init(_ reason: Reason, _ problem: Problem) {
        self.reason = reason
        status = problem.wire?.status ?? 0
        error = problem.wire.flatMap { $0.error.isEmpty ? nil : $0.error }
        suberror = problem.wire?.suberror
        codes = problem.wire?.codes ?? []
        retryAfter = problem.wire?.retryAfter.map { TimeInterval($0.components.seconds) }
        correlationId = problem.correlationID
    }

    /// One sentence for a person, with the reference to quote where there is one. It holds no secret.
    public var errorDescription: String? {
        let sentence =
            switch reason {
            case .accountLocked: "The account is locked for a while. Wait, then try again."
            case .accountDisabled: "The account is disabled. An administrator can enable it."
            case .passwordExpired: "The password has expired. Reset it, then sign in."
            case .passwordChangeRequired: "The password must be changed first. Reset it, then sign in."
            case .methodBlocked: "This way to verify is blocked. Choose another, or ask an administrator."
            case .sessionExpired: "This took too long. Start again."
            case .throttled: "There were too many requests. Wait a while, then try again."
            case .blockedByPolicy: "A policy of the organisation does not allow this sign-in."
            case .interactionRequired: "The service wants a new sign-in, in a browser."
            case .deviceCodeExpired: "The code has expired. Ask for a new one."
            case .serviceUnavailable: "The service is not available at the moment. Try again later."
            case .misconfigured:
                "The app is not set up for this at the service. An administrator can mend it."
            case .inputRefused: "The service did not accept the address. Check it, then try again."
            case .resetNotSupported: "This account's password cannot be reset here."
            case .resetUnfinished: "The service has not finished the change yet. Try to sign in in a while."
            case .userNotFound: "There is no such account."
            case .refused: "The service refused the request."
            }
        guard let correlationId else { return sentence }
        return "\(sentence) Reference: \(correlationId)"
    }

    /// The same sentence; FoundationEssentials does not derive it.
    public var localizedDescription: String { errorDescription ?? "" }
}

/// An ID token that is missing or fails verification: wrapped by the `underlying` cases of the error enums.
///
/// Never to be retried silently.
public struct TokenError: LocalizedError, Equatable, Sendable {
    /// The rule that failed, by the name of the header or claim; `signature`, `missing`, `keys`, `clock`.
    public let rule: String
    /// How far this machine's clock is ahead of the service's, in seconds, when that is the cause.
    public let clockDifference: TimeInterval?
    /// The reference to quote to whoever runs the service.
    public let correlationId: String?

    init(_ problem: TrustProblem, correlationID: String?) {
        switch problem {
        case .missing: (rule, clockDifference) = ("missing", nil)
        case .signature: (rule, clockDifference) = ("signature", nil)
        case .claim(let name): (rule, clockDifference) = (name, nil)
        case .clock(let difference):
            (rule, clockDifference) = ("clock", TimeInterval(difference.components.seconds))
        case .keysUnavailable: (rule, clockDifference) = ("keys", nil)
        }
        correlationId = correlationID
    }

    /// One sentence for a person: to set the clock where that is the cause, else to go no further.
    public var errorDescription: String? {
        if let clockDifference {
            let direction = clockDifference > 0 ? "ahead of" : "behind"
            let seconds = Int(clockDifference.magnitude)
            return
                "This machine's clock is \(seconds) seconds \(direction) the service's. Set it, then try again."
        }
        return "The service's answer could not be verified (\(rule)). Do not go on; tell an administrator."
    }

    /// The same sentence; FoundationEssentials does not derive it.
    public var localizedDescription: String { errorDescription ?? "" }
}
