import Wire

/// Registration of a first strong method (protocol reference, section 5).
///
/// ```text
/// due → introspect → methodsShown → challenge ─┬ codeSent    → continue(oob) ───────────────┬ done → token
///                                              └ preverified → continue(continuation_token) ┘
/// ```
enum RegistrationRoutes {
    static let all: [Route] = [
        .form("/register/v1.0/introspect", introspect), .form("/register/v1.0/challenge", challenge),
        .form("/register/v1.0/continue", proceed),
    ]

    @Sendable private static func introspect(
        _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(
            .registration, at: [.due, .methodsShown, .codeSent, .preverified], records)
        let account = try records.person(continuation)
        continuation.step = .methodsShown
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        let methods = exchange.policy.strongMethods.map { channel -> JSON in
            var members: [JSON.Member] = [
                .init(name: "id", value: .string(channel.rawValue)),
                .init(name: "challenge_type", value: "oob"),
                .init(name: "challenge_channel", value: .string(channel.rawValue)),
            ]
            if channel == .email { members.append(.init(name: "login_hint", value: .string(account.email))) }
            return .object(members)
        }
        return .json(["continuation_token": .string(next), "methods": .array(methods)])
    }

    /// Sends a code to the contact; an address that this conversation has proved needs none.
    @Sendable private static func challenge(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(
            .registration, at: [.methodsShown, .codeSent, .preverified], records)
        guard try exchange.required("challenge_type").exposedAsString() == "oob" else {
            throw ProtocolFailure(
                .unsupportedChallengeType, 90023, "The challenge_type names no method of verification.")
        }
        let method = try contact(exchange)
        _ = try records.person(continuation)
        guard method.channel == .email,
            method.target.lowercased() == continuation.progress.provedEmail?.lowercased()
        else {
            return try SignInRoutes.sendCode(
                .registration, to: method, token, continuation, exchange, records)
        }
        continuation.step = .preverified
        continuation.progress.method = method
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        return .json(["continuation_token": .string(next), "challenge_type": "preverified"])
    }

    /// An e-mail address, or a phone number in E.164 form, of a kind that the tenant accepts.
    private static func contact(_ exchange: Exchange) throws -> Account.Method {
        let target = try exchange.required("challenge_target").exposedAsString()
        let guessed = target.contains("@") ? "email" : "sms"
        let channel = Policy.Channel(
            rawValue: exchange.form.text("challenge_channel")?.lowercased() ?? guessed)
        guard let channel, exchange.policy.strongMethods.contains(channel),
            case let method = Account.Method(channel, target), method.isWellFormed
        else {
            throw ProtocolFailure(.invalidRequest, 901_001, "The verification contact is not valid.")
        }
        return method
    }

    @Sendable private static func proceed(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        try exchange.requireClient()
        var (token, continuation) = try exchange.continuation(
            .registration, at: [.codeSent, .preverified], records)
        let grant = try exchange.required("grant_type").exposedAsString()
        guard grant == (continuation.step == .codeSent ? "oob" : "continuation_token"),
            let method = continuation.progress.method
        else { throw Exchange.wrongGrant }
        var account = try records.person(continuation)
        if continuation.step == .codeSent {
            try records.requireRight(exchange.required("oob"), in: continuation, exchange)
        }
        try records.register(method, for: &account)
        continuation.step = .done
        let next = try records.rotate(token, to: continuation, now: exchange.now)
        return .json(["continuation_token": .string(next)])
    }
}

extension Records {
    /// Adds a second factor that the person has proved.
    func register(_ method: Account.Method, for account: inout Account) throws {
        guard !account.profile.methods.contains(method) else { return }
        account.profile.methods.append(method)
        try update(account)
    }
}

/// `+` and seven to fifteen digits, the first of them not zero (E.164).
func looksLikePhone(_ text: String) -> Bool {
    let digits = text.dropFirst()
    return text.first == "+" && (7...15).contains(digits.count) && digits.first != "0"
        && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}
