import FoundationEssentials

/// The testers' door: outbox, people, clock, policy, faults, log. Only with the token of the ready line.
enum AdminRoutes {
    static let all: [Route] = [
        admin("GET", "outbox", outbox), admin("GET", "users", users), admin("POST", "users", addUser),
        admin("POST", "device/approve", approve), admin("POST", "device/deny", deny),
        admin("POST", "clock", clock),
        admin("GET", "policy", policy), admin("PUT", "policy", changePolicy),
        admin("POST", "faults", addFaults),
        admin("DELETE", "faults", clearFaults), admin("POST", "revoke", revoke), admin("GET", "log", log),
    ]

    private static func admin(_ method: String, _ name: String, _ handler: @escaping Route.Handler) -> Route {
        .global(method, "/admin/\(name)") { exchange, records in
            guard bearerToken(exchange.request) == exchange.tenant.adminToken else {
                var response = TenantResponse.json(
                    refusal("The admin token is missing or wrong."), status: 401)
                response.set("WWW-Authenticate", "Bearer")
                return response
            }
            do {
                return try handler(exchange, records)
            } catch let error as DecodingError {
                return .json(refusal(explain(error)), status: 400)
            }
        }
    }

    private static func refusal(_ text: String) -> JSON { ["error": .string(text)] }

    private static func body<T: Decodable>(_ exchange: Exchange, as type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(type, from: Data(exchange.request.body))
    }

    @Sendable private static func outbox(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        .json(.array(try records.outbox(to: exchange.query.text("to")).map(\.json)))
    }

    @Sendable private static func users(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        .json(.array(try records.accounts().map(\.json)))
    }

    @Sendable private static func addUser(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let person: Seed.Person = try body(exchange)
        guard try records.add(person), let account = try records.account(id: person.id) else {
            return .json(refusal("\(person.email) is there already."), status: 409)
        }
        return .json(account.json, status: 201)
    }

    private struct Decision: Decodable {
        var email: String?
        var userCode: String?
    }

    @Sendable private static func approve(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let decision: Decision = try body(exchange)
        guard let email = decision.email else {
            return .json(refusal("\"email\" is missing"), status: 400)
        }
        guard let account = try records.account(email: email) else {
            return .json(refusal("There is nobody with the address \(email)."), status: 404)
        }
        return try decide(decision, account, exchange, records)
    }

    @Sendable private static func deny(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let decision: Decision? = exchange.request.body.isEmpty ? nil : try body(exchange)
        return try decide(decision, nil, exchange, records)
    }

    private static func decide(
        _ decision: Decision?, _ account: Account?, _ exchange: Exchange, _ records: Records
    ) throws -> TenantResponse {
        guard let request = try records.pendingRequest(userCode: decision?.userCode, now: exchange.now),
            try records.decide(request, account: account, now: exchange.now)
        else { return .json(refusal("No device waits, or none with that code."), status: 404) }
        return .nothing
    }

    private struct ClockChange: Decodable {
        var advanceSeconds: Double?
        var now: String?
    }

    @Sendable private static func clock(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let change: ClockChange = try body(exchange)
        switch (change.advanceSeconds, change.now) {
        case (let seconds?, nil) where seconds.isFinite && abs(seconds) < 1e10:
            exchange.tenant.clock.advance(by: seconds)
        case (nil, let text?):
            guard let date = try? Date(text, strategy: .iso8601) else {
                return .json(refusal("now: \"\(text)\" is not like 2026-11-30T12:00:00Z"), status: 400)
            }
            exchange.tenant.clock.set(to: date)
        default: return .json(refusal("Say either advanceSeconds or now."), status: 400)
        }
        return .json(["now": .string(exchange.tenant.clock.now.iso8601)])
    }

    @Sendable private static func policy(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        .json(exchange.policy.json)
    }

    @Sendable private static func changePolicy(_ exchange: Exchange, _ records: Records) throws
        -> TenantResponse
    {
        var settings = exchange.settings
        settings.policy = try settings.policy.merged(with: body(exchange))
        try records.save(settings)
        return .json(settings.policy.json)
    }

    @Sendable private static func addFaults(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        if case .array = try body(exchange, as: JSON.self) {
            exchange.tenant.faults.add(try body(exchange))
        } else {
            exchange.tenant.faults.add([try body(exchange)])
        }
        return .nothing
    }

    @Sendable private static func clearFaults(_ exchange: Exchange, _ records: Records) throws
        -> TenantResponse
    {
        exchange.tenant.faults.clear()
        return .nothing
    }

    private struct Person: Decodable { var email: String }

    @Sendable private static func revoke(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let person: Person = try body(exchange)
        guard let account = try records.account(email: person.email) else {
            return .json(refusal("There is nobody with the address \(person.email)."), status: 404)
        }
        try records.revokeRefreshTokens(of: account)
        return .nothing
    }

    @Sendable private static func log(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        .json(exchange.tenant.log.json)
    }
}
