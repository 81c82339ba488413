extension WireRequest {
    /// Reads the answer to this request, or says why it is none: refused, or not what the endpoint promises.
    package func decode(_ response: HTTPResponse) throws(WireError) -> WireReply {
        guard (200..<300).contains(response.status) else { throw WireError(response) }
        do throws(MalformedReply) {
            let members = try Members(response.body)
            // "Use a browser" goes before all else, at every endpoint (protocol reference, section 1.7).
            if let word = try? members.text("challenge_type"), ChallengeType(word) == .redirect {
                return .redirect(reason: (try? members.text("redirect_reason")) ?? nil)
            }
            return try reply(members)
        } catch {
            throw WireError(
                status: response.status, correlationID: response.reference, malformed: error)
        }
    }

    private func reply(_ members: Members) throws(MalformedReply) -> WireReply {
        switch self {
        case .initiate, .signUpStart, .resetStart, .registerContinue:
            return try members.proceed()
        case .signUpContinue:
            // The account exists; without a token there is no sign-in after it (section 3.3).
            return members["continuation_token"] == nil ? .finished : try members.proceed()
        case .resetContinue:
            // It may ask for one more code (section 16).
            return members["challenge_type"] == nil
                ? try members.proceed() : try members.challenge(offering: [.oneTimeCode])
        case .challenge, .signUpChallenge:
            return try members.challenge(offering: [.password, .oneTimeCode])
        case .resetChallenge:
            return try members.challenge(offering: [.oneTimeCode])
        case .registerChallenge:
            return try members.challenge(offering: [.oneTimeCode, .preverified], target: "challenge_target")
        case .introspect, .registerIntrospect:
            return try members.methods()
        case .resetSubmit:
            return try members.submitted()
        case .resetPoll:
            return try members.poll()
        case .token(_, let scopes):
            return .tokens(try members.tokens(asked: scopes))
        case .deviceAuthorize:
            return .device(try members.device())
        }
    }
}

/// What numbers of a reply may be.
private enum Bounds {
    /// Lifetimes, up to ten years in seconds.
    static let lifetime = 1...315_360_000
    static let interval = 0...3600
    static let codeLength = 1...64
    /// More than anybody registers, few enough to be shown.
    static let choices = 100
}

extension Members {
    private func token() throws(MalformedReply) -> ContinuationToken {
        ContinuationToken(try requiredSecret("continuation_token"))
    }

    private func interval(_ name: String) throws(MalformedReply) -> Duration? {
        guard let seconds = try number(name, in: Bounds.interval), seconds > 0 else { return nil }
        return .seconds(seconds)
    }

    fileprivate func proceed() throws(MalformedReply) -> WireReply {
        let lifetime = try number("expires_in", in: Bounds.lifetime)
        return .proceed(try token(), expiresIn: lifetime.map { .seconds($0) })
    }

    /// Section 2.2. The service picks the method, among those that the endpoint has.
    fileprivate func challenge(
        offering types: [ChallengeType], target: String = "challenge_target_label"
    ) throws(MalformedReply) -> WireReply {
        let word = try requiredText("challenge_type")
        let type = ChallengeType(word)
        guard types.contains(type) else { throw .unknownValue("challenge_type", word) }
        let token = try token()
        switch type {
        case .password: return .challenge(.password, token)
        case .preverified: return .preverified(token)
        case .oneTimeCode, .redirect, .other: break
        }
        let code = CodeChallenge(
            channel: Channel(try requiredText("challenge_channel")), target: try requiredText(target),
            length: try requiredNumber("code_length", in: Bounds.codeLength),
            interval: try interval("interval"))
        return .challenge(.code(code), token)
    }

    /// Sections 2.3 and 5.1. No methods at all is for the flow to judge.
    fileprivate func methods() throws(MalformedReply) -> WireReply {
        let entries = try objects("methods")
        guard entries.count <= Bounds.choices else { throw .tooLarge }
        var methods: [AuthMethod] = []
        for entry in entries {
            methods.append(
                AuthMethod(
                    id: AuthMethod.ID(try entry.requiredText("id")),
                    challengeType: ChallengeType(try entry.requiredText("challenge_type")),
                    channel: Channel(try entry.requiredText("challenge_channel")),
                    loginHint: try entry.text("login_hint")))
        }
        return .methods(methods, try token())
    }

    /// Section 4: an interval of 0 is taken as 2 seconds, and so is none.
    fileprivate func submitted() throws(MalformedReply) -> WireReply {
        .submitted(try token(), pollInterval: try interval("poll_interval") ?? .seconds(2))
    }

    fileprivate func poll() throws(MalformedReply) -> WireReply {
        let word = try requiredText("status")
        let token = try secret("continuation_token").map { ContinuationToken($0) }
        switch word.lowercased() {
        case "not_started": return .poll(.notStarted, token)
        case "in_progress": return .poll(.inProgress, token)
        case "succeeded": return .poll(.succeeded, token)
        case "failed": return .poll(.failed, token)
        default: throw .unknownValue("status", word)
        }
    }

    /// Section 2.4. Without `scope` all that was asked for is granted (RFC 6749, section 5.1).
    fileprivate func tokens(asked: [String]) throws(MalformedReply) -> TokenReply {
        let type = try requiredText("token_type")
        guard type.lowercased() == "bearer" else { throw .unknownValue("token_type", type) }
        let scopes = try text("scope")?.split(separator: " ").map { String($0) }
        guard let accessToken = try printable("access_token") else { throw .missing("access_token") }
        return TokenReply(
            tokenType: type, scopes: scopes ?? asked,
            expiresIn: .seconds(try requiredNumber("expires_in", in: Bounds.lifetime)),
            accessToken: accessToken, refreshToken: try printable("refresh_token"),
            idToken: try secret("id_token"), clientInfo: try text("client_info"))
    }

    /// What goes into a header, a form or a script's hands (RFC 6749, appendix A.12 and A.17: VSCHAR).
    private func printable(_ name: String) throws(MalformedReply) -> Secret? {
        guard let secret = try secret(name) else { return nil }
        guard secret.withExposed({ $0.allSatisfy { (0x20...0x7E).contains($0) } }) else {
            throw .wrongType(name)
        }
        return secret
    }

    /// Section 7.1 and RFC 8628, section 3.2, whose default interval is 5 seconds. `verification_url` is what
    /// Microsoft's older endpoint says.
    fileprivate func device() throws(MalformedReply) -> DeviceGrant {
        let older = try text("verification_url")
        let uri: String
        if self["verification_uri"] == nil, let older, !older.isEmpty {
            uri = older
        } else {
            // Without one there may be a configured address: what is missing is for the client to judge.
            uri = try text("verification_uri") ?? ""
        }
        let complete = try text("verification_uri_complete") ?? ""
        let code = try requiredText("user_code")
        // It stands on a line of its own, for a person to type (RFC 8628, section 6.1).
        guard code.utf8.count <= 64, code.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
            code.utf8.contains(where: { $0 != 0x20 })
        else { throw .unknownValue("user_code", "") }
        return DeviceGrant(
            deviceCode: try requiredSecret("device_code"), userCode: code,
            verificationURI: uri, verificationURIComplete: complete.isEmpty ? nil : complete,
            expiresIn: .seconds(try requiredNumber("expires_in", in: Bounds.lifetime)),
            interval: try interval("interval") ?? .seconds(5), message: try text("message"))
    }
}
