package import Wire

/// What went wrong, in neutral terms: the SDK's error enums and the words on screen are projections of it.
///
/// It never holds a password, code or token.
package struct Problem: Error, Equatable, Sendable {
    package var kind: Kind
    /// What the service said, where it said something.
    package var wire: WireError?
    /// The reference to quote: the service's correlation id, else the one we sent.
    package var correlationID: String?

    package enum Kind: Equatable, Sendable {
        case invalidCredentials
        case userNotFound
        case userAlreadyExists
        case invalidCode
        case invalidInput
        case invalidPassword(PasswordRule)
        case invalidAttributes([String])
        case noMatchingAuthMethod
        /// The account has no password here, or self-service reset is off.
        case resetNotSupported
        /// The service took the new password and is not done with it: to be asked again.
        case resetUnfinished
        case accountLocked, accountDisabled, passwordExpired, passwordChangeRequired
        /// The contact or method may not be used.
        case methodBlocked
        /// The conversation is too old: it begins anew.
        case sessionExpired
        /// Too many requests or codes; `wire.retryAfter` where the service said how long.
        case throttled
        /// The app registration or the configuration, not the person.
        case misconfigured(Misconfiguration)
        /// Conditional Access or a like policy: trying again does not help.
        case blockedByPolicy
        /// A person must sign in again: a silent or a polling grant was refused.
        case interactionRequired
        /// The device code ran out, or the service does not know it (any more).
        case deviceCodeExpired, deviceCodeUnknown
        /// The service itself is in trouble.
        case serviceUnavailable
        case unreachable(TransportProblem)
        /// An ID token that is missing or fails verification.
        case untrusted(TrustProblem)
        /// A refusal that no other kind describes.
        case refused
        /// An answer that cannot be understood.
        case malformed
    }

    package init(_ kind: Kind, wire: WireError? = nil, correlationID: String? = nil) {
        self.kind = kind
        self.wire = wire
        self.correlationID = correlationID ?? wire?.correlationID
    }
}

/// Which rule a password breaks, by the service's suberror (protocol reference, 6.1).
package enum PasswordRule: String, Equatable, Sendable {
    case tooShort = "password_too_short"
    case tooLong = "password_too_long"
    case tooWeak = "password_too_weak"
    case banned = "password_banned"
    case recentlyUsed = "password_recently_used"
    case invalid = "password_is_invalid"
    /// A rule without a known name.
    case other
}

/// What an administrator must put right.
package enum Misconfiguration: Equatable, Sendable {
    /// The client id is unknown in this tenant (700016), or empty or not valid (90100).
    case unknownClient
    /// Native authentication is off for the app (`nativeauthapi_disabled`).
    case nativeAuthenticationOff
    /// Public client flows are off for the app (7000218, 550022).
    case publicClientOff
    /// The tenant was not found (90002).
    case unknownTenant
    /// The discovery document is missing, unreadable, or names an issuer that may not be accepted (8.4).
    case discovery(DiscoveryProblem)
    /// A scope or resource is not valid for the app.
    case scope
    /// The service names no address for device codes that may be shown (protocol reference, 7.1).
    case deviceAddress
    case other
}

/// Why a discovery document was not accepted.
package enum DiscoveryProblem: Equatable, Sendable {
    case notFound(status: Int)
    case notADocument
    case issuerRefused(String)
    /// The document's member by name: its address lies elsewhere, or is plain http.
    case endpointRefused(String)
    /// The document has no such member: the provider does not offer what is asked of it.
    case endpointMissing(String)
    case tenantMismatch
}

/// Why an answer never came.
package enum TransportProblem: Equatable, Sendable {
    case nameNotResolved(host: String)
    case connectionRefused(host: String)
    case unreachable(host: String)
    case timedOut(host: String)
    /// The proxy by host and port, without its credentials.
    case proxy(name: String, ProxyProblem)
    case certificate(host: String, issuer: String?, CertificateProblem)
    case tlsTooOld(host: String)
    case caFileUnreadable(path: String)
    case caFileInvalid(path: String)
    /// A page or a redirect for browsers came in place of the service's answer: a network's own sign-in page.
    case intercepted(host: String)
    case bodyTooLarge
    /// The connection closed before the answer was whole.
    case interrupted(host: String)
    /// Plain http elsewhere than on loopback.
    case insecureAddress(host: String)
    /// A library that the transport needs is not installed.
    case libraryMissing(name: String)
    case other(code: Int, text: String)

    package enum ProxyProblem: Equatable, Sendable {
        case nameNotResolved, unreachable, wantsCredentials
        case refused(status: Int)
    }

    package enum CertificateProblem: Equatable, Sendable {
        case expired, notYetValid, unknownIssuer, wrongHost
        case other(String)
    }
}

/// Why an ID token is not trusted (protocol reference, 8.6).
package enum TrustProblem: Equatable, Sendable {
    case missing
    case signature
    /// A claim or header by its name.
    case claim(String)
    /// This machine's clock and the service's differ by so much; positive when ours is ahead.
    case clock(Duration)
    case keysUnavailable
}
