import FoundationEssentials
import Wire

/// Sign-up (protocol reference, section 3).
///
/// ```text
/// start → started → challenge → codeSent → continue(oob) ─┬ credentialDue → challenge → passwordAsked
///            ↑                                            │                  continue(password) ↓
///            └ verification_required: attributes came     ├ attributesDue → continue(attributes) ↻
///              before the code                            └ done: the account exists → token
/// ```
enum SignUpRoutes {
    static let all: [Route] = [
        .form("/signup/v1.0/start", start), .form("/signup/v1.0/challenge", challenge),
        .form("/signup/v1.0/continue", proceed),
    ]

    /// The order of the checks is that of protocol reference, section 13, item 10.
    @Sendable private static func start(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        try exchange.requireClient()
        let types = try exchange.challengeTypes()
        let email = try exchange.username()
        guard exchange.policy.signUp else {
            throw ProtocolFailure(
                .unsupportedAuthMethod, nil, "The tenant has no user flow in which people sign up.")
        }
        if let account = try records.account(email: email) {
            if account.needsBrowser {
                return .redirect("The account signs in with another identity provider.")
            }
            throw exists
        }
        guard types.contains("oob") else { return .redirect("Client is missing the oob challenge type.") }
        var continuation = exchange.newContinuation(.signUp, nil, types: types)
        continuation.progress.email = email
        if exchange.form.secret("password") != nil {
            continuation.progress.password = try newPassword("password", nil, exchange, records)
        }
        if exchange.form.secret("attributes") != nil {
            continuation.progress.attributes = try attributes(exchange)
        }
        return .json(["continuation_token": .string(try records.issue(continuation, now: exchange.now))])
    }

    /// Sends the code, again when it is called again; once the address is proved, it asks for the password.
    @Sendable private static func challenge(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(
            .signUp, at: [.started, .codeSent, .credentialDue, .passwordAsked], records)
        try exchange.updateTypes(of: &continuation)
        let isForCode = [.started, .codeSent].contains(continuation.step)
        let wanted = isForCode ? "oob" : "password"
        guard continuation.challengeTypes.contains(wanted), let email = continuation.progress.email else {
            try records.consume(token)
            return .redirect("Client is missing the \(wanted) challenge type.")
        }
        if isForCode {
            return try SignInRoutes.sendCode(
                .signUp, to: Account.Method(.email, email), token, continuation, exchange, records)
        }
        continuation.step = .passwordAsked
        return try SignInRoutes.passwordAsked(token, continuation, exchange, records)
    }

    @Sendable private static func proceed(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(
            .signUp, at: [.started, .codeSent, .passwordAsked, .attributesDue], records)
        switch (continuation.step, try exchange.required("grant_type").exposedAsString()) {
        case (.codeSent, "oob"):
            try records.requireRight(exchange.required("oob"), in: continuation, exchange)
            continuation.progress.provedEmail = continuation.progress.email
        case (.passwordAsked, "password"):
            continuation.progress.password = try newPassword("password", nil, exchange, records)
        case (.started, "attributes"), (.codeSent, "attributes"), (.attributesDue, "attributes"):
            continuation.progress.attributes.merge(try attributes(exchange)) { $1 }
        case (.started, _): throw Exchange.wrongStep
        default: throw Exchange.wrongGrant
        }
        return try goOn(token, &continuation, exchange, records)
    }

    /// Asks for what is still missing, in the order code, password, attributes; else the account is made.
    private static func goOn(
        _ token: Secret, _ continuation: inout Continuation, _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        let progress = continuation.progress
        guard let email = progress.provedEmail else {
            continuation.step = .started
            throw ProtocolFailure(
                .verificationRequired, nil, "The e-mail address must be verified first.",
                continuationToken: try records.rotate(token, to: continuation, now: exchange.now),
                members: [.init(name: "unverified_attributes", value: [["name": "email"]])])
        }
        if progress.password == nil, continuation.challengeTypes.contains("password") {
            continuation.step = .credentialDue
            throw ProtocolFailure(
                .credentialRequired, 55103, "Credential required.",
                continuationToken: try records.rotate(token, to: continuation, now: exchange.now))
        }
        let missing = AttributeRules(collected: exchange.policy.attributes).missing(in: progress.attributes)
        guard missing.isEmpty else {
            continuation.step = .attributesDue
            throw ProtocolFailure(
                .attributesRequired, 55106, "User attributes required.",
                continuationToken: try records.rotate(token, to: continuation, now: exchange.now),
                members: [.init(name: "required_attributes", value: .array(missing.map(\.request)))])
        }
        let account = try records.create(
            email, passwordHash: progress.password, attributes: progress.attributes)
        guard let account else { throw exists }
        continuation.accountID = account.id
        continuation.step = .done
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        return .json(["continuation_token": .string(next)])
    }

    /// The hash of the password that the request brings, if the policy accepts it.
    static func newPassword(
        _ field: String, _ account: Account?, _ exchange: Exchange, _ records: Records
    ) throws -> String {
        let password = try exchange.required(field)
        try records.requireGood(password, for: account, policy: exchange.policy)
        return try records.passwords.hashed(password)
    }

    /// The values of the request's JSON object that the tenant collects.
    private static func attributes(_ exchange: Exchange) throws -> [String: JSON] {
        let text = try exchange.required("attributes").exposedAsString()
        guard case .object(let members)? = try? JSON(parsing: Array(text.utf8)) else {
            throw ProtocolFailure(.invalidRequest, 90100, "attributes parameter is empty or not valid")
        }
        let given = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        switch AttributeRules(collected: exchange.policy.attributes).judge(given) {
        case .success(let accepted): return accepted
        case .failure(let invalid):
            let names = invalid.names.map { name -> JSON in ["name": .string(name)] }
            throw ProtocolFailure(
                .invalidGrant, nil, "User attributes failed validation.",
                suberror: "attribute_validation_failed",
                members: [.init(name: "invalid_attributes", value: .array(names))])
        }
    }

    private static let exists = ProtocolFailure(
        .userAlreadyExists, 1_003_037, "An account with this e-mail address exists already.")
}
