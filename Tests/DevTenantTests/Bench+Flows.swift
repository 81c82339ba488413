import DevTenant
import Testing
import Wire

/// The native endpoints beyond the first factor, and ways to get to each of their steps.
extension Bench {
    static let both = "mfa_required registration_required"

    /// The continuation token of the answer, which must have one.
    func next(_ path: String, _ fields: [String: String]) throws -> String {
        let reply = post(path, fields)
        return try #require(reply["continuation_token"], "\(path): \(reply.text)")
    }

    func grant(_ type: String, _ token: String, _ fields: [String: String] = [:]) -> Reply {
        let all = ["grant_type": type, "continuation_token": token, "scope": Self.scopes]
        return post("/oauth2/v2.0/token", all.merging(fields) { $1 })
    }

    /// After a right password that is not enough: what the token answer hands over.
    func handed(_ username: String, _ secret: String) throws -> String {
        let reply = password(try challenged(username, capabilities: Self.both), secret)
        return try #require(reply["continuation_token"], "\(reply.text)")
    }

    // MARK: Second factor

    func methods(_ token: String) throws -> (token: String, ids: [String]) {
        let reply = post("/oauth2/v2.0/introspect", ["continuation_token": token])
        guard case .array(let methods)? = reply.json?["methods"] else { throw Missing.code }
        return (try #require(reply["continuation_token"]), methods.compactMap { $0["id"]?.text })
    }

    // MARK: Registration

    func registering(_ token: String) throws -> String {
        try next("/register/v1.0/introspect", ["continuation_token": token])
    }

    func register(_ token: String, _ target: String, channel: String? = nil) -> Reply {
        var fields = ["continuation_token": token, "challenge_type": "oob", "challenge_target": target]
        fields["challenge_channel"] = channel
        return post("/register/v1.0/challenge", fields)
    }

    func registerContinue(_ token: String, _ type: String, code: String? = nil) -> Reply {
        var fields = ["continuation_token": token, "grant_type": type]
        fields["oob"] = code
        return post("/register/v1.0/continue", fields)
    }

    // MARK: Sign-up

    func signUp(
        _ username: String = "cy@example.com", types: String = all, password: String? = nil,
        attributes: String? = nil, capabilities: String? = both
    ) -> Reply {
        var fields = ["username": username, "challenge_type": types]
        fields["password"] = password
        fields["attributes"] = attributes
        fields["capabilities"] = capabilities
        return post("/signup/v1.0/start", fields)
    }

    func signUpChallenge(_ token: String) -> Reply {
        post("/signup/v1.0/challenge", ["continuation_token": token])
    }

    /// The token of a sign-up whose code has been sent.
    func signUpSent(
        types: String = all, password: String? = nil, attributes: String? = nil
    ) throws -> String {
        let reply = signUp(types: types, password: password, attributes: attributes)
        let token = try #require(reply["continuation_token"], "\(reply.text)")
        return try #require(signUpChallenge(token)["continuation_token"])
    }

    /// `fields` holds the one field that the grant is named after.
    func signUpContinue(_ token: String, _ type: String, _ value: String? = nil) -> Reply {
        var fields = ["continuation_token": token, "grant_type": type]
        if let value { fields[type] = value }
        return post("/signup/v1.0/continue", fields)
    }

    // MARK: Reset

    func reset(_ username: String, types: String = "oob redirect") -> Reply {
        post(
            "/resetpassword/v1.0/start",
            ["username": username, "challenge_type": types, "capabilities": Self.both])
    }

    func resetContinue(_ token: String, _ code: String, type: String = "oob") -> Reply {
        post(
            "/resetpassword/v1.0/continue",
            ["continuation_token": token, "grant_type": type, "oob": code])
    }

    func submit(_ token: String, _ password: String) -> Reply {
        post("/resetpassword/v1.0/submit", ["continuation_token": token, "new_password": password])
    }

    func poll(_ token: String) -> Reply {
        post("/resetpassword/v1.0/poll_completion", ["continuation_token": token])
    }

    func resetSent(_ username: String) throws -> String {
        let token = try #require(reset(username)["continuation_token"])
        return try next("/resetpassword/v1.0/challenge", ["continuation_token": token])
    }

    /// The token of a reset that wants the new password.
    func resetVerified(_ username: String) throws -> String {
        let token = try resetSent(username)
        return try #require(resetContinue(token, try newestCode())["continuation_token"])
    }

    func purposes(to recipient: String) -> [String] {
        let escaped = recipient.split(separator: "+", omittingEmptySubsequences: false).joined(
            separator: "%2B")
        guard case .array(let entries)? = admin("GET", "outbox?to=\(escaped)").json else { return [] }
        return entries.compactMap { entry in
            guard let channel = entry["channel"]?.text, let purpose = entry["purpose"]?.text else {
                return nil
            }
            return "\(channel) \(purpose)"
        }
    }
}
