import FoundationEssentials
import Wire

/// Native sign-in with a first factor (protocol reference, section 2).
///
/// ```text
/// initiate → started → challenge ─┬ passwordAsked → token(password) ─┬ tokens
///                                 └ codeSent      → token(oob)      ─┤
///                    second factor or registration instead, or redirect ┘
/// ```
enum SignInRoutes {
    static let all: [Route] = [
        .form("/oauth2/v2.0/initiate", initiate), .form("/oauth2/v2.0/challenge", challenge),
    ]

    /// The order of the checks is that of protocol reference, section 13, item 10.
    @Sendable private static func initiate(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        try exchange.requireClient()
        let types = try exchange.challengeTypes()
        let username = try exchange.username()
        guard let account = try records.account(email: username) else {
            throw ProtocolFailure(
                .userNotFound, 50034,
                "The user account does not exist in the \(exchange.settings.tenant) directory.")
        }
        if account.needsBrowser { return .redirect("The account signs in with another identity provider.") }
        guard types.contains(account.firstFactor) else {
            return .redirect("Client is missing the \(account.firstFactor) challenge type.")
        }
        let continuation = exchange.newContinuation(.signIn, account, types: types)
        return .json(["continuation_token": .string(try records.issue(continuation, now: exchange.now))])
    }

    /// Asks for the password, or sends a code; again, when it is called again. After a first factor it is the second
    /// one's endpoint.
    @Sendable private static func challenge(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(records)
        if continuation.flow == .secondFactor {
            return try SecondFactorRoutes.challenge(token, continuation, exchange, records)
        }
        guard continuation.flow == .signIn else { throw Exchange.wrongStep }
        try exchange.updateTypes(of: &continuation)
        let account = try records.person(continuation)
        guard continuation.challengeTypes.contains(account.firstFactor) else {
            try records.consume(token)
            return .redirect("Client is missing the \(account.firstFactor) challenge type.")
        }
        guard !account.hasPassword else {
            continuation.step = .passwordAsked
            return try passwordAsked(token, continuation, exchange, records)
        }
        return try sendCode(
            .signIn, to: Account.Method(.email, account.email), token, continuation, exchange, records)
    }

    /// The `password` answer of a challenge.
    static func passwordAsked(
        _ token: Secret, _ continuation: Continuation, _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        return .json(["continuation_token": .string(next), "challenge_type": "password"])
    }

    /// Sends a code and gives the `oob` answer of a challenge (protocol reference, section 2.2). The token stays good
    /// when no code can be sent.
    static func sendCode(
        _ purpose: OutboxEntry.Purpose, to method: Account.Method, _ token: Secret,
        _ continuation: Continuation, _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        try method.requireReachable(exchange.policy)
        try records.sendCode(
            for: purpose, to: method, in: continuation.conversation, policy: exchange.policy,
            now: exchange.now)
        var continuation = continuation
        continuation.step = .codeSent
        continuation.progress.method = method
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        // Who registers a method has just typed it (section 5.2); everywhere else it is masked.
        let target: JSON.Member =
            purpose == .registration
            ? .init(name: "challenge_target", value: .string(method.target))
            : .init(name: "challenge_target_label", value: .string(method.masked))
        return .json(
            .object([
                .init(name: "continuation_token", value: .string(next)),
                .init(name: "challenge_type", value: "oob"), .init(name: "binding_method", value: "prompt"),
                .init(name: "challenge_channel", value: .string(method.channel.rawValue)), target,
                .init(name: "code_length", value: .int(exchange.policy.codeLength)),
                .init(name: "interval", value: .int(exchange.policy.resendSeconds)),
            ]))
    }

    @Sendable static func passwordGrant(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let (token, continuation) = try exchange.continuation(
            .signIn, at: [.passwordAsked, .codeSent], records)
        if continuation.step == .codeSent {
            throw ProtocolFailure(
                .invalidGrant, 400_002, "The authentication method is not valid for this user.")
        }
        let password = try exchange.required("password")
        let scopes = try exchange.scopes()
        var account = try records.person(continuation)
        switch try records.judge(password, of: &account, policy: exchange.policy, now: exchange.now) {
        case .right: return try conclude(token, continuation, account, scopes, exchange, records)
        case .wrong:
            throw ProtocolFailure(
                .invalidGrant, 50126, "Error validating credentials due to invalid username or password.")
        case .locked: throw locked
        }
    }

    @Sendable static func codeGrant(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        var (token, continuation) = try exchange.continuation(.signIn, at: [.codeSent], records)
        let code = try exchange.required("oob")
        let scopes = try exchange.scopes()
        let account = try records.person(continuation)
        if account.isLocked(at: exchange.now) { throw locked }
        try records.requireRight(code, in: continuation, exchange)
        continuation.progress.provedEmail = account.email
        return try conclude(token, continuation, account, scopes, exchange, records)
    }

    /// After sign-up, reset and registration (protocol reference, sections 2.4 and 5.4).
    @Sendable static func continuationGrant(
        _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        let (token, continuation) = try exchange.continuation(records)
        guard continuation.step == .done else { throw Exchange.wrongStep }
        let account = try records.person(continuation)
        if continuation.flow == .signUp || exchange.form.secret("username") != nil {
            guard try exchange.username().lowercased() == account.email.lowercased() else {
                throw Exchange.badUsername
            }
        }
        let scopes = try exchange.scopes()
        if account.isLocked(at: exchange.now) { throw locked }
        guard continuation.flow == .registration else {
            return try conclude(token, continuation, account, scopes, exchange, records)
        }
        try account.requireUsable()
        try records.consume(token)
        // Registering was the second proof: no further one is asked for.
        return try TokenMinter(exchange: exchange, records: records).tokens(for: account, scopes: scopes)
    }

    /// After a first factor: tokens, or what else the tenant demands (protocol reference, sections 1.6 and 2.4).
    private static func conclude(
        _ token: Secret, _ continuation: Continuation, _ account: Account, _ scopes: Scopes,
        _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        try account.requireUsable()
        try records.consume(token)
        let isExempt = !account.hasPassword && !exchange.policy.mfaAfterCode
        switch isExempt ? .nothing : Demand(for: account, under: exchange.policy) {
        case .nothing:
            return try TokenMinter(exchange: exchange, records: records).tokens(for: account, scopes: scopes)
        case .secondFactor:
            return try hand(
                continuation, to: .secondFactor, "mfa_required", 50076,
                "Due to a configuration change made by your administrator, you must use multi-factor authentication.",
                exchange, records)
        case .registration:
            return try hand(
                continuation, to: .registration, "registration_required", 50079,
                "Due to a configuration change made by your administrator, you must enroll in multi-factor authentication.",
                exchange, records)
        }
    }

    /// The next flow as the error that announces it, or the browser when the client cannot do it.
    private static func hand(
        _ continuation: Continuation, to flow: Continuation.Flow, _ capability: String, _ code: Int,
        _ text: String, _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        guard continuation.canDo(capability) else {
            return .redirect("Client is missing \(capability) capability")
        }
        var next = continuation
        next.flow = flow
        next.step = .due
        throw ProtocolFailure(
            .invalidGrant, code, text, suberror: capability,
            continuationToken: try records.issue(next, now: exchange.now))
    }

    static let locked = ProtocolFailure(
        .invalidGrant, 50053,
        "The account is locked, since there were too many attempts with a wrong password.")
}

extension Account {
    /// Refuses a person who proved who they are, but may not come in.
    func requireUsable() throws(ProtocolFailure) {
        if profile.disabled { throw ProtocolFailure(.invalidGrant, 50057, "The user account is disabled.") }
        if profile.mustChangePassword {
            throw ProtocolFailure(
                .invalidRequest, 50142, "Password change is required due to a conditional access policy.")
        }
    }
}
