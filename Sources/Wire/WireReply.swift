/// A successful answer, decoded for the endpoint that was asked.
package enum WireReply: Equatable, Sendable {
    /// The step was accepted; `expiresIn` where the service says how long the token lives.
    case proceed(ContinuationToken, expiresIn: Duration?)
    case challenge(Challenge, ContinuationToken)
    case methods([AuthMethod], ContinuationToken)
    /// `/resetpassword/v1.0/submit`: poll with the token after each interval.
    case submitted(ContinuationToken, pollInterval: Duration)
    case poll(PollStatus, ContinuationToken?)
    case device(DeviceGrant)
    case tokens(TokenReply)
    /// "Use a browser" (protocol reference, 1.7). The reason is for people, never matched on.
    case redirect(reason: String?)
    /// `/register/v1.0/challenge`: the contact is proven already, no code was sent.
    case preverified(ContinuationToken)
    /// The account was made, but no token for a sign-in came (3.3).
    case finished
}

/// What the next credential is.
package enum Challenge: Equatable, Sendable {
    case password
    case code(CodeChallenge)
}

/// A one-time code that was just sent.
package struct CodeChallenge: Equatable, Sendable {
    package var channel: Channel
    /// Masked by the service, for display only.
    package var target: String
    /// The number of digits.
    package var length: Int
    /// How long a new code is not sensible, where the service says so.
    package var interval: Duration?

    package init(channel: Channel, target: String, length: Int, interval: Duration?) {
        self.channel = channel
        self.target = target
        self.length = length
        self.interval = interval
    }
}

/// How far a password reset has come (protocol reference, 4).
package enum PollStatus: Equatable, Sendable { case notStarted, inProgress, succeeded, failed }

/// A device authorization (RFC 8628, section 3.2).
package struct DeviceGrant: Equatable, Sendable {
    package var deviceCode: Secret
    package var userCode: String
    package var verificationURI: String
    package var verificationURIComplete: String?
    package var expiresIn: Duration
    package var interval: Duration
    /// The service's own instruction (Microsoft's extension).
    package var message: String?

    package init(
        deviceCode: Secret, userCode: String, verificationURI: String, verificationURIComplete: String? = nil,
        expiresIn: Duration, interval: Duration, message: String? = nil
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.expiresIn = expiresIn
        self.interval = interval
        self.message = message
    }
}

/// Tokens as they came, not yet verified (protocol reference, 2.4).
package struct TokenReply: Equatable, Sendable {
    package var tokenType: String
    /// As granted; `offline_access` is never among them.
    package var scopes: [String]
    package var expiresIn: Duration
    package var accessToken: Secret
    package var refreshToken: Secret?
    package var idToken: Secret?
    /// base64url of `{"uid","utid"}`.
    package var clientInfo: String?

    package init(
        tokenType: String = "Bearer", scopes: [String], expiresIn: Duration, accessToken: Secret,
        refreshToken: Secret? = nil, idToken: Secret? = nil, clientInfo: String? = nil
    ) {
        self.tokenType = tokenType
        self.scopes = scopes
        self.expiresIn = expiresIn
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.clientInfo = clientInfo
    }
}
