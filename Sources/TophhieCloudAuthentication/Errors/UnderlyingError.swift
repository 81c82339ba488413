import AuthFlow
import FoundationEssentials

/// What an `underlying` case wraps for `problem`.
func underlyingError(_ problem: Problem) -> any Error {
    switch problem.kind {
    case .unreachable(let cause): TransportError(cause)
    case .untrusted(let cause): TokenError(cause, correlationID: problem.correlationID)
    case .accountLocked: ServiceError(.accountLocked, problem)
    case .accountDisabled: ServiceError(.accountDisabled, problem)
    case .passwordExpired: ServiceError(.passwordExpired, problem)
    case .passwordChangeRequired: ServiceError(.passwordChangeRequired, problem)
    case .methodBlocked: ServiceError(.methodBlocked, problem)
    case .sessionExpired: ServiceError(.sessionExpired, problem)
    case .throttled: ServiceError(.throttled, problem)
    case .blockedByPolicy: ServiceError(.blockedByPolicy, problem)
    case .interactionRequired: ServiceError(.interactionRequired, problem)
    case .deviceCodeExpired, .deviceCodeUnknown: ServiceError(.deviceCodeExpired, problem)
    case .serviceUnavailable: ServiceError(.serviceUnavailable, problem)
    case .misconfigured: ServiceError(.misconfigured, problem)
    case .resetNotSupported: ServiceError(.resetNotSupported, problem)
    case .resetUnfinished: ServiceError(.resetUnfinished, problem)
    case .userNotFound: ServiceError(.userNotFound, problem)
    case .invalidInput, .invalidAttributes: ServiceError(.inputRefused, problem)
    case .invalidCredentials, .userAlreadyExists, .invalidCode, .invalidPassword, .noMatchingAuthMethod,
        .refused, .malformed:
        ServiceError(.refused, problem)
    }
}

/// The sentence of a wrapped error: its own, or for a stranger's a plain one that cannot hold a secret.
func sentence(of error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? "Something went wrong. Try again later."
}

/// Which setting is wrong, and who can mend it.
func configurationSentence(_ cause: Misconfiguration, _ problem: Problem) -> String {
    let sentence =
        switch cause {
        case .unknownClient: "the client id is not known in this tenant."
        case .nativeAuthenticationOff: "native authentication is not enabled for the app registration."
        case .publicClientOff: "public client flows are not enabled for the app registration."
        case .unknownTenant: "the tenant was not found."
        case .discovery(.notFound(let status)):
            "the tenant's discovery document was not found (HTTP \(status))."
        case .discovery(.notADocument): "the tenant's discovery document cannot be read."
        case .discovery(.issuerRefused(let issuer)):
            "the issuer \(issuer.asForeignText) does not belong to the authority."
        case .discovery(.endpointRefused(let member)): "the tenant's \(member) lies outside the authority."
        case .discovery(.endpointMissing(let member)): "the provider's discovery document has no \(member)."
        case .discovery(.tenantMismatch): "the authority belongs to another tenant than tenantId names."
        case .scope: "a scope is not valid, or an administrator has not consented to it."
        case .deviceAddress:
            "the service names no address for device codes that may be shown. Set verificationUri."
        case .other: "the service refused the app."
        }
    guard let correlationID = problem.correlationID else { return sentence }
    return "\(sentence) Reference: \(correlationID)"
}
