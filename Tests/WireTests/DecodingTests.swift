import Testing
import Wire

/// A row of a table: what a request's answer must decode to.
private struct Row<Expected: Sendable>: Sendable, CustomTestStringConvertible {
    var request: WireRequest
    var body: String
    var expected: Expected
    var testDescription: String { "\(request.endpoint.rawValue) \(body)" }

    init(_ request: WireRequest, _ body: String, _ expected: Expected) {
        self.request = request
        self.body = body
        self.expected = expected
    }
}

private let token = ContinuationToken("ct")
private let initiate = WireRequest.initiate(username: "a@b")
private let challenge = WireRequest.challenge(token, method: nil)
private let poll = WireRequest.resetPoll(token)
private let submit = WireRequest.resetSubmit(newPassword: Secret("pw"), token)
private let tokens = WireRequest.token(.refresh(Secret("rt")), scopes: ["openid"])
private let device = WireRequest.deviceAuthorize(scopes: ["openid"])
private let register = WireRequest.registerChallenge(
    token, RegistrationTarget(challengeType: .oneTimeCode, channel: .email, contact: "a@b"))

@Suite("Decoding answers")
struct DecodingTests {
    @Test(
        "VB-49 a redirect goes before anything else, at every endpoint",
        arguments: [
            (#"{"challenge_type":"redirect"}"#, nil),
            (#"{"challenge_type":"redirect","redirect_reason":"Federated."}"#, "Federated."),
            (#"{"challenge_type":"Redirect","redirect_reason":7}"#, nil),
            (
                #"{"challenge_type":"redirect","continuation_token":"ct","access_token":"at","expires_in":"#
                    + #"-1,"token_type":"Bearer","methods":7,"status":"succeeded","user_code":""}"#, nil
            ),
        ] as [(String, String?)])
    func redirectsFirst(body: String, reason: String?) throws {
        for request in Exchange.all.map(\.request) {
            for status in [200, 201] {
                let response = HTTPResponse(status: status, body: Secret(body))
                #expect(try request.decode(response) == .redirect(reason: reason))
            }
        }
    }

    @Test("Bodies that are no object, at every endpoint")
    func refusesBodies() {
        let bodies: [(Secret, MalformedReply)] = [
            (Secret([UInt8](repeating: UInt8(ascii: " "), count: (1 << 20) + 1)), .tooLarge),
            (Secret([0x7B, 0x22, 0xFF, 0x22, 0x7D]), .notUTF8), (Secret(""), .notJSON),
            (Secret("<html>"), .notJSON), (Secret(#"{"a":1"#), .notJSON), (Secret("[1]"), .notAnObject),
            (Secret("null"), .notAnObject), (Secret("\"x\""), .notAnObject),
            (Secret(String(repeating: "[", count: 100_000)), .tooLarge),
            (Secret(Self.nest(17)), .tooLarge), (Secret(Self.list(10_001)), .tooLarge),
            (Secret(#"{"\"":"# + Self.nest(16) + "}"), .tooLarge),
            (Secret("[" + String(repeating: "[]", count: 10_000) + "]"), .tooLarge),
            // In other encodings the same bytes are other characters, for whoever counts them.
            (Secret(#"{"\"":"#.utf8.flatMap { [$0, 0] }), .notUTF8),
            (Secret(#"{"\"":"#.utf8.flatMap { [0, $0] }), .notUTF8),
            (Secret(#"{"\"":"#.utf8.flatMap { [$0, 0, 0, 0] }), .notUTF8), (Secret("{\0}"), .notUTF8),
        ]
        for (body, malformed) in bodies {
            let response = HTTPResponse(
                status: 200, headers: [HTTPHeader("Client-Request-ID", "c-9")], body: body)
            for request in Exchange.all.map(\.request) {
                #expect(
                    throws: WireError(status: 200, correlationID: "c-9", malformed: malformed)
                ) { try request.decode(response) }
            }
        }
    }

    private static func nest(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private static func list(_ commas: Int) -> String {
        "[" + String(repeating: "1,", count: commas) + "1]"
    }

    @Test(
        "Members that nobody promised are decoded up to a depth and a number, brackets in texts not counted",
        arguments: [nest(15), list(9_997), #""[[[[[[[[[[[[[[[[[[[[{{{{\"[[[[,\\""#])
    func readsOtherMembers(value: String) throws {
        let body = Secret(#"{"other":"# + value + #","continuation_token":"ct"}"#)
        #expect(try initiate.decode(HTTPResponse(status: 200, body: body)) == .proceed(token, expiresIn: nil))
    }

    @Test("A body of exactly the largest size is read")
    func readsLargestBody() throws {
        let object = #"{"continuation_token":"ct"}"#
        let padding = String(repeating: " ", count: HTTPResponse.maximumBody - object.utf8.count)
        let response = HTTPResponse(status: 200, body: Secret(object + padding))
        #expect(try initiate.decode(response) == .proceed(token, expiresIn: nil))
    }

    @Test("Members that are missing, of the wrong kind or unknown", arguments: Self.malformed)
    fileprivate func refuses(_ row: Row<MalformedReply>) {
        let response = HTTPResponse(status: 200, body: Secret(row.body))
        #expect(throws: WireError(status: 200, malformed: row.expected)) { try row.request.decode(response) }
    }

    @Test("What is accepted beside the published form", arguments: Self.tolerated)
    fileprivate func tolerates(_ row: Row<WireReply>) throws {
        let response = HTTPResponse(status: 200, body: Secret(row.body))
        #expect(try row.request.decode(response) == row.expected)
    }

    private static let malformed: [Row<MalformedReply>] = [
        Row(initiate, "{}", .missing("continuation_token")),
        Row(initiate, #"{"continuation_token":null}"#, .missing("continuation_token")),
        Row(initiate, #"{"continuation_token":""}"#, .missing("continuation_token")),
        Row(initiate, #"{"continuation_token":7}"#, .wrongType("continuation_token")),
        Row(
            initiate, #"{"continuation_token":"ct","expires_in":0}"#, .unknownValue("expires_in", "0")),
        Row(challenge, #"{"continuation_token":"ct"}"#, .missing("challenge_type")),
        Row(
            challenge, #"{"continuation_token":"ct","challenge_type":"fido"}"#,
            .unknownValue("challenge_type", "fido")),
        Row(
            challenge, #"{"continuation_token":"ct","challenge_type":"preverified"}"#,
            .unknownValue("challenge_type", "preverified")),
        Row(
            register, #"{"continuation_token":"ct","challenge_type":"password"}"#,
            .unknownValue("challenge_type", "password")),
        Row(challenge, #"{"challenge_type":"password"}"#, .missing("continuation_token")),
        Row(
            challenge,
            #"{"continuation_token":"ct","challenge_type":"oob","challenge_target_label":"a","code_length":8}"#,
            .missing("challenge_channel")),
        Row(
            challenge,
            #"{"continuation_token":"ct","challenge_type":"oob","challenge_channel":"email","code_length":8}"#,
            .missing("challenge_target_label")),
        Row(
            register,
            #"{"continuation_token":"ct","challenge_type":"oob","challenge_channel":"email","code_length":8,"#
                + #""challenge_target_label":"a@b"}"#, .missing("challenge_target")),
        Row(challenge, code(#""interval":5"#), .missing("code_length")),
        Row(challenge, code(#""code_length":"eight""#), .wrongType("code_length")),
        Row(challenge, code(#""code_length":8.5"#), .wrongType("code_length")),
        Row(challenge, code(#""code_length":true"#), .wrongType("code_length")),
        Row(challenge, code(#""code_length":0"#), .unknownValue("code_length", "0")),
        Row(challenge, code(#""code_length":-8"#), .unknownValue("code_length", "-8")),
        Row(challenge, code(#""code_length":1000000"#), .unknownValue("code_length", "1000000")),
        Row(challenge, code(#""code_length":8,"interval":-1"#), .unknownValue("interval", "-1")),
        Row(.introspect(token), #"{"continuation_token":"ct","methods":{}}"#, .wrongType("methods")),
        Row(.introspect(token), #"{"continuation_token":"ct","methods":["sms"]}"#, .wrongType("methods")),
        Row(
            .introspect(token),
            #"{"continuation_token":"ct","methods":[{"challenge_type":"oob","challenge_channel":"sms"}]}"#,
            .missing("id")),
        Row(
            .introspect(token),
            #"{"continuation_token":"ct","methods":["#
                + Array(repeating: "{}", count: 101).joined(separator: ",")
                + "]}", .tooLarge),
        Row(.registerIntrospect(token), #"{"methods":[]}"#, .missing("continuation_token")),
        Row(submit, #"{"continuation_token":"ct","poll_interval":-2}"#, .unknownValue("poll_interval", "-2")),
        Row(submit, #"{"poll_interval":2}"#, .missing("continuation_token")),
        Row(poll, "{}", .missing("status")),
        Row(poll, #"{"status":"queued"}"#, .unknownValue("status", "queued")),
        Row(poll, #"{"status":3}"#, .wrongType("status")),
        Row(tokens, #"{"token_type":"Bearer","expires_in":1}"#, .missing("access_token")),
        Row(tokens, #"{"access_token":"at","expires_in":1}"#, .missing("token_type")),
        Row(
            tokens, #"{"access_token":"A\u001b[31m\nB","token_type":"Bearer","expires_in":1}"#,
            .wrongType("access_token")),
        Row(
            tokens, #"{"access_token":"ä","token_type":"Bearer","expires_in":1}"#, .wrongType("access_token")),
        Row(
            tokens, #"{"access_token":"at","token_type":"Bearer","expires_in":1,"refresh_token":"r\n"}"#,
            .wrongType("refresh_token")),
        Row(tokens, #"{"access_token":"at","token_type":"Bearer"}"#, .missing("expires_in")),
        Row(
            tokens, #"{"access_token":"at","token_type":"mac","expires_in":1}"#,
            .unknownValue("token_type", "mac")),
        Row(
            tokens, #"{"access_token":"at","token_type":"Bearer","expires_in":-1}"#,
            .unknownValue("expires_in", "-1")),
        Row(
            tokens, #"{"access_token":"at","token_type":"Bearer","expires_in":9223372036854775807}"#,
            .unknownValue("expires_in", "9223372036854775807")),
        Row(
            tokens, #"{"access_token":"at","token_type":"Bearer","expires_in":1,"id_token":{}}"#,
            .wrongType("id_token")),
        Row(
            tokens, #"{"access_token":"at","token_type":"Bearer","expires_in":1,"scope":["openid"]}"#,
            .wrongType("scope")),
        Row(device, grant(#""verification_uri":7,"expires_in":9"#), .wrongType("verification_uri")),
        Row(device, grant(#""verification_uri":"https://a""#), .missing("expires_in")),
        Row(
            device, #"{"user_code":"U","verification_uri":"https://a","expires_in":9}"#,
            .missing("device_code")),
        Row(
            device, #"{"device_code":"D","verification_uri":"https://a","expires_in":9}"#,
            .missing("user_code")),
        Row(device, userCode("\\u001b]0;x"), .unknownValue("user_code", "")),
        Row(device, userCode("AB\\u202ECD"), .unknownValue("user_code", "")),
        Row(device, userCode("AB\\nCD"), .unknownValue("user_code", "")),
        Row(device, userCode("  "), .unknownValue("user_code", "")),
        Row(device, userCode(String(repeating: "A", count: 65)), .unknownValue("user_code", "")),
    ]

    private static let tolerated: [Row<WireReply>] = [
        Row(
            initiate, #"{"continuation_token":"ct","expires_in":"600","unknown":[{}]}"#,
            .proceed(token, expiresIn: .seconds(600))),
        Row(
            challenge, #"{"continuation_token":"ct","challenge_type":"PASSWORD"}"#,
            .challenge(.password, token)),
        Row(
            challenge,
            #"{"continuation_token":"ct","challenge_type":"oob","challenge_channel":"Voice","#
                + #""challenge_target_label":"a","code_length":"6","interval":"30"}"#,
            .challenge(
                .code(
                    CodeChallenge(channel: .other("Voice"), target: "a", length: 6, interval: .seconds(30))),
                token)),
        Row(
            challenge, code(#""code_length":8.0,"interval":0"#),
            .challenge(.code(CodeChallenge(channel: .email, target: "a", length: 8, interval: nil)), token)),
        Row(.introspect(token), #"{"continuation_token":"ct"}"#, .methods([], token)),
        Row(
            .introspect(token),
            #"{"continuation_token":"ct","methods":[{"id":"1","challenge_type":"fido","#
                + #""challenge_channel":"usb","login_hint":null}]}"#,
            .methods(
                [
                    AuthMethod(
                        id: AuthMethod.ID("1"), challengeType: .other("fido"), channel: .other("usb"),
                        loginHint: nil)
                ], token)),
        Row(submit, #"{"continuation_token":"ct"}"#, .submitted(token, pollInterval: .seconds(2))),
        Row(
            submit, #"{"continuation_token":"ct","poll_interval":0}"#,
            .submitted(token, pollInterval: .seconds(2))),
        Row(
            submit, #"{"continuation_token":"ct","poll_interval":"1"}"#,
            .submitted(token, pollInterval: .seconds(1))),
        Row(
            .signUpContinue(.code(Secret("1")), token), #"{"continuation_token":null}"#, .finished),
        Row(poll, #"{"status":"succeeded"}"#, .poll(.succeeded, nil)),
        Row(
            tokens, #"{"access_token":"at","token_type":"BEARER","expires_in":"60","scope":" a  b "}"#,
            .tokens(
                TokenReply(
                    tokenType: "BEARER", scopes: ["a", "b"], expiresIn: .seconds(60),
                    accessToken: Secret("at")))),
        Row(
            device, grant(#""verification_url":"https://old","expires_in":"900""#),
            .device(
                DeviceGrant(
                    deviceCode: Secret("D"), userCode: "U", verificationURI: "https://old",
                    expiresIn: .seconds(900), interval: .seconds(5)))),
        Row(
            device,
            grant(
                #""verification_uri":"https://a","verification_uri_complete":"https://a?c=U","#
                    + #""expires_in":900,"interval":0"#),
            .device(
                DeviceGrant(
                    deviceCode: Secret("D"), userCode: "U", verificationURI: "https://a",
                    verificationURIComplete: "https://a?c=U", expiresIn: .seconds(900),
                    interval: .seconds(5)))),
    ]

    @Test(
        "VB-60 the old name of the address is taken; that there is none is told, for a setting may stand in")
    func addressNames() throws {
        let device = WireRequest.deviceAuthorize(scopes: [])
        for (members, address) in [
            (#""verification_url":"https://old","expires_in":9"#, "https://old"),
            (
                #""verification_uri":"https://new","verification_url":"https://old","expires_in":9"#,
                "https://new"
            ),
            (#""expires_in":9"#, ""),
        ] {
            let reply = try device.decode(
                HTTPResponse(status: 200, headers: [], body: Secret(Self.grant(members))))
            guard case .device(let grant) = reply else {
                Issue.record("no grant")
                continue
            }
            #expect(grant.verificationURI == address)
        }
    }

    /// A code challenge but for its numbers.
    private static func code(_ numbers: String) -> String {
        #"{"continuation_token":"ct","challenge_type":"oob","challenge_channel":"email","#
            + #""challenge_target_label":"a","# + numbers + "}"
    }

    private static func userCode(_ text: String) -> String {
        #"{"device_code":"D","user_code":""# + text + #"","verification_uri":"https://a","expires_in":9}"#
    }

    /// A device authorization but for its addresses and numbers.
    private static func grant(_ members: String) -> String {
        #"{"device_code":"D","user_code":"U","# + members + "}"
    }
}
