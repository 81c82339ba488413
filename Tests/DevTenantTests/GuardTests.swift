import DevTenant
import FoundationEssentials
import Testing

@Suite("Who may ask")
struct GuardTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    static let doors = [
        ("GET", "/contoso/v2.0/.well-known/openid-configuration"), ("GET", "/contoso/discovery/v2.0/keys"),
        ("POST", "/contoso/oauth2/v2.0/initiate"), ("POST", "/contoso/oauth2/v2.0/challenge"),
        ("POST", "/contoso/oauth2/v2.0/token"), ("POST", "/contoso/oauth2/v2.0/devicecode"),
        ("POST", "/contoso/oauth2/v2.0/introspect"), ("POST", "/contoso/signup/v1.0/start"),
        ("POST", "/contoso/signup/v1.0/challenge"), ("POST", "/contoso/signup/v1.0/continue"),
        ("POST", "/contoso/resetpassword/v1.0/start"), ("POST", "/contoso/resetpassword/v1.0/challenge"),
        ("POST", "/contoso/resetpassword/v1.0/continue"), ("POST", "/contoso/resetpassword/v1.0/submit"),
        ("POST", "/contoso/resetpassword/v1.0/poll_completion"),
        ("POST", "/contoso/register/v1.0/introspect"),
        ("POST", "/contoso/register/v1.0/challenge"), ("POST", "/contoso/register/v1.0/continue"),
        ("GET", "/device"),
        ("POST", "/device"), ("GET", "/device/style.css"), ("GET", "/graph/v1.0/me"),
        ("GET", "/admin/outbox"),
        ("POST", "/admin/faults"), ("GET", "/nowhere"),
    ]

    @Test(arguments: doors)
    func everyDoorIsGuarded(_ method: String, _ target: String) {
        let refusals: [([String: String], Int)] = [
            (["Host": "evil.example:4433"], 421), (["Host": "127.0.0.1"], 421),
            (["Host": "127.0.0.1:80"], 421),
            (["Host": "localhost.evil.example:4433"], 421), (["Host": ""], 421),
            (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
            (["Origin": "http://127.0.0.1:4434"], 403), (["Origin": "https://127.0.0.1:4433"], 403),
            (["Origin": "http://localhost:4433"], 403), (["Sec-Fetch-Site": "cross-site"], 403),
            (["Origin": "null", "Sec-Fetch-Site": "same-site"], 403),
        ]
        for (headers, status) in refusals {
            #expect(bench.send(method, target, headers).status == status, "\(headers)")
        }
        let twoHosts = [TenantHeader("Host", "127.0.0.1:4433"), TenantHeader("host", "127.0.0.1:4433")]
        for headers in [[], twoHosts] {
            let request = TenantRequest(method: method, target: target, headers: headers)
            #expect(bench.tenant.respond(to: request).status == 400)
        }
    }

    @Test(arguments: [
        ["Host": "127.0.0.1:4433"], ["Host": "LOCALHOST:4433"], ["Origin": Bench.origin],
        ["Sec-Fetch-Site": "none"],
        ["Origin": "null", "Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "same-origin"],
        ["Host": "localhost:4433", "Origin": "http://localhost:4433"],
    ])
    func ownPagesAndProgramsPass(_ headers: [String: String]) {
        #expect(bench.send("GET", "/device", headers).status == 200)
    }

    @Test(arguments: ["", "Bearer", "Bearer x", "Basic x"])
    func adminNeedsItsToken(_ credential: String) {
        for (method, name) in [("GET", "outbox"), ("POST", "users"), ("GET", "log"), ("DELETE", "faults")] {
            #expect(bench.send(method, "/admin/\(name)", ["Authorization": credential]).status == 401)
        }
    }
}

@Suite("Admin interface")
struct AdminTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test func addsPeople() throws {
        let person = #"{"email":"eve@example.com","password":"Right-1","roles":["x"]}"#
        let reply = bench.admin("POST", "users", person)
        #expect(reply.status == 201)
        #expect(reply["email"] == "eve@example.com")
        #expect(!reply.text.contains("Right-1"))
        #expect(bench.admin("POST", "users", person).status == 409)
        #expect(bench.admin("POST", "users", #"{"email":"ADA@example.com"}"#).status == 409)
        #expect(bench.admin("POST", "users", #"{"mail":"x"}"#).status == 400)
        #expect(bench.password(try bench.challenged("eve@example.com"), "Right-1").status == 200)
        #expect(bench.admin("GET", "users").text.contains("eve@example.com"))
    }

    @Test func mergesThePolicy() throws {
        let reply = bench.admin("PUT", "policy", #"{"codeLength":6,"password":{"minLength":12}}"#)
        #expect(reply.status == 200)
        #expect(reply.json?["codeLength"] == 6)
        #expect(reply.json?["password"]?["minLength"] == 12)
        #expect(reply.json?["password"]?["classes"] == 3)
        #expect(reply.json?["lockoutAfter"] == 10)
        for body in [#"{"codeLenght":6}"#, #"{"codeLength":"6"}"#, "[]", ""] {
            #expect(bench.admin("PUT", "policy", body).status == 400, "\(body)")
        }
        #expect(bench.admin("GET", "policy").json == reply.json)
        _ = try bench.challenged("grace@example.com")
        #expect(try bench.newestCode().count == 6)
    }

    @Test func movesTheClock() {
        #expect(bench.admin("POST", "clock", #"{"advanceSeconds":90}"#)["now"] == "2026-11-30T00:54:50Z")
        #expect(
            bench.admin("POST", "clock", #"{"now":"2030-01-01T00:00:00Z"}"#)["now"] == "2030-01-01T00:00:00Z")
        for body in ["{}", #"{"now":"soon"}"#, #"{"now":"2030-01-01T00:00:00Z","advanceSeconds":1}"#] {
            #expect(bench.admin("POST", "clock", body).status == 400, "\(body)")
        }
    }

    @Test func outboxIsNewestFirst() throws {
        _ = try bench.challenged("grace@example.com")
        bench.advance(1)
        _ = try bench.challenged("grace@example.com")
        guard case .array(let entries)? = bench.admin("GET", "outbox?to=Grace%40example.com").json else {
            Issue.record("no outbox")
            return
        }
        #expect(entries.map { $0["at"]?.text } == ["2026-11-30T00:53:21Z", "2026-11-30T00:53:20Z"])
        #expect(entries.first?["purpose"] == "signIn")
        #expect(bench.admin("GET", "outbox?to=ada%40example.com").json == [])
    }

    @Test("VB-25 The request log shows no secret")
    func logMasksSecrets() throws {
        let token = try bench.challenged("ada@example.com")
        _ = bench.password(token, "Lovelace-1843")
        let secrets = [
            "oob", "new_password", "device_code", "refresh_token", "code", "code_verifier", "passwort",
        ]
        let fields = Dictionary(uniqueKeysWithValues: secrets.map { ($0, "CANARY") })
        _ = bench.form("/contoso.onmicrosoft.com/oauth2/v2.0/token?x=CANARY", fields)
        _ = bench.admin("GET", "outbox")
        let log = bench.admin("GET", "log")
        #expect(
            !log.text.contains("CANARY") && !log.text.contains("Lovelace-1843") && !log.text.contains(token))
        guard case .array(let entries)? = log.json else {
            Issue.record("no log")
            return
        }
        let paths = ["initiate", "challenge", "token", "token"].map { "/oauth2/v2.0/\($0)" }
        #expect(entries.map { $0["path"]?.text } == paths)
        #expect(
            entries[2]["status"] == 200 && entries[2]["method"] == "POST" && entries[2]["connection"] == 1)
        #expect(entries[2]["form"]?["password"] == "•")
        #expect(entries[2]["form"]?["grant_type"] == "password")
        #expect(entries[0]["form"]?["username"] == "ada@example.com")
        #expect(entries[0]["at"] == "2026-11-30T00:53:20Z")
    }
}

@Suite("Graph")
struct GraphTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func me(_ token: String?, _ query: String = "") -> Reply {
        bench.send("GET", "/graph/v1.0/me\(query)", token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }

    @Test(arguments: ["?$select=", "?%24select="])
    func selects(_ prefix: String) throws {
        let token = try bench.signIn()["access_token"]
        let reply = me(token, prefix + "id,displayName,mail,city,state,userPrincipalName")
        #expect(reply.status == 200)
        #expect(reply["displayName"] == "Ada Lovelace")
        #expect(reply["mail"] == "ada@example.com")
        #expect(reply["city"] == "London")
        #expect(reply.json?["state"] == JSON.null)
        #expect(reply["userPrincipalName"] == "3f0e2b6a-8c14-4a57-9d0b-1815120ad401@contoso.onmicrosoft.com")
        #expect(reply.json?["surname"] == nil)
    }

    @Test func addressesNeedSelect() throws {
        let reply = me(try bench.signIn()["access_token"])
        #expect(reply["surname"] == "Lovelace")
        #expect(reply.json?["city"] == nil)
    }

    @Test func refusesInGraphsOwnForm() throws {
        let token = try bench.signIn()["access_token"]
        #expect(me(token, "?$select=shoeSize").status == 400)
        for wrong in [nil, "nonsense"] {
            let reply = me(wrong)
            #expect(reply.status == 401)
            #expect(reply.json?["error"]?["code"] == "InvalidAuthenticationToken")
            #expect(reply.response.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
        }
        let poor = me(try bench.signIn(scope: "openid")["access_token"])
        #expect(poor.status == 403)
        #expect(poor.json?["error"]?["code"] == "Authorization_RequestDenied")
        bench.advance(3600)
        #expect(me(token).status == 401)
    }
}

@Suite("Faults")
struct FaultTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func keys() -> Reply { bench.send("GET", "/contoso/discovery/v2.0/keys") }

    @Test func replaceAnswersInOrder() {
        let faults = #"""
            [{"path":"/discovery/v2.0/keys","times":2,"status":503,"headers":{"Retry-After":"7"},"body":{"b":1}},
             {"path":"/discovery/v2.0/keys","status":429}, {"path":"/device","status":500,"body":"plain"}]
            """#
        #expect(bench.admin("POST", "faults", faults).status == 204)
        for _ in 1...2 {
            let reply = keys()
            #expect(reply.status == 503 && reply.text == #"{"b":1}"#)
            #expect(reply.response.header("Retry-After") == "7")
        }
        #expect(keys().status == 429)
        #expect(keys().status == 200)
        let page = bench.send("GET", "/device")
        #expect(page.status == 500 && page.text == "plain")
        #expect(bench.send("GET", "/device").status == 200)
    }

    @Test func changeTheWay() {
        bench.admin("POST", "faults", #"{"path":"/discovery/v2.0/keys","delayMs":250}"#)
        bench.admin("POST", "faults", #"{"path":"/discovery/v2.0/keys","drop":true}"#)
        bench.admin("POST", "faults", #"{"path":"/discovery/v2.0/keys","truncate":10}"#)
        bench.admin("POST", "faults", #"{"path":"/discovery/v2.0/keys","garbage":true}"#)
        let slow = keys()
        #expect(slow.status == 200 && slow.response.delayMilliseconds == 250)
        #expect(keys().response.delivery == .dropped)
        let cut = keys()
        #expect(cut.json != nil && cut.response.delivery == .truncated(10))
        let garbage = keys()
        #expect(garbage.status == 200 && garbage.json == nil)
        #expect(String(validating: garbage.response.body, as: UTF8.self) == nil)
        #expect(keys().response.delivery == .whole)
    }

    @Test func canBeCleared() {
        bench.admin("POST", "faults", #"{"path":"/discovery/v2.0/keys","status":500,"times":9}"#)
        #expect(keys().status == 500)
        #expect(bench.admin("DELETE", "faults").status == 204)
        #expect(keys().status == 200)
    }

    @Test func areNotUsedUpByStrangersOrTheAdmin() {
        bench.admin("POST", "faults", #"{"path":"/discovery/v2.0/keys","status":500}"#)
        #expect(bench.send("GET", "/contoso/discovery/v2.0/keys", ["Host": "evil.example"]).status == 421)
        #expect(keys().status == 500)
    }

    @Test(arguments: [
        "{}", #"{"path":"/x"}"#, #"{"path":"/x","status":99}"#, #"{"path":"/x","status":500,"times":0}"#,
        #"{"path":"/x","truncate":-1}"#, #"{"path":"/x","statsu":500}"#, #"[{"path":"/x","drop":true},{}]"#,
        "",
    ])
    func areChecked(_ body: String) {
        #expect(bench.admin("POST", "faults", body).status == 400)
        #expect(bench.send("GET", "/x").status == 404)
    }
}
