import FoundationEssentials

extension WireRequest {
    /// The request as it is sent: always a POST of a form (protocol reference, sections 1.2 and 1.3).
    ///
    /// - Parameter correlationID: a GUID, the same for all requests of one flow; the service echoes it.
    package func encoded(for client: ClientIdentity, correlationID: String) -> HTTPRequest {
        HTTPRequest(
            method: .post, path: endpoint.rawValue,
            headers: [
                HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
                HTTPHeader("Accept", "application/json"),
                HTTPHeader("client-request-id", correlationID),
                HTTPHeader("return-client-request-id", "true"),
                HTTPHeader("x-client-SKU", Product.name),
                HTTPHeader("x-client-Ver", Product.version),
                HTTPHeader("x-client-OS", Product.operatingSystem),
            ], body: form(for: client).encoded())
    }

    private func form(for client: ClientIdentity) -> Form {
        var form = Form()
        form.add("client_id", client.clientID)
        switch self {
        case .initiate(let username), .resetStart(let username):
            form.add("username", username)
            form.addAbilities(of: client)
        case .signUpStart(let username, let password, let attributes):
            form.add("username", username)
            form.addChallengeTypes(of: client)
            form.addIfAny("password", password)
            if !attributes.isEmpty { form.addAttributes(attributes) }
            form.addIfAny("capabilities", list: client.capabilities)
        case .challenge(let token, let method):
            form.add("continuation_token", token.secret)
            form.addIfAny("id", method?.value)
            form.addChallengeTypes(of: client)
        case .signUpChallenge(let token), .resetChallenge(let token):
            form.add("continuation_token", token.secret)
            form.addChallengeTypes(of: client)
        case .introspect(let token), .registerIntrospect(let token), .resetPoll(let token):
            form.add("continuation_token", token.secret)
        case .token(let grant, let scopes):
            form.add(grant, scopes: scopes, for: client)
        case .signUpContinue(let grant, let token):
            form.add("continuation_token", token.secret)
            form.add(grant)
        case .resetContinue(let code, let token):
            form.add("continuation_token", token.secret)
            form.add("grant_type", "oob")
            form.add("oob", code)
        case .resetSubmit(let newPassword, let token):
            form.add("continuation_token", token.secret)
            form.add("new_password", newPassword)
        case .registerChallenge(let token, let target):
            form.add("continuation_token", token.secret)
            form.add("challenge_type", target.challengeType.word)
            form.addIfAny("challenge_channel", target.channel.word)
            form.add("challenge_target", target.contact)
        case .registerContinue(let code, let token):
            form.add("continuation_token", token.secret)
            form.add("grant_type", code == nil ? "continuation_token" : "oob")
            form.addIfAny("oob", code)
        case .deviceAuthorize(let scopes):
            form.addIfAny("scope", list: scopes)
        }
        return form
    }
}

extension Form {
    /// What the app can do, at the flow starters (protocol reference, sections 1.5 and 1.6).
    fileprivate mutating func addAbilities(of client: ClientIdentity) {
        addChallengeTypes(of: client)
        addIfAny("capabilities", list: client.capabilities)
    }

    fileprivate mutating func addChallengeTypes(of client: ClientIdentity) {
        addIfAny("challenge_type", list: client.challengeTypes.map(\.word))
    }

    /// One field that holds a JSON object of strings (protocol reference, section 3.4).
    fileprivate mutating func addAttributes(_ attributes: [String: String]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(attributes) else {
            preconditionFailure("A dictionary of strings can always be written as JSON.")
        }
        add("attributes", String(decoding: json, as: UTF8.self))
    }

    fileprivate mutating func add(_ grant: SignUpGrant) {
        switch grant {
        case .code(let code):
            add("grant_type", "oob")
            add("oob", code)
        case .password(let password):
            add("grant_type", "password")
            add("password", password)
        case .attributes(let attributes):
            add("grant_type", "attributes")
            addAttributes(attributes)
        }
    }

    /// The fields at `/oauth2/v2.0/token` (protocol reference, sections 2.4, 7.2, 8.3 and 9).
    fileprivate mutating func add(_ grant: TokenGrant, scopes: [String], for client: ClientIdentity) {
        add("grant_type", grant.word)
        switch grant {
        case .password(let password, let username, let token):
            add("continuation_token", token.secret)
            addIfAny("username", username)
            add("password", password)
        case .oneTimeCode(let code, let token), .secondFactor(let code, let token):
            add("continuation_token", token.secret)
            add("oob", code)
        case .continuation(let token, let username):
            add("continuation_token", token.secret)
            addIfAny("username", username)
        case .refresh(let token):
            add("refresh_token", token)
        case .deviceCode(let code):
            add("device_code", code)
        case .authorizationCode(let code, let redirectURI, let verifier):
            add("code", code)
            add("redirect_uri", redirectURI)
            add("code_verifier", verifier)
        }
        if grant.takesScopes { addIfAny("scope", list: scopes) }
        add("client_info", "true")
        if grant.takesChallengeTypes { addChallengeTypes(of: client) }
    }
}

extension TokenGrant {
    fileprivate var word: String {
        switch self {
        case .password: "password"
        case .oneTimeCode: "oob"
        case .secondFactor: "mfa_oob"
        case .continuation: "continuation_token"
        case .refresh: "refresh_token"
        case .deviceCode: "urn:ietf:params:oauth:grant-type:device_code"
        case .authorizationCode: "authorization_code"
        }
    }

    /// The scopes of a device code were named when it was asked for (RFC 8628, section 3.4).
    fileprivate var takesScopes: Bool {
        if case .deviceCode = self { false } else { true }
    }

    /// As Microsoft's own clients do (protocol reference, section 1.5).
    fileprivate var takesChallengeTypes: Bool {
        switch self {
        case .password, .continuation: true
        case .oneTimeCode, .secondFactor, .refresh, .deviceCode, .authorizationCode: false
        }
    }
}
