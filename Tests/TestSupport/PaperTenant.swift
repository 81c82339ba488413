import FoundationEssentials
import Synchronization
package import TophhieCloudAuthentication
package import Wire

/// A tenant of prepared answers: it says yes to everything, but for one answer of the test's choice.
///
/// It checks nothing and knows no protocol beyond what its answers say: which comes next is in the token.
package final class PaperTenant: Sendable {
    private static let id = "aaaabbbb-0000-4000-8000-ccccddddeeee"
    private static let root = "https://contoso.ciamlogin.com/\(id)"

    private let planned = Mutex<(endpoint: Endpoint, answer: ScriptedTransport.Answer)?>(nil)
    private let elapsed = Mutex(Duration.zero)

    package init() {}

    /// The next answer of `endpoint`, once.
    package func plan(_ answer: ScriptedTransport.Answer, at endpoint: Endpoint) {
        planned.withLock { $0 = (endpoint, answer) }
    }

    /// Whether the planned answer was asked for.
    package var isPlayed: Bool { planned.withLock { $0 == nil } }

    package func configuration() -> TophhieConfiguration {
        var configuration = TophhieConfiguration(
            clientId: "11112222-0000-4000-8000-333344445555", tenantSubdomain: "contoso")
        configuration.capabilities = [.mfaRequired, .registrationRequired]
        configuration.store = MemoryTokenStore()
        configuration.transport = ScriptedTransport { request, _ in self.answer(request) }
        // Nobody waits: whoever sleeps moves the clock.
        configuration.time = TimeSource(
            now: { Date(timeIntervalSince1970: 1_800_000_000) }, elapsed: { self.elapsed.withLock { $0 } },
            sleep: { time in self.elapsed.withLock { $0 += time } })
        return configuration
    }

    private func answer(_ request: TophhieCloudAuthentication.HTTPRequest) -> ScriptedTransport.Answer {
        let path = request.url.path()
        if path.hasSuffix("/openid-configuration") { return .reply(Self.document) }
        guard let endpoint = Endpoint.allCases.first(where: { path.hasSuffix($0.rawValue) }) else {
            return .reply(status: 404, "{}")
        }
        let due = planned.withLock { planned -> ScriptedTransport.Answer? in
            guard let plan = planned, plan.endpoint == endpoint else { return nil }
            planned = nil
            return plan.answer
        }
        return due ?? Self.yes(endpoint, String(decoding: request.body, as: UTF8.self))
    }

    private static let document = """
        {"issuer":"https://\(id).ciamlogin.com/\(id)/v2.0","token_endpoint":"\(root)/oauth2/v2.0/token",
        "device_authorization_endpoint":"\(root)/oauth2/v2.0/devicecode","jwks_uri":"\(root)/discovery/v2.0/keys"}
        """

    private static func code(_ token: String, target: String = "challenge_target_label") -> String {
        """
        {"continuation_token":"\(token)","challenge_type":"oob","binding_method":"prompt","code_length":8,
        "challenge_channel":"email","\(target)":"a***a@ex***le.com","interval":30}
        """
    }

    private static func token(_ token: String) -> ScriptedTransport.Answer {
        .reply(#"{"continuation_token":"\#(token)"}"#)
    }

    private static func next(_ error: String, _ suberror: String, _ more: String = "")
        -> ScriptedTransport
        .Answer
    {
        .reply(
            status: 400,
            #"{"error":"\#(error)","suberror":"\#(suberror)","continuation_token":"\#(suberror)"\#(more)}"#)
    }

    private static func yes(_ endpoint: Endpoint, _ body: String) -> ScriptedTransport.Answer {
        func says(_ word: String) -> Bool { body.contains(word) }
        switch endpoint {
        case .initiate:
            let person = ["grace", "alan", "joan"].first { says("username=\($0)") } ?? "ada"
            return token(person)
        case .challenge:
            if says("grace") { return .reply(code("grace")) }
            if says("=mfa") { return .reply(code("mfa")) }
            let person = ["alan", "joan"].first { says("continuation_token=\($0)") } ?? "ada"
            return .reply(#"{"continuation_token":"\#(person)","challenge_type":"password"}"#)
        case .token:
            if says("continuation_token=alan") { return next("invalid_grant", "mfa_required") }
            if says("continuation_token=joan") { return next("invalid_grant", "registration_required") }
            return .reply(status: 500, #"{"error":"server_error"}"#)
        case .introspect:
            return .reply(
                """
                {"continuation_token":"mfa","methods":[
                {"id":"m1","challenge_type":"oob","challenge_channel":"email","login_hint":"a***n@e***"},
                {"id":"m2","challenge_type":"oob","challenge_channel":"sms","login_hint":"+1******0"}]}
                """)
        case .registerIntrospect:
            return .reply(
                """
                {"continuation_token":"r","methods":[
                {"id":"email","challenge_type":"oob","challenge_channel":"email","login_hint":"j@example.com"},
                {"id":"sms","challenge_type":"oob","challenge_channel":"sms"}]}
                """)
        case .registerChallenge:
            if says("proven") { return .reply(#"{"continuation_token":"r","challenge_type":"preverified"}"#) }
            return .reply(code("r", target: "challenge_target"))
        case .signUpChallenge:
            if says("password_wanted") {
                return .reply(#"{"continuation_token":"password_asked","challenge_type":"password"}"#)
            }
            return .reply(code("c"))
        case .signUpContinue:
            if says("grant_type=oob") { return next("credential_required", "password_wanted") }
            if says("grant_type=password") {
                return next(
                    "attributes_required", "details_wanted",
                    #"""
                    ,"required_attributes":[{"name":"displayName","type":"string","required":true},
                    {"name":"city","type":"string","required":false}]
                    """#)
            }
            return token("made")
        case .resetChallenge: return .reply(code("c"))
        case .resetSubmit: return .reply(#"{"continuation_token":"s","poll_interval":1}"#)
        case .resetPoll: return .reply(#"{"status":"succeeded"}"#)
        case .signUpStart, .resetStart, .resetContinue, .registerContinue: return token("t")
        case .deviceAuthorization:
            return .reply(
                """
                {"device_code":"d","user_code":"WDJB-MJHT","expires_in":900,"interval":5,
                "verification_uri":"https://contoso.ciamlogin.com/common/oauth2/deviceauth"}
                """)
        }
    }
}
