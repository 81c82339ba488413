/// The service's memory of a flow: opaque, short-lived, bound to one flow and one step (protocol reference, 1.4).
package struct ContinuationToken: Equatable, Sendable {
    package let secret: Secret

    package init(_ secret: Secret) { self.secret = secret }
    package init(_ text: String) { secret = Secret(text) }
}

/// How the next proof is given (protocol reference, 1.5). An unknown word is kept as it came.
package enum ChallengeType: Equatable, Sendable {
    case password, oneTimeCode, redirect, preverified
    case other(String)

    package init(_ word: String) {
        switch word.lowercased() {
        case "password": self = .password
        case "oob": self = .oneTimeCode
        case "redirect": self = .redirect
        case "preverified": self = .preverified
        default: self = .other(word)
        }
    }

    package var word: String {
        switch self {
        case .password: "password"
        case .oneTimeCode: "oob"
        case .redirect: "redirect"
        case .preverified: "preverified"
        case .other(let word): word
        }
    }
}

/// The way a one-time code travels. Compared without case, as the clients in the field do.
package enum Channel: Equatable, Sendable {
    case email, sms
    case other(String)

    package init(_ word: String) {
        switch word.lowercased() {
        case "email": self = .email
        case "sms": self = .sms
        default: self = .other(word)
        }
    }

    package var word: String {
        switch self {
        case .email: "email"
        case .sms: "sms"
        case .other(let word): word
        }
    }
}

/// A way to verify that an account has or may register (`introspect`).
package struct AuthMethod: Equatable, Sendable {
    /// Opaque at sign-in, the literal `email` or `sms` at registration.
    package struct ID: Hashable, Sendable {
        package let value: String
        package init(_ value: String) { self.value = value }
    }

    package var id: ID
    package var challengeType: ChallengeType
    package var channel: Channel
    /// Masked at sign-in, plain at registration, often absent.
    package var loginHint: String?

    package init(id: ID, challengeType: ChallengeType, channel: Channel, loginHint: String?) {
        self.id = id
        self.challengeType = challengeType
        self.channel = channel
        self.loginHint = loginHint
    }

    /// The contact that the hint gives away; nil for a masked one, which is to be read and not to be sent back.
    ///
    /// Masks are no contract (protocol reference, 6.2): whatever holds a mark of one is taken for one.
    package var knownContact: String? {
        guard let loginHint, !loginHint.isEmpty, !loginHint.contains(where: { "*•●…".contains($0) })
        else { return nil }
        return loginHint
    }
}

/// An attribute that the tenant asks for (`required_attributes`, protocol reference, 3.4).
package struct RequiredAttribute: Equatable, Sendable {
    package var name: String
    /// The service's word: `string`, `boolean`, `int`, or another.
    package var type: String
    package var isRequired: Bool
    /// A regular expression of the tenant's, to be taken as a hint: the service decides.
    package var regex: String?

    package init(name: String, type: String, isRequired: Bool, regex: String?) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.regex = regex
    }
}

/// Who asks: the app registration, and what it says it can do.
package struct ClientIdentity: Equatable, Sendable {
    package var clientID: String
    /// Declared at the flow starters (protocol reference, 1.6): `mfa_required`, `registration_required`.
    package var capabilities: [String]
    /// The challenge types of the flow starters (1.5); `redirect` is mandatory.
    package var challengeTypes: [ChallengeType]

    package init(
        clientID: String, capabilities: [String] = [],
        challengeTypes: [ChallengeType] = [.oneTimeCode, .password, .redirect]
    ) {
        self.clientID = clientID
        self.capabilities = capabilities
        self.challengeTypes = challengeTypes
    }
}
