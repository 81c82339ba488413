import FoundationEssentials
import Wire

/// Native sign-in with a first factor (protocol reference, section 2).
///
/// ```text
/// initiate → started → challenge ─┬ passwordAsked → token(password) ─┬ tokens
///                                 └ codeSent      → token(oob)      ─┤
///                                    secondFactorDue, registrationDue ┘ (or redirect)
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
        let continuation = Continuation(
            flow: .signIn, step: .started, accountID: account.id, clientID: exchange.settings.clientID,
            conversation: Random.identifier(), challengeTypes: types,
            capabilities: exchange.form.words("capabilities") ?? [], expires: exchange.now)
        return .json(["continuation_token": .string(try records.issue(continuation, now: exchange.now))])
    }

    /// Asks for the password, or sends a code; again, when it is called again.
    @Sendable private static func challenge(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(.signIn, records)
        guard [.started, .passwordAsked, .codeSent].contains(continuation.step) else {
            throw Exchange.wrongStep
        }
        if exchange.form.secret("challenge_type") != nil {
            continuation.challengeTypes = try exchange.challengeTypes()
        }
        let account = try person(continuation, records)
        guard continuation.challengeTypes.contains(account.firstFactor) else {
            try records.consume(token)
            return .redirect("Client is missing the \(account.firstFactor) challenge type.")
        }
        continuation.step = account.hasPassword ? .passwordAsked : .codeSent
        try records.consume(token)
        let next: JSON = .string(try records.issue(continuation, now: exchange.now))
        guard !account.hasPassword else {
            return .json(["continuation_token": next, "challenge_type": "password"])
        }
        let method = Account.Method(.email, account.email)
        try records.sendCode(
            for: .signIn, to: method, in: continuation.conversation, policy: exchange.policy,
            now: exchange.now)
        return .json(codeSent(to: method, next, exchange.policy))
    }

    /// The `oob` answer of a challenge (protocol reference, section 2.2).
    static func codeSent(to method: Account.Method, _ continuation: JSON, _ policy: Policy) -> JSON {
        [
            "continuation_token": continuation, "challenge_type": "oob", "binding_method": "prompt",
            "challenge_channel": .string(method.channel.rawValue),
            "challenge_target_label": .string(method.masked),
            "code_length": .int(policy.codeLength), "interval": .int(policy.resendSeconds),
        ]
    }

    @Sendable static func passwordGrant(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let (token, continuation) = try exchange.continuation(.signIn, records)
        if continuation.step == .codeSent {
            throw ProtocolFailure(
                .invalidGrant, 400_002, "The authentication method is not valid for this user.")
        }
        guard continuation.step == .passwordAsked else { throw Exchange.wrongStep }
        let password = try exchange.required("password")
        let scopes = try Scopes(exchange.required("scope").exposedAsString())
        var account = try person(continuation, records)
        switch try records.judge(password, of: &account, policy: exchange.policy, now: exchange.now) {
        case .right: return try conclude(token, continuation, account, scopes, exchange, records)
        case .wrong:
            throw ProtocolFailure(
                .invalidGrant, 50126, "Error validating credentials due to invalid username or password.")
        case .locked: throw locked
        }
    }

    @Sendable static func codeGrant(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let (token, continuation) = try exchange.continuation(.signIn, records)
        guard continuation.step == .codeSent else { throw Exchange.wrongStep }
        let code = try exchange.required("oob")
        let scopes = try Scopes(exchange.required("scope").exposedAsString())
        let account = try person(continuation, records)
        if account.isLocked(at: exchange.now) { throw locked }
        guard
            try records.redeemCode(
                code, in: continuation.conversation, policy: exchange.policy, now: exchange.now)
        else {
            throw ProtocolFailure(
                .invalidGrant, 50181, "The one-time passcode is not valid.", suberror: "invalid_oob_value")
        }
        return try conclude(token, continuation, account, scopes, exchange, records)
    }

    /// After a first factor: tokens, or what else the tenant demands (protocol reference, sections 1.6 and 2.4).
    private static func conclude(
        _ token: Secret, _ continuation: Continuation, _ account: Account, _ scopes: Scopes,
        _ exchange: Exchange,
        _ records: Records
    ) throws -> TenantResponse {
        try account.requireUsable()
        try records.consume(token)
        switch Demand(for: account, under: exchange.policy) {
        case .nothing:
            return try TokenMinter(exchange: exchange, records: records).tokens(for: account, scopes: scopes)
        case .secondFactor:
            return try hand(
                continuation, to: .secondFactorDue, "mfa_required", 50076,
                "Due to a configuration change made by your administrator, you must use multi-factor authentication.",
                exchange, records)
        case .registration:
            return try hand(
                continuation, to: .registrationDue, "registration_required", 50079,
                "Due to a configuration change made by your administrator, you must enroll in multi-factor authentication.",
                exchange, records)
        }
    }

    /// The next step as the error that announces it, or the browser when the client cannot do it.
    private static func hand(
        _ continuation: Continuation, to step: Continuation.Step, _ capability: String, _ code: Int,
        _ text: String,
        _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        guard continuation.canDo(capability) else {
            return .redirect("Client is missing \(capability) capability")
        }
        var next = continuation
        next.step = step
        throw ProtocolFailure(
            .invalidGrant, code, text, suberror: capability,
            continuationToken: try records.issue(next, now: exchange.now))
    }

    private static func person(_ continuation: Continuation, _ records: Records) throws -> Account {
        guard let id = continuation.accountID, let account = try records.account(id: id) else {
            throw ProtocolFailure(.userNotFound, 50034, "The user account does not exist.")
        }
        return account
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
