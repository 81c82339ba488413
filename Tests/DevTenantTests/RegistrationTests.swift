import DevTenant
import Testing
import Wire

@Suite("Registration of a method")
struct RegistrationTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func shown() throws -> String {
        try bench.registering(bench.handed("joan@example.com", "Station-X-40"))
    }

    @Test func introspectShowsWhatThePolicyAccepts() throws {
        let due = try bench.handed("joan@example.com", "Station-X-40")
        let reply = bench.post("/register/v1.0/introspect", ["continuation_token": due])
        #expect(
            reply.json?["methods"] == [
                [
                    "challenge_channel": "email", "challenge_type": "oob", "id": "email",
                    "login_hint": "joan@example.com",
                ],
                ["challenge_channel": "sms", "challenge_type": "oob", "id": "sms"],
            ])
        bench.admin("PUT", "policy", #"{"strongMethods":["sms"]}"#)
        let token = try #require(reply["continuation_token"])
        let again = bench.post("/register/v1.0/introspect", ["continuation_token": token])
        #expect(
            again.json?["methods"] == [["challenge_channel": "sms", "challenge_type": "oob", "id": "sms"]])
        let next = try #require(again["continuation_token"])
        #expect(bench.register(next, "joan@example.com").verdict == "invalid_request 901001")
    }

    @Test(arguments: [
        ("joan.backup@example.com", "email", nil), ("+15555550142", "sms", "SMS"),
        ("joan@example.com", "email", "email"),
    ])
    func aContactIsProvedAndAdded(_ target: String, _ channel: String, _ named: String?) throws {
        let sent = bench.register(try shown(), target, channel: named)
        #expect(sent["challenge_type"] == "oob" && sent["binding_method"] == "prompt")
        #expect(sent["challenge_channel"] == channel && sent["challenge_target"] == target)
        #expect(sent.json?["code_length"] == 8 && sent["challenge_target_label"] == nil)
        #expect(bench.purposes(to: target) == ["\(channel) registration"])
        let token = try #require(sent["continuation_token"])
        let wrong = bench.registerContinue(token, "oob", code: "1")
        #expect(
            wrong.verdict == "invalid_grant invalid_oob_value 50181" && wrong["continuation_token"] == nil)
        let code = try bench.newestCode()
        let done = try #require(bench.registerContinue(token, "oob", code: code)["continuation_token"])
        let users = bench.admin("GET", "users").text
        #expect(users.contains(#"{"channel":"\#(channel)","target":"\#(target)"}"#))
        // Registering was the second proof; the next sign-in asks for it.
        #expect(bench.grant("continuation_token", done).status == 200)
        let (_, ids) = try bench.methods(bench.handed("joan@example.com", "Station-X-40"))
        #expect(ids.count == 1)
    }

    @Test(arguments: [
        ("joan", nil), ("joan@", nil), ("@", nil), ("a b@example.com", nil), ("15555550142", nil),
        ("+123456", nil),
        ("+0555555014", nil), ("+1555555014200000", nil), ("+1555555٠142", nil), ("+1 555 555 0142", nil),
        ("+15555550142", "email"), ("joan@example.com", "sms"), ("+15555550142", "voice"),
    ])
    func contactsAreChecked(_ target: String, _ channel: String?) throws {
        let token = try shown()
        #expect(bench.register(token, target, channel: channel).verdict == "invalid_request 901001")
        #expect(bench.register(token, "joan@example.com").status == 200)
    }

    @Test func blockedNumbersLeaveTheTokenGood() throws {
        bench.admin("PUT", "policy", #"{"blockedRegions":["+999"]}"#)
        let token = try shown()
        #expect(
            bench.register(token, "+15556660100").verdict == "access_denied provider_blocked_by_rep 550024")
        #expect(bench.register(token, "+99955501000").verdict == "access_denied provider_blocked_by_admin")
        #expect(bench.register(token, "+15555550142").status == 200)
    }

    @Test(arguments: [
        (["challenge_type": "oob redirect"], "unsupported_challenge_type 90023"),
        (["challenge_type": "password"], "unsupported_challenge_type 90023"),
        (["challenge_type": ""], "invalid_request 90100"),
        (["challenge_target": ""], "invalid_request 90100"),
        (["continuation_token": "x"], "invalid_request 55200"), (["client_id": "x"], "invalid_request 90100"),
    ])
    func challengeChecksItsFields(_ change: [String: String], _ verdict: String) throws {
        let fields = [
            "continuation_token": try shown(), "challenge_type": "oob", "challenge_target": "a@example.com",
        ]
        #expect(bench.post("/register/v1.0/challenge", fields.merging(change) { $1 }).verdict == verdict)
        for name in ["challenge_type", "challenge_target", "continuation_token"] {
            let fewer = fields.filter { $0.key != name }
            #expect(bench.post("/register/v1.0/challenge", fewer).verdict == "invalid_request 900144")
        }
    }

    @Test func resendAndAnotherContact() throws {
        let first = try #require(bench.register(try shown(), "a@example.com")["continuation_token"])
        let old = try bench.newestCode()
        let second = try #require(bench.register(first, "+15555550142")["continuation_token"])
        let code = try bench.newestCode()
        if old != code { #expect(bench.registerContinue(second, "oob", code: old).code == 50181) }
        #expect(bench.registerContinue(second, "continuation_token").verdict == "invalid_grant")
        #expect(bench.registerContinue(second, "oob").verdict == "invalid_request 900144")
        #expect(bench.registerContinue(second, "oob", code: code).status == 200)
        #expect(!bench.admin("GET", "users").text.contains(#""target":"a@example.com""#))
    }

    @Test func anAddressThatWasJustProvedNeedsNoCode() throws {
        bench.admin("PUT", "policy", #"{"registrationRequired":true,"mfaAfterCode":true}"#)
        let first = try bench.challenged("grace@example.com", capabilities: Bench.both)
        let handed = bench.code(first, try bench.newestCode())
        #expect(handed.verdict == "invalid_grant registration_required 50079")
        let shown = try bench.registering(try #require(handed["continuation_token"]))
        let reply = bench.register(shown, "Grace@example.com")
        #expect(reply["challenge_type"] == "preverified" && reply["binding_method"] == nil)
        #expect(bench.purposes(to: "grace@example.com") == ["email signIn"])
        // A change of mind is possible, and back.
        let preverified = try #require(reply["continuation_token"])
        let other = try #require(bench.register(preverified, "+15555550142")["continuation_token"])
        #expect(bench.registerContinue(other, "continuation_token").verdict == "invalid_grant")
        let back = try #require(bench.register(other, "grace@example.com")["continuation_token"])
        #expect(bench.registerContinue(back, "oob", code: "1").verdict == "invalid_grant")
        let done = try #require(bench.registerContinue(back, "continuation_token")["continuation_token"])
        #expect(bench.grant("continuation_token", done).status == 200)
    }

    @Test func aPasswordProvesNoAddress() throws {
        #expect(bench.register(try shown(), "joan@example.com")["challenge_type"] == "oob")
    }
}
