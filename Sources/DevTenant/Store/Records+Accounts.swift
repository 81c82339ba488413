import FoundationEssentials

/// The tenant's names and policy.
struct TenantSettings: Codable, Equatable, Sendable {
    var tenant: String
    var tenantID: String
    var clientID: String
    var policy: Policy

    /// The issuer of the tokens, on purpose unlike the authority (protocol reference, section 8.4).
    var issuer: String { "https://\(tenantID).ciamlogin.com/\(tenantID)/v2.0" }

    /// Whether a path's first segment names this tenant.
    func isNamed(_ segment: some StringProtocol) -> Bool {
        [tenant, "\(tenant).onmicrosoft.com", tenantID].contains(segment.lowercased())
    }
}

extension Records {
    /// Nil in an empty database.
    func settings() throws -> TenantSettings? {
        try setting("tenant").map { try JSONDecoder().decode(TenantSettings.self, from: Data($0.utf8)) }
    }

    func save(_ settings: TenantSettings) throws {
        try set("tenant", String(decoding: JSONEncoder().encode(settings), as: UTF8.self))
    }

    func plant(_ seed: Seed) throws {
        try save(
            TenantSettings(
                tenant: seed.tenant, tenantID: seed.tenantID, clientID: seed.clientID, policy: seed.policy))
        for person in seed.people { try add(person) }
    }

    /// False when the address or the id is there already.
    @discardableResult
    func add(_ person: Seed.Person) throws -> Bool {
        let profile = String(decoding: try JSONEncoder().encode(person.profile), as: UTF8.self)
        let hash = try person.password.map(passwords.hashed)
        return try database.run(
            "INSERT OR IGNORE INTO accounts (id, email, password, profile) VALUES (?, ?, ?, ?)",
            .text(person.id), .text(person.email), Column(hash), .text(profile)) == 1
    }

    /// The account of a person who has signed up; nil when the address has one by now.
    func create(_ email: String, passwordHash: String?, attributes: [String: JSON]) throws -> Account? {
        let id = Random.identifier()
        guard try add(Seed.Person(email, id: id)), var account = try account(id: id) else { return nil }
        account.passwordHash = passwordHash
        account.profile.attributes = attributes
        try update(account)
        return account
    }

    /// Whom the conversation is about.
    func person(_ continuation: Continuation) throws -> Account {
        guard let id = continuation.accountID, let account = try account(id: id) else {
            throw ProtocolFailure(.userNotFound, 50034, "The user account does not exist.")
        }
        return account
    }

    func account(email: String) throws -> Account? {
        try database.row("SELECT * FROM accounts WHERE email = ?", .text(email)).map(account)
    }

    func account(id: String) throws -> Account? {
        try database.row("SELECT * FROM accounts WHERE id = ?", .text(id)).map(account)
    }

    func accounts() throws -> [Account] {
        try database.rows("SELECT * FROM accounts ORDER BY rowid").map(account)
    }

    private func account(_ row: Row) throws -> Account {
        Account(
            id: row.text("id"), email: row.text("email"), passwordHash: row.optionalText("password"),
            profile: try JSONDecoder().decode(Account.Profile.self, from: Data(row.text("profile").utf8)),
            failures: row.int("failures"),
            lockedUntil: row.optionalReal("locked_until").map(Date.init(timeIntervalSince1970:)))
    }

    /// Stores everything of the account but its address.
    func update(_ account: Account) throws {
        let profile = String(decoding: try JSONEncoder().encode(account.profile), as: UTF8.self)
        try database.run(
            "UPDATE accounts SET password = ?, profile = ?, failures = ?, locked_until = ? WHERE id = ?",
            Column(account.passwordHash), .text(profile), .int(account.failures),
            Column(account.lockedUntil?.timeIntervalSince1970), .text(account.id))
    }
}
