import Wire

/// The second factor (protocol reference, sections 2.2 to 2.4); its challenge is sign-in's endpoint.
///
/// ```text
/// due → introspect → methodsShown → challenge(id) → codeSent → token(mfa_oob) → tokens
///                          └────── challenge(id), introspect ──────┘ again, for another one
/// ```
enum SecondFactorRoutes {
    static let all: [Route] = [.form("/oauth2/v2.0/introspect", introspect)]

    @Sendable private static func introspect(
        _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(
            .secondFactor, at: [.due, .methodsShown, .codeSent], records)
        let account = try records.person(continuation)
        continuation.step = .methodsShown
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        let methods = account.usableMethods(exchange.policy).map { method -> JSON in
            [
                "id": .string(method.id(of: account)), "challenge_type": "oob",
                "challenge_channel": .string(method.channel.rawValue), "login_hint": .string(method.masked),
            ]
        }
        return .json(["continuation_token": .string(next), "methods": .array(methods)])
    }

    /// Sends a code to the method that the person chose. The client's list of challenge types is not looked at: who
    /// can do `mfa_required` can do this.
    static func challenge(
        _ token: Secret, _ continuation: Continuation, _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        guard continuation.step != .due else {
            throw ProtocolFailure(
                .invalidRequest, nil, "Ask for the methods first.", suberror: "introspect_required")
        }
        let id = try exchange.required("id").exposedAsString()
        let account = try records.person(continuation)
        let methods = account.usableMethods(exchange.policy)
        guard let method = methods.first(where: { $0.id(of: account) == id }) else {
            throw ProtocolFailure(.invalidRequest, 90100, "id parameter is empty or not valid")
        }
        return try SignInRoutes.sendCode(.secondFactor, to: method, token, continuation, exchange, records)
    }

    @Sendable static func codeGrant(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let (token, continuation) = try exchange.continuation(.secondFactor, at: [.codeSent], records)
        let code = try exchange.required("oob")
        let scopes = try exchange.scopes()
        let account = try records.person(continuation)
        if account.isLocked(at: exchange.now) { throw SignInRoutes.locked }
        try records.requireRight(code, in: continuation, exchange)
        try account.requireUsable()
        try records.consume(token)
        return try TokenMinter(exchange: exchange, records: records).tokens(for: account, scopes: scopes)
    }
}
