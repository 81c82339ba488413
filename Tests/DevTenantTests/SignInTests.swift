import DevTenant
import Testing
import Wire

@Suite("Native sign-in")
struct SignInTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test func passwordTakesThreeRequests() throws {
        let started = bench.initiate("ada@example.com")
        #expect(started["challenge_type"] == nil)
        let challenge = bench.challenge(try #require(started["continuation_token"]))
        #expect(challenge["challenge_type"] == "password")
        let reply = bench.password(try #require(challenge["continuation_token"]), "Lovelace-1843")
        #expect(reply.status == 200)
        #expect(reply["challenge_type"] == nil)
        #expect(reply["refresh_token"] != nil)
    }

    @Test func codeGoesToTheOutbox() throws {
        let started = try #require(
            bench.initiate("GRACE@example.com", types: "oob redirect")["continuation_token"])
        let challenge = bench.challenge(started)
        #expect(challenge["challenge_type"] == "oob")
        #expect(challenge["binding_method"] == "prompt")
        #expect(challenge["challenge_channel"] == "email")
        #expect(challenge["challenge_target_label"] == "g***e@ex***le.com")
        #expect(challenge.json?["code_length"] == 8)
        #expect(challenge.json?["interval"] == 30)
        let token = try #require(challenge["continuation_token"])
        let code = try bench.newestCode(to: "grace@example.com")
        #expect(code.count == 8)
        #expect(bench.code(token, code).status == 200)
        #expect(bench.code(token, code).verdict == "invalid_request 55200")
    }

    /// The order of the checks at initiate: each row breaks one more thing than the row below it.
    @Test(arguments: [
        (["client_id": ""], "invalid_request 90100"), (["client_id": "x"], "invalid_request 90100"),
        (
            ["client_id": "22222222-2222-4333-8444-555555555555", "challenge_type": "x"],
            "unauthorized_client 700016"
        ),
        (["client_secret": "x", "challenge_type": "oob"], "invalid_client 700025"),
        (["challenge_type": "oob password"], "unsupported_challenge_type 901007"),
        (["challenge_type": "oob redirect sms", "username": ""], "invalid_request 90023"),
        (["challenge_type": Bench.all], "invalid_request 900144"),
        (["challenge_type": Bench.all, "username": ""], "invalid_request 90100"),
        (["challenge_type": Bench.all, "username": "ada"], "invalid_request 90100"),
        (["challenge_type": "redirect", "username": "nobody@example.com"], "user_not_found 50034"),
        (["challenge_type": "redirect", "username": "ada@example.com"], "redirect"),
        (["challenge_type": "oob redirect", "username": "ada@example.com"], "redirect"),
        (["challenge_type": "password redirect", "username": "grace@example.com"], "redirect"),
        (["challenge_type": Bench.all, "username": "linus@example.com"], "redirect"),
        (["challenge_type": Bench.all, "username": "ada@example.com"], "200"),
    ])
    func initiateChecksInOrder(_ fields: [String: String], _ verdict: String) {
        #expect(bench.post("/oauth2/v2.0/initiate", fields).verdict == verdict)
    }

    @Test func textsThatClientsMatchAreKept() {
        let username = bench.initiate("ada")["error_description"]
        #expect(username?.contains("username parameter is empty or not valid") == true)
        let client = bench.post("/oauth2/v2.0/initiate", ["client_id": ""])["error_description"]
        #expect(client?.contains("client_id parameter is empty or not valid") == true)
        let types = bench.initiate("ada@example.com", types: "redirect fax")["error_description"]
        #expect(
            types?.contains("The challenge_type list parameter contains an unsupported challenge type")
                == true)
    }

    @Test func wrongPasswordLeavesTheTokenGood() throws {
        let token = try bench.challenged("ada@example.com")
        let wrong = bench.password(token, "wrong")
        #expect(wrong.verdict == "invalid_grant 50126")
        #expect(wrong["continuation_token"] == nil)
        #expect(bench.password(token, "Lovelace-1843").status == 200)
        #expect(bench.password(token, "Lovelace-1843").verdict == "invalid_request 55200")
    }

    @Test func successfulStepsRotateTheToken() throws {
        let first = try #require(bench.initiate("ada@example.com")["continuation_token"])
        let second = try #require(bench.challenge(first)["continuation_token"])
        #expect(first != second)
        #expect(bench.challenge(first).verdict == "invalid_request 55200")
        #expect(bench.challenge(second).status == 200)
    }

    @Test func tokensAreBoundToTheirStep() throws {
        let started = try #require(bench.initiate("ada@example.com")["continuation_token"])
        #expect(bench.password(started, "Lovelace-1843").verdict == "invalid_request 55200")
        #expect(bench.code(started, "1").verdict == "invalid_request 55200")
        let asked = try bench.challenged("ada@example.com")
        #expect(bench.code(asked, "1").verdict == "invalid_request 55200")
        let sent = try bench.challenged("grace@example.com")
        #expect(bench.password(sent, "x").verdict == "invalid_grant 400002")
        #expect(bench.password("nonsense", "x").verdict == "invalid_request 55200")
    }

    @Test func tokensExpire() throws {
        let token = try bench.challenged("ada@example.com")
        bench.advance(599)
        #expect(bench.password(token, "wrong").verdict == "invalid_grant 50126")
        bench.advance(1)
        #expect(bench.password(token, "Lovelace-1843").verdict == "expired_token 552003")
    }

    @Test(arguments: [
        (["scope": ""], "invalid_request 90100"), (["scope": "User.Fly"], "invalid_scope 70011"),
        (["scope": "api://x/y"], "invalid_resource 500011"), (["password": ""], "invalid_request 90100"),
        (["continuation_token": ""], "invalid_request 90100"),
        (["grant_type": "attributes"], "unsupported_grant_type 70003"),
        (["grant_type": ""], "invalid_request 90100"),
    ])
    func tokenChecksItsFields(_ change: [String: String], _ verdict: String) throws {
        let fields = [
            "grant_type": "password", "continuation_token": try bench.challenged("ada@example.com"),
            "password": "Lovelace-1843", "scope": "openid",
        ]
        #expect(bench.post("/oauth2/v2.0/token", fields.merging(change) { $1 }).verdict == verdict)
        #expect(bench.post("/oauth2/v2.0/token", fields).status == 200)
    }

    @Test func errorsHaveTheSixMembers() throws {
        let id = "5b1f3c77-0000-4000-8000-000000000002"
        let fields = ["username": "nobody@example.com", "challenge_type": Bench.all]
        let reply = bench.post("/oauth2/v2.0/initiate", fields, ["client-request-id": id])
        for name in ["error", "error_description", "timestamp", "trace_id", "correlation_id"] {
            #expect(reply[name] != nil, "\(name)")
        }
        #expect(reply.code == 50034)
        #expect(reply["correlation_id"] == id)
        #expect(reply.response.header("client-request-id") == id)
        #expect(reply["timestamp"] == "2026-11-30 00:53:20Z")
        #expect(reply.response.header("x-ms-request-id") == reply["trace_id"])
        #expect(reply.response.header("Cache-Control") == "no-store")
        let other = bench.post("/oauth2/v2.0/initiate", fields, ["client-request-id": "no GUID"])
        #expect(other["correlation_id"] != "no GUID")
        #expect(other.response.header("client-request-id") == nil)
    }

    @Test(arguments: [
        ("GET", "/contoso/oauth2/v2.0/token", 405, 900_561),
        ("PUT", "/contoso/oauth2/v2.0/initiate", 405, 900_561),
        ("POST", "/contoso/discovery/v2.0/keys", 405, 900_561), ("GET", "/device/x", 404, nil),
        ("POST", "/fabrikam/oauth2/v2.0/token", 400, 90002),
        ("POST", "/contoso/oauth2/v2.0/token", 400, 9_002_313),
        ("GET", "/", 404, nil), ("GET", "", 404, nil),
    ])
    func otherRequestsAreRefused(_ method: String, _ target: String, _ status: Int, _ code: Int?) {
        let reply = bench.send(method, target)
        #expect(reply.status == status)
        #expect(reply.code == code)
        #expect(reply.error == "invalid_request")
    }

    @Test func malformedFormsAreRefused() {
        let type = ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"]
        for body in ["client_id=%", "client_id=1&client_id=1", "client_id=%ff"] {
            #expect(
                bench.send("POST", "/contoso/oauth2/v2.0/token", type, body).verdict
                    == "invalid_request 9002313")
        }
    }
}
