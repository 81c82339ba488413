import DevTenant
import Testing
import Wire

@Suite("Second factor")
struct SecondFactorTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func challenge(_ token: String, _ id: String?) -> Reply {
        var fields = ["continuation_token": token, "challenge_type": Bench.all]
        fields["id"] = id
        return bench.post("/oauth2/v2.0/challenge", fields)
    }

    private func shown() throws -> (token: String, ids: [String]) {
        try bench.methods(bench.handed("alan@example.com", "Enigma-1912"))
    }

    @Test func introspectShowsTheMethods() throws {
        let due = try bench.handed("alan@example.com", "Enigma-1912")
        let reply = bench.post("/oauth2/v2.0/introspect", ["continuation_token": due])
        #expect(reply["continuation_token"] != due)
        guard case .array(let methods)? = reply.json?["methods"] else {
            Issue.record("no methods")
            return
        }
        #expect(methods.map { $0["challenge_channel"] } == ["email", "sms"])
        #expect(methods.map { $0["challenge_type"] } == ["oob", "oob"])
        #expect(methods.map { $0["login_hint"] } == ["a***n@ex***le.com", "+1********00"])
        #expect(Set(methods.map { $0["id"]?.text }).count == 2)
        #expect(bench.post("/oauth2/v2.0/introspect", ["continuation_token": due]).code == 55200)
    }

    @Test(arguments: [
        (0, "alan@example.com", "email", "a***n@ex***le.com"), (1, "+15555550100", "sms", "+1********00"),
    ])
    func eachMethodLeadsIn(_ index: Int, _ to: String, _ channel: String, _ label: String) throws {
        let (token, ids) = try shown()
        let sent = challenge(token, ids[index])
        #expect(sent["challenge_type"] == "oob" && sent["binding_method"] == "prompt")
        #expect(sent["challenge_channel"] == channel && sent["challenge_target_label"] == label)
        #expect(sent.json?["code_length"] == 8)
        #expect(bench.purposes(to: to) == ["\(channel) secondFactor"])
        let next = try #require(sent["continuation_token"])
        let wrong = bench.grant("mfa_oob", next, ["oob": "1"])
        #expect(
            wrong.verdict == "invalid_grant invalid_oob_value 50181" && wrong["continuation_token"] == nil)
        let reply = bench.grant("mfa_oob", next, ["oob": try bench.newestCode()])
        #expect(reply.status == 200 && reply["refresh_token"] != nil)
        #expect(bench.grant("mfa_oob", next, ["oob": try bench.newestCode()]).code == 55200)
    }

    @Test func theChallengeNeedsIntrospectAndAnId() throws {
        let due = try bench.handed("alan@example.com", "Enigma-1912")
        #expect(challenge(due, nil).verdict == "invalid_request introspect_required")
        let (token, ids) = try bench.methods(due)
        #expect(challenge(token, nil).verdict == "invalid_request 900144")
        #expect(challenge(token, "").verdict == "invalid_request 90100")
        #expect(challenge(token, "x").verdict == "invalid_request 90100")
        #expect(challenge(token, ids[0]).status == 200)
    }

    @Test("VB-46 A wrong code does not stand in the way of a new challenge")
    func resendAndChangeOfMethod() throws {
        let (token, ids) = try shown()
        let first = try #require(challenge(token, ids[0])["continuation_token"])
        let old = try bench.newestCode()
        #expect(bench.grant("mfa_oob", first, ["oob": "1"]).code == 50181)
        let again = try #require(challenge(first, ids[0])["continuation_token"])
        let listed = try bench.methods(again)
        #expect(listed.ids == ids)
        let other = try #require(challenge(listed.token, ids[1])["continuation_token"])
        let code = try bench.newestCode()
        if old != code { #expect(bench.grant("mfa_oob", other, ["oob": old]).code == 50181) }
        #expect(bench.grant("mfa_oob", other, ["oob": code]).status == 200)
    }

    @Test func blockedNumbersLeaveTheOthers() throws {
        bench.admin("PUT", "policy", #"{"blockedPhones":["+1555555"],"blockedRegions":[]}"#)
        var (token, ids) = try shown()
        #expect(challenge(token, ids[1]).verdict == "access_denied provider_blocked_by_rep 550024")
        bench.admin("PUT", "policy", #"{"blockedPhones":[],"blockedRegions":["+1"]}"#)
        #expect(challenge(token, ids[1]).verdict == "access_denied provider_blocked_by_admin")
        token = try #require(challenge(token, ids[0])["continuation_token"])
        #expect(challenge(token, ids[1]).error == "access_denied")
        #expect(bench.grant("mfa_oob", token, ["oob": try bench.newestCode()]).status == 200)
    }

    @Test("VB-45 Methods that the policy takes away are neither shown nor served")
    func thePolicyMayChangeMeanwhile() throws {
        let (token, ids) = try shown()
        bench.admin("PUT", "policy", #"{"strongMethods":["email"]}"#)
        #expect(challenge(token, ids[1]).verdict == "invalid_request 90100")
        let listed = try bench.methods(token)
        #expect(listed.ids == [ids[0]])
        bench.admin("PUT", "policy", #"{"strongMethods":[]}"#)
        #expect(try bench.methods(listed.token).ids.isEmpty)
    }

    @Test func codesForOneAddressAreLimited() throws {
        bench.admin("PUT", "policy", #"{"codeLimit":2}"#)
        let (token, ids) = try shown()
        let first = try #require(challenge(token, ids[0])["continuation_token"])
        let second = try #require(challenge(first, ids[0])["continuation_token"])
        #expect(challenge(second, ids[0]).verdict == "invalid_request 701014")
        // The last code still works, other addresses have their own count, and time heals.
        #expect(try bench.newestCode().count == 8)
        let phone = try #require(challenge(second, ids[1])["continuation_token"])
        bench.advance(599)
        #expect(challenge(phone, ids[0]).verdict == "invalid_request 701014")
        #expect(bench.grant("mfa_oob", phone, ["oob": try bench.newestCode()]).status == 200)
        bench.advance(1201)
        let (later, _) = try shown()
        #expect(challenge(later, ids[0]).status == 200)
    }

    @Test func aLockedAccountStaysOut() throws {
        bench.admin("PUT", "policy", #"{"lockoutAfter":2}"#)
        let (token, ids) = try shown()
        let sent = try #require(challenge(token, ids[0])["continuation_token"])
        let code = try bench.newestCode()
        let other = try bench.challenged("alan@example.com")
        for _ in 1...2 { _ = bench.password(other, "x") }
        #expect(bench.grant("mfa_oob", sent, ["oob": code]).verdict == "invalid_grant 50053")
        bench.advance(60)
        #expect(bench.grant("mfa_oob", sent, ["oob": code]).status == 200)
    }
}
