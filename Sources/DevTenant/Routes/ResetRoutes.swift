import Wire

/// Self-service password reset (protocol reference, section 4), for people who have a password.
///
/// ```text
/// start → started → challenge → codeSent → continue(oob) → codeVerified → submit → submitted ─┬ poll → done → token
///                     ↑____________↓ again                                   ↑________________↓ refused late
/// ```
enum ResetRoutes {
    static let all: [Route] = [
        .form("/resetpassword/v1.0/start", start), .form("/resetpassword/v1.0/challenge", challenge),
        .form("/resetpassword/v1.0/continue", proceed), .form("/resetpassword/v1.0/submit", submit),
        .form("/resetpassword/v1.0/poll_completion", poll),
    ]

    private static let pollInterval = 1

    @Sendable private static func start(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        try exchange.requireClient()
        let types = try exchange.challengeTypes()
        let email = try exchange.username()
        guard exchange.policy.selfServiceReset else { throw notSupported }
        guard let account = try records.account(email: email) else {
            throw ProtocolFailure(
                .userNotFound, 50034,
                "The user account does not exist in the \(exchange.settings.tenant) directory.")
        }
        guard account.hasPassword, !account.needsBrowser else { throw notSupported }
        guard types.contains("oob") else { return .redirect("Client is missing the oob challenge type.") }
        let continuation = exchange.newContinuation(.reset, account, types: types)
        return .json(["continuation_token": .string(try records.issue(continuation, now: exchange.now))])
    }

    @Sendable private static func challenge(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(.reset, at: [.started, .codeSent], records)
        try exchange.updateTypes(of: &continuation)
        let account = try records.person(continuation)
        guard continuation.challengeTypes.contains("oob") else {
            try records.consume(token)
            return .redirect("Client is missing the oob challenge type.")
        }
        // A second factor by e-mail has the better address; one by SMS does not count here.
        let methods = account.usableMethods(exchange.policy)
        let method = methods.first { $0.channel == .email } ?? Account.Method(.email, account.email)
        return try SignInRoutes.sendCode(.reset, to: method, token, continuation, exchange, records)
    }

    @Sendable private static func proceed(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(.reset, at: [.codeSent], records)
        guard try exchange.required("grant_type").exposedAsString() == "oob" else {
            throw Exchange.wrongGrant
        }
        try records.requireRight(exchange.required("oob"), in: continuation, exchange)
        continuation.progress.provedEmail = continuation.progress.method?.target
        continuation.step = .codeVerified
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        return .json([
            "continuation_token": .string(next), "expires_in": .int(Int(Continuation.lifetime)),
        ])
    }

    /// Takes the new password, which counts once a poll has succeeded; it may come again until then.
    @Sendable private static func submit(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(
            .reset, at: [.codeVerified, .submitted], records)
        continuation.progress.password = try SignUpRoutes.newPassword(
            "new_password", records.person(continuation), exchange, records)
        continuation.progress.polls = 0
        continuation.step = .submitted
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        return .json(["continuation_token": .string(next), "poll_interval": .int(pollInterval)])
    }

    /// The token of `submit` serves all polls, since clients keep it.
    @Sendable private static func poll(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(.reset, at: [.submitted], records)
        var account = try records.person(continuation)
        continuation.progress.polls += 1
        guard continuation.progress.polls >= exchange.policy.resetPolls,
            let hash = continuation.progress.password
        else {
            try records.note(continuation.progress, under: token)
            return .json(["status": "in_progress"])
        }
        try records.replacePassword(of: &account, with: hash)
        continuation.step = .done
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        return .json(["status": "succeeded", "continuation_token": .string(next)])
    }

    private static let notSupported = ProtocolFailure(
        .invalidRequest, 500_222, "The user or the tenant does not support native credential recovery.")
}
