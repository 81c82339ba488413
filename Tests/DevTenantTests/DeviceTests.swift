import DevTenant
import Testing

@Suite("Device codes")
struct DeviceTests {
    private let bench: Bench
    private let request: Reply

    init() throws {
        bench = try Bench()
        request = bench.post("/oauth2/v2.0/devicecode", ["scope": Bench.scopes])
    }

    private func poll(_ code: String? = nil) -> Reply {
        let grant = "urn:ietf:params:oauth:grant-type:device_code"
        return bench.post(
            "/oauth2/v2.0/token", ["grant_type": grant, "device_code": code ?? request["device_code"] ?? ""])
    }

    @Test func theAnswerHasWhatAPersonNeeds() throws {
        let code = try #require(request["user_code"])
        #expect(code.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
        #expect(request["verification_uri"] == "\(Bench.origin)/device")
        #expect(request.json?["expires_in"] == 900)
        #expect(request.json?["interval"] == 5)
        let message = try #require(request["message"])
        #expect(message.contains(code) && message.contains("\(Bench.origin)/device"))
        #expect(request["verification_uri_complete"] == nil)
    }

    @Test func approvalGivesTokensOnce() {
        #expect(poll().verdict == "authorization_pending 70016")
        #expect(bench.admin("POST", "device/approve", #"{"email":"ada@example.com"}"#).status == 204)
        let reply = poll()
        #expect(reply.status == 200)
        #expect(reply["scope"] == "openid profile User.Read")
        #expect(reply["refresh_token"] != nil && reply["id_token"] != nil)
        #expect(poll().verdict == "bad_verification_code 70018")
    }

    @Test("VB-50 slow_down never meets the first poll, and raises the interval for good")
    func slowDown() {
        #expect(poll().verdict == "authorization_pending 70016")
        bench.advance(4)
        #expect(poll().verdict == "slow_down")
        bench.advance(5)
        #expect(poll().verdict == "slow_down")
        bench.advance(15)
        #expect(poll().verdict == "authorization_pending 70016")
        bench.advance(14)
        #expect(poll().verdict == "slow_down")
    }

    @Test func denialIsToldOnce() {
        #expect(bench.admin("POST", "device/deny").status == 204)
        #expect(poll().verdict == "authorization_declined 65004")
        #expect(poll().verdict == "bad_verification_code 70018")
    }

    @Test func codesExpire() {
        bench.advance(900)
        #expect(poll().verdict == "expired_token 70020")
        #expect(bench.admin("POST", "device/approve", #"{"email":"ada@example.com"}"#).status == 404)
    }

    @Test func approvalFindsTheCodeHoweverItIsTyped() throws {
        let code = try #require(request["user_code"])
        _ = bench.post("/oauth2/v2.0/devicecode", ["scope": "openid"])
        let typed = code.lowercased().split(separator: "-").joined(separator: " . ")
        let body: JSON = ["email": "ada@example.com", "userCode": .string(typed)]
        #expect(bench.admin("POST", "device/approve", body.description).status == 204)
        #expect(poll().status == 200)
    }

    @Test(arguments: [
        ("approve", #"{"email":"nobody@example.com"}"#, 404), ("approve", "{}", 400), ("approve", "", 400),
        ("approve", #"{"email":"ada@example.com","userCode":"BBBB-BBBB"}"#, 404),
        ("deny", #"{"userCode":"BBBBBBBB"}"#, 404), ("deny", #"{"userCode":7}"#, 400),
    ])
    func decisionsThatCannotBe(_ name: String, _ body: String, _ status: Int) {
        #expect(bench.admin("POST", "device/\(name)", body).status == status)
        #expect(poll().verdict == "authorization_pending 70016")
    }

    @Test func requestsAreChecked() {
        #expect(poll("nonsense").verdict == "bad_verification_code 70018")
        #expect(bench.post("/oauth2/v2.0/devicecode", [:]).verdict == "invalid_request 900144")
        let unknown = ["client_id": "22222222-2222-4333-8444-555555555555", "scope": "openid"]
        #expect(bench.post("/oauth2/v2.0/devicecode", unknown).verdict == "unauthorized_client 700016")
        #expect(bench.post("/oauth2/v2.0/devicecode?mkt=de-DE", ["scope": "openid"]).status == 200)
    }
}
