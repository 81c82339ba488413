import DevTenant
import Testing
import Wire

@Suite("Sign-up")
struct SignUpTests {
    private let bench: Bench
    private static let name = #"{"displayName":"Cy Twombly"}"#
    private static let password = "Long-Enough-77"

    init() throws { bench = try Bench() }

    private func tokens(_ token: String, _ username: String? = "cy@example.com") -> Reply {
        bench.grant("continuation_token", token, username.map { ["username": $0] } ?? [:])
    }

    private func signsInWithPassword() throws -> Bool {
        bench.password(try bench.challenged("cy@example.com"), Self.password).status == 200
    }

    /// The order of the checks at start: each row breaks one more thing than the row below it.
    @Test(arguments: [
        (["client_id": "x"], "invalid_request 90100"),
        (["client_secret": "x", "challenge_type": "oob"], "invalid_client 700025"),
        (["challenge_type": "oob password"], "unsupported_challenge_type 901007"),
        (["challenge_type": "oob redirect sms", "username": ""], "invalid_request 90023"),
        (["username": ""], "invalid_request 90100"), (["username": "cy"], "invalid_request 90100"),
        (["username": "ADA@example.com", "password": "x"], "user_already_exists 1003037"),
        (["username": "grace@example.com"], "user_already_exists 1003037"),
        (["username": "linus@example.com"], "redirect"),
        (["challenge_type": "password redirect", "password": "x"], "redirect"),
        (["password": "x", "attributes": "{"], "invalid_grant password_too_short"),
        (["password": "", "attributes": "{"], "invalid_request 90100"),
        (["attributes": "{"], "invalid_request 90100"), (["attributes": "[]"], "invalid_request 90100"),
        (["attributes": ""], "invalid_request 90100"),
        (
            [
                "attributes": #"{"a":"# + String(repeating: "[", count: 500)
                    + String(repeating: "]", count: 500) + "}"
            ],
            "invalid_request 90100"
        ),
        (["attributes": #"{"displayName":""}"#], "invalid_grant attribute_validation_failed"),
        (["attributes": "{}"], "200"), ([:], "200"),
    ])
    func startChecksInOrder(_ change: [String: String], _ verdict: String) {
        let fields = ["username": "cy@example.com", "challenge_type": Bench.all]
        let reply = bench.post("/signup/v1.0/start", fields.merging(change) { $1 })
        #expect(reply.verdict == verdict)
        #expect(reply["continuation_token"] != nil || verdict != "200")
    }

    @Test func switchedOffItRefusesEverybodyAlike() {
        bench.admin("PUT", "policy", #"{"signUp":false}"#)
        for name in ["cy@example.com", "ada@example.com", "linus@example.com"] {
            #expect(bench.signUp(name).verdict == "unsupported_auth_method")
        }
    }

    @Test("Variant A: password and attributes at start")
    func everythingAtStart() throws {
        let started = try #require(
            bench.signUp(password: Self.password, attributes: Self.name)["continuation_token"])
        let sent = bench.signUpChallenge(started)
        #expect(sent["challenge_type"] == "oob" && sent["binding_method"] == "prompt")
        #expect(sent["challenge_channel"] == "email" && sent["challenge_target_label"] == "c***y@ex***le.com")
        #expect(sent.json?["code_length"] == 8 && sent.json?["interval"] == 30)
        #expect(bench.purposes(to: "cy@example.com") == ["email signUp"])
        let token = try #require(sent["continuation_token"])
        let wrong = bench.signUpContinue(token, "oob", "1")
        #expect(
            wrong.verdict == "invalid_grant invalid_oob_value 50181" && wrong["continuation_token"] == nil)
        #expect(!bench.admin("GET", "users").text.contains("cy@example.com"))
        let made = bench.signUpContinue(token, "oob", try bench.newestCode())
        #expect(made.status == 200)
        #expect(bench.admin("GET", "users").text.contains("cy@example.com"))
        let reply = tokens(try #require(made["continuation_token"]))
        #expect(reply.status == 200)
        let me = bench.send(
            "GET", "/graph/v1.0/me", ["Authorization": "Bearer \(try #require(reply["access_token"]))"])
        #expect(me["displayName"] == "Cy Twombly" && me["mail"] == "cy@example.com")
        #expect(try signsInWithPassword())
        #expect(bench.signUp("CY@example.com").verdict == "user_already_exists 1003037")
    }

    @Test("Variant B: the password at start only")
    func passwordAtStart() throws {
        let token = try bench.signUpSent(password: Self.password)
        let asked = bench.signUpContinue(token, "oob", try bench.newestCode())
        #expect(asked.verdict == "attributes_required 55106")
        #expect(
            asked.json?["required_attributes"] == [
                [
                    "name": "displayName", "options": ["regex": "^.{1,64}$"], "required": true,
                    "type": "string",
                ]
            ])
        let next = try #require(asked["continuation_token"])
        let refused = bench.signUpContinue(next, "attributes", #"{"displayName":7}"#)
        #expect(refused.verdict == "invalid_grant attribute_validation_failed")
        #expect(refused.json?["invalid_attributes"] == [["name": "displayName"]])
        #expect(refused["continuation_token"] == nil)
        let again = bench.signUpContinue(next, "attributes", "{}")
        #expect(again.verdict == "attributes_required 55106")
        #expect(bench.signUpContinue(next, "attributes", Self.name).code == 55200)
        let last = try #require(again["continuation_token"])
        #expect(bench.signUpContinue(last, "attributes", Self.name).status == 200)
        #expect(try signsInWithPassword())
    }

    @Test("Variant C: code, password and attributes one after the other")
    func nothingAtStart() throws {
        let token = try bench.signUpSent()
        let credential = bench.signUpContinue(token, "oob", try bench.newestCode())
        #expect(credential.verdict == "credential_required 55103")
        let asked = bench.signUpChallenge(try #require(credential["continuation_token"]))
        #expect(asked["challenge_type"] == "password" && asked["binding_method"] == nil)
        let next = try #require(asked["continuation_token"])
        #expect(bench.signUpContinue(next, "password", "abc").verdict == "invalid_grant password_too_short")
        #expect(bench.signUpContinue(next, "password").verdict == "invalid_request 900144")
        let attributes = bench.signUpContinue(next, "password", Self.password)
        #expect(attributes.verdict == "attributes_required 55106")
        let last = try #require(attributes["continuation_token"])
        let made = bench.signUpContinue(last, "attributes", Self.name)
        #expect(tokens(try #require(made["continuation_token"])).status == 200)
        #expect(try signsInWithPassword())
    }

    @Test("Variant D: an app that asks for no password", arguments: [nil, Self.name])
    func codeOnly(_ attributes: String?) throws {
        let token = try bench.signUpSent(types: "oob redirect", attributes: attributes)
        var reply = bench.signUpContinue(token, "oob", try bench.newestCode())
        if attributes == nil {
            #expect(reply.verdict == "attributes_required 55106")
            let next = try #require(reply["continuation_token"])
            reply = bench.signUpContinue(next, "attributes", Self.name)
        }
        #expect(tokens(try #require(reply["continuation_token"])).status == 200)
        let code = try bench.challenged("cy@example.com")
        #expect(bench.code(code, try bench.newestCode()).status == 200)
        #expect(bench.reset("cy@example.com").verdict == "invalid_request 500222")
    }

    @Test(arguments: [false, true])
    func attributesBeforeTheCodeWaitForIt(isSent: Bool) throws {
        let started = try #require(bench.signUp(password: Self.password)["continuation_token"])
        let early = isSent ? try #require(bench.signUpChallenge(started)["continuation_token"]) : started
        #expect(
            bench.signUpContinue(early, "attributes", #"{"displayName":""}"#).verdict
                == "invalid_grant attribute_validation_failed")
        let reply = bench.signUpContinue(early, "attributes", Self.name)
        #expect(reply.verdict == "verification_required")
        #expect(reply.json?["unverified_attributes"] == [["name": "email"]])
        let sent = bench.signUpChallenge(try #require(reply["continuation_token"]))
        let token = try #require(sent["continuation_token"])
        #expect(bench.signUpContinue(token, "oob", try bench.newestCode()).status == 200)
    }

    @Test func grantsMustFitTheStep() throws {
        let token = try bench.signUpSent()
        for grant in ["password", "continuation_token", "mfa_oob", "x"] {
            #expect(bench.signUpContinue(token, grant).verdict == "invalid_grant")
        }
        #expect(bench.signUpContinue(token, "").verdict == "invalid_request 90100")
        #expect(bench.signUpContinue(token, "oob").verdict == "invalid_request 900144")
        let credential = bench.signUpContinue(token, "oob", try bench.newestCode())
        let due = try #require(credential["continuation_token"])
        #expect(bench.signUpContinue(due, "password", Self.password).verdict == "invalid_request 55200")
        let list = ["continuation_token": due, "challenge_type": "oob redirect"]
        #expect(bench.post("/signup/v1.0/challenge", list).verdict == "redirect")
    }

    @Test func theNewestCodeCountsAndDiesInTime() throws {
        bench.admin("PUT", "policy", #"{"codeSeconds":60,"lockoutAfter":3,"attributes":[]}"#)
        let first = try bench.signUpSent(password: Self.password)
        let old = try bench.newestCode()
        let second = try #require(bench.signUpChallenge(first)["continuation_token"])
        let code = try bench.newestCode()
        if old != code { #expect(bench.signUpContinue(second, "oob", old).code == 50181) }
        bench.advance(60)
        #expect(bench.signUpContinue(second, "oob", code).code == 50181)
        let third = try #require(bench.signUpChallenge(second)["continuation_token"])
        for _ in 1...3 { #expect(bench.signUpContinue(third, "oob", "1").code == 50181) }
        #expect(bench.signUpContinue(third, "oob", try bench.newestCode()).code == 50181)
        let fourth = try #require(bench.signUpChallenge(third)["continuation_token"])
        #expect(bench.signUpContinue(fourth, "oob", try bench.newestCode()).status == 200)
    }

    @Test func tooManyCodesAndLateOnesAreRefused() throws {
        bench.admin("PUT", "policy", #"{"codeLimit":1}"#)
        let token = try bench.signUpSent()
        #expect(bench.signUpChallenge(token).verdict == "invalid_request 701014")
        #expect(
            bench.signUpContinue(token, "oob", try bench.newestCode()).verdict == "credential_required 55103")
        bench.admin("PUT", "policy", #"{"codeLimit":50}"#)
        let late = try bench.signUpSent()
        bench.advance(600)
        #expect(bench.signUpContinue(late, "oob", try bench.newestCode()).verdict == "expired_token 552003")
    }

    @Test func whoeverIsFirstGetsTheAddress() throws {
        let first = try bench.signUpSent(password: Self.password, attributes: Self.name)
        let early = try bench.newestCode()
        let second = try bench.signUpSent(password: Self.password, attributes: Self.name)
        let late = try bench.newestCode()
        #expect(bench.signUpContinue(second, "oob", late).status == 200)
        #expect(bench.signUpContinue(first, "oob", early).verdict == "user_already_exists 1003037")
    }

    @Test func tokensNeedTheUsername() throws {
        let token = try bench.signUpSent(password: Self.password, attributes: Self.name)
        let made = bench.signUpContinue(token, "oob", try bench.newestCode())
        let done = try #require(made["continuation_token"])
        #expect(tokens(done, nil).verdict == "invalid_request 900144")
        #expect(tokens(done, "").verdict == "invalid_request 90100")
        #expect(tokens(done, "ada@example.com").verdict == "invalid_request 90100")
        #expect(tokens(done, "CY@example.com").status == 200)
        #expect(tokens(done).verdict == "invalid_request 55200")
    }

    @Test(arguments: [
        (#"{"mfa":"required"}"#, true, "invalid_grant registration_required 50079"),
        (#"{"mfa":"required"}"#, false, "redirect"), (#"{"mfa":"optional"}"#, true, "200"),
        (#"{"registrationRequired":true}"#, true, "invalid_grant registration_required 50079"),
    ])
    func moreMayBeDemanded(_ policy: String, canRegister: Bool, _ verdict: String) throws {
        bench.admin("PUT", "policy", policy)
        let capabilities = canRegister ? Bench.both : "mfa_required"
        let reply = bench.signUp(
            password: Self.password, attributes: Self.name, capabilities: capabilities)
        let sent = bench.signUpChallenge(try #require(reply["continuation_token"]))
        let token = try #require(sent["continuation_token"])
        let made = bench.signUpContinue(token, "oob", try bench.newestCode())
        let last = tokens(try #require(made["continuation_token"]))
        #expect(last.verdict == verdict)
        guard verdict.contains("registration") else { return }
        // The address that signed up is proved already, another one is not.
        let shown = try bench.registering(try #require(last["continuation_token"]))
        let other = bench.register(shown, "cy.backup@example.com")
        #expect(other["challenge_type"] == "oob")
        let own = bench.register(try #require(other["continuation_token"]), "cy@example.com")
        #expect(own["challenge_type"] == "preverified")
        let done = bench.registerContinue(try #require(own["continuation_token"]), "continuation_token")
        #expect(bench.grant("continuation_token", try #require(done["continuation_token"])).status == 200)
    }
}
