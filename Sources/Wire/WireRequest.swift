/// One call of one endpoint: the endpoint by its case, its parameters as payload.
package enum WireRequest: Equatable, Sendable {
    case initiate(username: String)
    /// For a first factor without `method`; for a second factor with the method's id; again for a new code.
    case challenge(ContinuationToken, method: AuthMethod.ID?)
    case introspect(ContinuationToken)
    case token(TokenGrant, scopes: [String])

    case signUpStart(username: String, password: Secret?, attributes: [String: String])
    case signUpChallenge(ContinuationToken)
    case signUpContinue(SignUpGrant, ContinuationToken)

    case resetStart(username: String)
    case resetChallenge(ContinuationToken)
    case resetContinue(code: Secret, ContinuationToken)
    case resetSubmit(newPassword: Secret, ContinuationToken)
    case resetPoll(ContinuationToken)

    case registerIntrospect(ContinuationToken)
    case registerChallenge(ContinuationToken, RegistrationTarget)
    /// Without a code after `preverified`.
    case registerContinue(code: Secret?, ContinuationToken)

    /// RFC 8628, section 3.1.
    case deviceAuthorize(scopes: [String])

    package var endpoint: Endpoint {
        switch self {
        case .initiate: .initiate
        case .challenge: .challenge
        case .introspect: .introspect
        case .token: .token
        case .signUpStart: .signUpStart
        case .signUpChallenge: .signUpChallenge
        case .signUpContinue: .signUpContinue
        case .resetStart: .resetStart
        case .resetChallenge: .resetChallenge
        case .resetContinue: .resetContinue
        case .resetSubmit: .resetSubmit
        case .resetPoll: .resetPoll
        case .registerIntrospect: .registerIntrospect
        case .registerChallenge: .registerChallenge
        case .registerContinue: .registerContinue
        case .deviceAuthorize: .deviceAuthorization
        }
    }
}

/// What is exchanged for tokens at `/oauth2/v2.0/token` (protocol reference, 2.4, 7.2, 8.3 and 9).
package enum TokenGrant: Equatable, Sendable {
    case password(Secret, username: String, ContinuationToken)
    /// A first factor's code, `grant_type=oob`.
    case oneTimeCode(Secret, ContinuationToken)
    /// A second factor's code, `grant_type=mfa_oob`.
    case secondFactor(Secret, ContinuationToken)
    /// After sign-up and reset with the user name, after registration without.
    case continuation(ContinuationToken, username: String?)
    case refresh(Secret)
    /// RFC 8628, section 3.4.
    case deviceCode(Secret)
    /// RFC 6749, section 4.1.3, with PKCE (RFC 7636).
    case authorizationCode(Secret, redirectURI: String, verifier: Secret)
}

/// What `/signup/v1.0/continue` is given.
package enum SignUpGrant: Equatable, Sendable {
    case code(Secret)
    case password(Secret)
    case attributes([String: String])
}

/// The contact to register at `/register/v1.0/challenge`.
package struct RegistrationTarget: Equatable, Sendable {
    package var challengeType: ChallengeType
    package var channel: Channel
    /// An e-mail address, or a phone number in E.164.
    package var contact: String

    package init(challengeType: ChallengeType, channel: Channel, contact: String) {
        self.challengeType = challengeType
        self.channel = channel
        self.contact = contact
    }
}
