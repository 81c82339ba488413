import Testing
import Wire

@Suite("Encoding")
struct EncodingTests {
    @Test("The headers of section 1.2")
    func sendsHeaders() {
        let request = WireRequest.initiate(username: "ada@example.com")
            .encoded(for: .contoso, correlationID: "5b1f3c77-0000-4000-8000-000000000002")
        #expect(
            request.headers == [
                HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
                HTTPHeader("Accept", "application/json"),
                HTTPHeader("client-request-id", "5b1f3c77-0000-4000-8000-000000000002"),
                HTTPHeader("return-client-request-id", "true"),
                HTTPHeader("x-client-SKU", Product.name), HTTPHeader("x-client-Ver", Product.version),
                HTTPHeader("x-client-OS", "Linux"),
            ])
    }

    @Test(
        "Everything but the unreserved characters is percent-encoded",
        arguments: [
            ("azAZ09-._~", "azAZ09-._~"), ("a b", "a%20b"), ("+1555", "%2B1555"),
            ("a&b=c%", "a%26b%3Dc%25"), ("é€😀", "%C3%A9%E2%82%AC%F0%9F%98%80"), ("\r\n\0", "%0D%0A%00"),
            ("*!'()/:;<>?@[]", "%2A%21%27%28%29%2F%3A%3B%3C%3E%3F%40%5B%5D"),
        ])
    func percentEncodes(text: String, encoded: String) {
        let request = WireRequest.resetSubmit(newPassword: Secret(text), ContinuationToken("ct"))
            .encoded(for: .contoso, correlationID: "c")
        let expected = "client_id=\(ClientIdentity.contoso.clientID)&continuation_token=ct&new_password="
        #expect(request.body == Secret(expected + encoded))
    }

    @Test("A password that is no UTF-8 is sent byte for byte")
    func keepsBytes() {
        let grant = SignUpGrant.password(Secret([0xFF, 0x00, 0x41]))
        let body = WireRequest.signUpContinue(grant, ContinuationToken("ct"))
            .encoded(for: .contoso, correlationID: "c").body.exposedAsString()
        #expect(body.hasSuffix("&password=%FF%00A"))
    }

    @Test("Capabilities go to the three flow starters only, and only if there are any")
    func sendsCapabilities() {
        let starters: Set<Endpoint> = [.initiate, .signUpStart, .resetStart]
        for exchange in Exchange.all {
            let able = exchange.request.encoded(for: .capable, correlationID: "c").fields
            let sent = able.contains("capabilities=mfa_required registration_required")
            #expect(sent == starters.contains(exchange.request.endpoint))
            let unable = exchange.request.encoded(for: .contoso, correlationID: "c").fields
            #expect(!unable.contains { $0.hasPrefix("capabilities") })
        }
    }

    @Test("The client id comes first, and no field is empty")
    func sendsNoEmptyField() {
        let requests =
            Exchange.all.map(\.request) + [
                .signUpStart(username: "a@b", password: Secret(""), attributes: [:]),
                .challenge(ContinuationToken("ct"), method: AuthMethod.ID("")),
                .deviceAuthorize(scopes: []),
                .token(.continuation(ContinuationToken("ct"), username: ""), scopes: []),
            ]
        for request in requests {
            let fields = request.encoded(for: .contoso, correlationID: "c").fields
            #expect(fields.first == "client_id=11111111-2222-3333-4444-555555555555")
            #expect(!fields.contains { $0.hasSuffix("=") }, "\(request.endpoint)")
        }
    }

    @Test("VB-25 no secret shows in a printed request", arguments: Self.secretBearers)
    func printsNoSecret(_ request: WireRequest) {
        let encoded = request.encoded(for: .capable, correlationID: "c")
        #expect(encoded.body.exposedAsString().contains("canary"))
        for text in everyPrint(of: request) + everyPrint(of: encoded) { #expect(!text.contains("canary")) }
    }

    private static let canary = Secret("canary-secret")
    private static let token = ContinuationToken("canary-token")
    private static let secretBearers: [WireRequest] = [
        .challenge(token, method: nil), .introspect(token),
        .token(.password(canary, username: "a@b", token), scopes: ["openid"]),
        .token(.oneTimeCode(canary, token), scopes: []), .token(.secondFactor(canary, token), scopes: []),
        .token(.continuation(token, username: nil), scopes: []), .token(.refresh(canary), scopes: []),
        .token(.deviceCode(canary), scopes: []),
        .token(.authorizationCode(canary, redirectURI: "http://127.0.0.1/", verifier: canary), scopes: []),
        .signUpStart(username: "a@b", password: canary, attributes: [:]), .signUpChallenge(token),
        .signUpContinue(.code(canary), token), .signUpContinue(.password(canary), token),
        .resetChallenge(token), .resetContinue(code: canary, token),
        .resetSubmit(newPassword: canary, token), .resetPoll(token), .registerIntrospect(token),
        .registerChallenge(
            token, RegistrationTarget(challengeType: .oneTimeCode, channel: .email, contact: "a@b")),
        .registerContinue(code: canary, token),
    ]
}
