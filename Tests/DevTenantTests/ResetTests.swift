import DevTenant
import Testing
import Wire

@Suite("Password reset")
struct ResetTests {
    private let bench: Bench
    private static let new = "Brand-New-88"

    init() throws { bench = try Bench() }

    @Test func sevenRequestsLeadToTokens() throws {
        let old = try bench.signIn()
        let started = try #require(bench.reset("Ada@example.com")["continuation_token"])
        let sent = bench.post("/resetpassword/v1.0/challenge", ["continuation_token": started])
        #expect(sent["challenge_type"] == "oob" && sent["binding_method"] == "prompt")
        #expect(sent["challenge_channel"] == "email" && sent["challenge_target_label"] == "a***a@ex***le.com")
        #expect(sent.json?["code_length"] == 8)
        #expect(bench.purposes(to: "ada@example.com") == ["email reset"])
        let code = try #require(sent["continuation_token"])
        let wrong = bench.resetContinue(code, "1")
        #expect(
            wrong.verdict == "invalid_grant invalid_oob_value 50181" && wrong["continuation_token"] == nil)
        let verified = bench.resetContinue(code, try bench.newestCode())
        #expect(verified.json?["expires_in"] == 600)
        let submitted = bench.submit(try #require(verified["continuation_token"]), Self.new)
        #expect(submitted.json?["poll_interval"] == 1)
        let done = bench.poll(try #require(submitted["continuation_token"]))
        #expect(done["status"] == "succeeded")
        let last = try #require(done["continuation_token"])
        let reply = bench.grant("continuation_token", last, ["username": "ada@example.com"])
        #expect(reply.status == 200)

        let token = try bench.challenged("ada@example.com")
        #expect(bench.password(token, "Lovelace-1843").verdict == "invalid_grant 50126")
        #expect(bench.password(token, Self.new).status == 200)
        let refresh = ["grant_type": "refresh_token", "refresh_token": try #require(old["refresh_token"])]
        #expect(bench.post("/oauth2/v2.0/token", refresh).verdict == "invalid_grant bad_token 50173")
    }

    @Test(arguments: [
        (["client_id": "x"], "invalid_request 90100"),
        (["challenge_type": "oob"], "unsupported_challenge_type 901007"),
        (["challenge_type": "fax redirect"], "invalid_request 90023"),
        (["username": ""], "invalid_request 90100"), (["username": "ada"], "invalid_request 90100"),
        (["username": "nobody@example.com"], "user_not_found 50034"),
        (["username": "grace@example.com"], "invalid_request 500222"),
        (["username": "linus@example.com", "challenge_type": "redirect"], "invalid_request 500222"),
        (["challenge_type": "redirect"], "redirect"), (["challenge_type": "password redirect"], "redirect"),
        (["challenge_type": Bench.all], "200"), ([:], "200"),
    ])
    func startChecksInOrder(_ change: [String: String], _ verdict: String) {
        let fields = ["username": "ada@example.com", "challenge_type": "oob redirect"]
        #expect(bench.post("/resetpassword/v1.0/start", fields.merging(change) { $1 }).verdict == verdict)
    }

    @Test func switchedOffItRefusesEverybodyAlike() {
        bench.admin("PUT", "policy", #"{"selfServiceReset":false}"#)
        for name in ["ada@example.com", "grace@example.com", "nobody@example.com"] {
            #expect(bench.reset(name).verdict == "invalid_request 500222")
        }
    }

    @Test func peopleWhoMustUseABrowserHaveNoReset() throws {
        var profile = Account.Profile()
        profile.mustUseBrowser = true
        let bench = try Bench("eve@example.com", password: "Right-1", profile)
        #expect(bench.reset("eve@example.com").verdict == "invalid_request 500222")
        #expect(bench.signUp("eve@example.com").verdict == "redirect")
    }

    @Test(arguments: [1, 2, 5])
    func itSucceedsAtTheOrderedPoll(_ polls: Int) throws {
        bench.admin("PUT", "policy", #"{"resetPolls":\#(polls)}"#)
        let token = try #require(
            bench.submit(bench.resetVerified("ada@example.com"), Self.new)["continuation_token"])
        for _ in 1..<polls {
            let reply = bench.poll(token)
            #expect(reply["status"] == "in_progress" && reply["continuation_token"] == nil)
            #expect(bench.password(try bench.challenged("ada@example.com"), Self.new).code == 50126)
        }
        #expect(bench.poll(token)["status"] == "succeeded")
        #expect(bench.poll(token).verdict == "invalid_request 55200")
        #expect(bench.password(try bench.challenged("ada@example.com"), Self.new).status == 200)
    }

    @Test func aLateRefusalLeavesTheTokenGood() throws {
        let token = try #require(
            bench.submit(bench.resetVerified("ada@example.com"), Self.new)["continuation_token"])
        let faults = """
            [{"path":"/resetpassword/v1.0/poll_completion",
              "body":{"error":"invalid_grant","suberror":"password_banned","error_codes":[]}},
             {"path":"/resetpassword/v1.0/poll_completion","status":200,"body":{"status":"failed"}}]
            """
        bench.admin("POST", "faults", faults)
        #expect(bench.poll(token).verdict == "invalid_grant password_banned")
        #expect(bench.poll(token)["status"] == "failed")
        #expect(bench.password(try bench.challenged("ada@example.com"), "Lovelace-1843").status == 200)
        let again = bench.submit(token, "Other-One-99")
        #expect(bench.poll(try #require(again["continuation_token"]))["status"] == "succeeded")
        #expect(bench.password(try bench.challenged("ada@example.com"), "Other-One-99").status == 200)
    }

    @Test func aRefusedPasswordLeavesTheTokenGood() throws {
        let token = try bench.resetVerified("ada@example.com")
        for _ in 1...2 {
            let reply = bench.submit(token, "short")
            #expect(reply.verdict == "invalid_grant password_too_short" && reply["continuation_token"] == nil)
        }
        #expect(bench.submit(token, "").verdict == "invalid_request 90100")
        #expect(bench.post("/resetpassword/v1.0/submit", ["continuation_token": token]).code == 900_144)
        #expect(bench.submit(token, Self.new).status == 200)
    }

    @Test func grantsAndListsAreChecked() throws {
        let token = try bench.resetSent("ada@example.com")
        #expect(bench.resetContinue(token, "1", type: "password").verdict == "invalid_grant")
        #expect(bench.resetContinue(token, "", type: "oob").verdict == "invalid_request 90100")
        let lists = [("oob", "unsupported_challenge_type 901007"), ("password redirect", "redirect")]
        for (types, verdict) in lists {
            let fields = ["continuation_token": token, "challenge_type": types]
            #expect(bench.post("/resetpassword/v1.0/challenge", fields).verdict == verdict)
        }
    }

    @Test func codesAreReplacedLimitedAndExpire() throws {
        bench.admin("PUT", "policy", #"{"codeLimit":2}"#)
        let first = try bench.resetSent("ada@example.com")
        let old = try bench.newestCode()
        let second = try bench.next("/resetpassword/v1.0/challenge", ["continuation_token": first])
        let code = try bench.newestCode()
        let third = bench.post("/resetpassword/v1.0/challenge", ["continuation_token": second])
        #expect(third.verdict == "invalid_request 701014")
        if old != code { #expect(bench.resetContinue(second, old).code == 50181) }
        bench.advance(599)
        let verified = try #require(bench.resetContinue(second, code)["continuation_token"])
        bench.advance(600)
        #expect(bench.submit(verified, Self.new).verdict == "expired_token 552003")
    }

    /// The code goes to the second factor's e-mail address where there is one, else to the account's.
    @Test(arguments: [
        ([], "eve@example.com"), ([Account.Method(.sms, "+15555550101")], "eve@example.com"),
        ([.init(.sms, "+15555550101"), .init(.email, "other@example.com")], "other@example.com"),
    ])
    func whereTheCodeGoes(_ methods: [Account.Method], _ to: String) throws {
        var profile = Account.Profile()
        profile.methods = methods
        let bench = try Bench("eve@example.com", password: "Right-1", profile)
        _ = try bench.resetSent("eve@example.com")
        #expect(bench.purposes(to: to) == ["email reset"])
    }

    @Test func aResetEndsLockOutAndMustChange() throws {
        var profile = Account.Profile()
        profile.mustChangePassword = true
        var policy = Policy()
        policy.lockoutAfter = 1
        let bench = try Bench("eve@example.com", password: "Right-1", policy: policy, profile)
        let token = try bench.challenged("eve@example.com")
        #expect(bench.password(token, "Right-1").verdict == "invalid_request 50142")
        let other = try bench.challenged("eve@example.com")
        #expect(bench.password(other, "x").code == 50126)
        #expect(bench.password(other, "Right-1").code == 50053)
        let submitted = bench.submit(try bench.resetVerified("eve@example.com"), Self.new)
        let done = bench.poll(try #require(submitted["continuation_token"]))
        #expect(bench.grant("continuation_token", try #require(done["continuation_token"])).status == 200)
        #expect(bench.password(other, Self.new).status == 200)
    }

    @Test func aDisabledAccountStaysOut() throws {
        var profile = Account.Profile()
        profile.disabled = true
        let bench = try Bench("eve@example.com", password: "Right-1", profile)
        let submitted = bench.submit(try bench.resetVerified("eve@example.com"), Self.new)
        let done = bench.poll(try #require(submitted["continuation_token"]))
        let reply = bench.grant("continuation_token", try #require(done["continuation_token"]))
        #expect(reply.verdict == "invalid_grant 50057")
    }

    @Test(arguments: [
        ("alan@example.com", "invalid_grant mfa_required 50076"),
        ("joan@example.com", "invalid_grant registration_required 50079"),
    ])
    func moreMayBeDemanded(_ username: String, _ verdict: String) throws {
        let submitted = bench.submit(try bench.resetVerified(username), Self.new)
        let done = bench.poll(try #require(submitted["continuation_token"]))
        let token = try #require(done["continuation_token"])
        let other = bench.grant("continuation_token", token, ["username": "ada@example.com"])
        #expect(other.verdict == "invalid_request 90100")
        let reply = bench.grant("continuation_token", token, ["username": username])
        #expect(reply.verdict == verdict)
        let next = try #require(reply["continuation_token"])
        if verdict.contains("mfa") {
            #expect(try bench.methods(next).ids.count == 2)
        } else {
            let own = bench.register(try bench.registering(next), username)
            #expect(own["challenge_type"] == "preverified")
        }
    }
}
