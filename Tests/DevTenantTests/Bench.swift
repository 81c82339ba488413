import DevTenant
import FoundationEssentials
import Testing
import Wire

/// A tenant in this process, on a clock that stands still, with short ways to ask it things.
struct Bench {
    static let client = "11111111-2222-4333-8444-555555555555"
    static let tenantID = "a5b0c7d2-4e1f-4c3a-9d68-0f2b7c9e1a34"
    static let origin = "http://127.0.0.1:4433"
    static let scopes = "openid profile offline_access User.Read"
    /// Making a key takes a while: one for all tests.
    private static let key = try? DevTenant.newSigningKey()

    let tenant: DevTenant

    init(_ seed: Seed = .demo, store: TenantStore? = nil) throws {
        tenant = try DevTenant(
            seed: seed, store: store, clock: TenantClock { Date(timeIntervalSince1970: 1_796_000_000) },
            origin: Self.origin, signingKey: Self.key)
    }

    /// A seed with one person.
    init(_ email: String, password: String? = nil, policy: Policy = Policy(), _ profile: Account.Profile)
        throws
    {
        var seed = Seed()
        seed.policy = policy
        seed.people = [.init(email, password: password.map { Secret($0) }, profile: profile)]
        try self.init(seed)
    }

    func send(
        _ method: String, _ target: String, _ headers: [String: String] = [:], _ body: String = ""
    ) -> Reply {
        var lines = headers.map { TenantHeader($0.key, $0.value) }
        if headers["Host"] == nil { lines.append(TenantHeader("Host", "127.0.0.1:4433")) }
        return Reply(
            tenant.respond(
                to: TenantRequest(method: method, target: target, headers: lines, body: Array(body.utf8))))
    }

    /// `client_id` is there unless given.
    func post(_ path: String, _ fields: [String: String], _ headers: [String: String] = [:]) -> Reply {
        let all = ["client_id": Self.client].merging(fields) { $1 }
        return form("/contoso\(path)", all, headers)
    }

    func form(_ target: String, _ fields: [String: String], _ headers: [String: String] = [:]) -> Reply {
        let body = fields.map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }.sorted()
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return send("POST", target, type.merging(headers) { $1 }, body.joined(separator: "&"))
    }

    @discardableResult
    func admin(_ method: String, _ name: String, _ body: String = "") -> Reply {
        let token = tenant.adminToken.exposedAsString()
        return send(method, "/admin/\(name)", ["Authorization": "Bearer \(token)"], body)
    }

    func advance(_ seconds: Double) { tenant.clock.advance(by: seconds) }

    func newestCode(to email: String? = nil) throws -> String {
        let query = email.map { "?to=\(Self.escaped($0))" } ?? ""
        guard case .array(let entries)? = admin("GET", "outbox\(query)").json else { throw Missing.code }
        return try #require(entries.first?["code"]?.text)
    }

    enum Missing: Error { case code }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            if character.isASCII, character.isLetter || character.isNumber { return String(character) }
            return byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
        }.joined()
    }
}

/// The conversation of a native sign-in, step by step.
extension Bench {
    static let all = "oob password redirect"

    func initiate(_ username: String, types: String = all, capabilities: String? = nil) -> Reply {
        var fields = ["username": username, "challenge_type": types]
        fields["capabilities"] = capabilities
        return post("/oauth2/v2.0/initiate", fields)
    }

    func challenge(_ token: String) -> Reply {
        post("/oauth2/v2.0/challenge", ["continuation_token": token, "challenge_type": Self.all])
    }

    /// The token of a conversation whose challenge has been answered.
    func challenged(_ username: String, capabilities: String? = nil) throws -> String {
        let started = try #require(initiate(username, capabilities: capabilities)["continuation_token"])
        return try #require(challenge(started)["continuation_token"])
    }

    func password(_ token: String, _ password: String, scope: String = scopes) -> Reply {
        post(
            "/oauth2/v2.0/token",
            ["grant_type": "password", "continuation_token": token, "password": password, "scope": scope])
    }

    func code(_ token: String, _ code: String) -> Reply {
        post(
            "/oauth2/v2.0/token",
            ["grant_type": "oob", "continuation_token": token, "oob": code, "scope": Self.scopes])
    }

    func signIn(
        _ username: String = "ada@example.com", _ secret: String = "Lovelace-1843", scope: String = scopes
    )
        throws -> Reply
    {
        let reply = password(try challenged(username), secret, scope: scope)
        try #require(reply.status == 200, "\(reply.text)")
        return reply
    }
}

/// An answer with short ways to look into it.
struct Reply {
    let response: TenantResponse

    init(_ response: TenantResponse) { self.response = response }

    var status: Int { response.status }
    var text: String { String(decoding: response.body, as: UTF8.self) }
    var json: JSON? { try? JSON(parsing: response.body) }
    var error: String? { self["error"] }
    var code: Int? {
        if case .array(let codes)? = json?["error_codes"], case .int(let code)? = codes.first {
            code
        } else {
            nil
        }
    }

    subscript(name: String) -> String? { json?[name]?.text }

    /// `error` or `error/suberror`, with the code: what a table compares.
    var verdict: String {
        guard let error else { return self["challenge_type"] == "redirect" ? "redirect" : "\(status)" }
        return [error, self["suberror"], code.map(String.init)].compactMap(\.self).joined(separator: " ")
    }
}
