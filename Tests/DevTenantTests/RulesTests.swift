import DevTenant
import Testing
import Wire

@Suite("Rules for new passwords")
struct PasswordRuleTests {
    private static let long = String(repeating: "Aa1-", count: 65)

    /// Each row's password breaks one rule, and often later ones too: the order is that of the reference's table.
    static let rows: [(String, String?)] = [
        ("Aa1-xyz", "password_too_short"), ("ÄÖü1", "password_too_short"), ("", nil),
        (String(long.prefix(257)), "password_too_long"), (String(long.prefix(256)), ""),
        (String(repeating: "é", count: 257), "password_too_long"),
        ("Contoso-Ü1", "password_is_invalid"), ("Aa1-5678\u{7f}", "password_is_invalid"),
        ("Aa1-\t5678", "password_is_invalid"), ("Aa1-5678🙂", "password_is_invalid"),
        ("contosoxyz", "password_too_weak"), ("ABCDEFGH1", "password_too_weak"),
        ("12345678", "password_too_weak"), ("abcdefg-", "password_too_weak"),
        ("My-cOnToSo-1", "password_banned"), ("Aa345678", ""), ("aa 45678", ""), ("AB-45678", ""),
        ("Aa-bcdef", ""),
    ]

    @Test(arguments: rows)
    func atEveryDoor(_ password: String, _ suberror: String?) throws {
        // An empty one is no password at all: the parameter is missing.
        let verdict =
            suberror.map { word in
                let code = word == "password_too_weak" ? " 399246" : ""
                return word.isEmpty ? "200" : "invalid_grant \(word)\(code)"
            } ?? "invalid_request 90100"
        let bench = try Bench()
        #expect(bench.signUp(password: password).verdict == verdict)

        let token = try bench.signUpSent(attributes: #"{"displayName":"Cy"}"#)
        let due = bench.signUpContinue(token, "oob", try bench.newestCode())
        let asked = bench.signUpChallenge(try #require(due["continuation_token"]))
        let step = try #require(asked["continuation_token"])
        let reply = bench.signUpContinue(step, "password", password)
        #expect(reply.verdict == verdict && (reply["continuation_token"] != nil) == (verdict == "200"))

        #expect(bench.submit(try bench.resetVerified("ada@example.com"), password).verdict == verdict)
    }

    private func reset(_ bench: Bench, to password: String) throws -> String {
        let reply = bench.submit(try bench.resetVerified("ada@example.com"), password)
        if let token = reply["continuation_token"] { #expect(bench.poll(token)["status"] == "succeeded") }
        return reply.verdict
    }

    @Test func recentOnesAreRemembered() throws {
        let bench = try Bench()
        let used = "invalid_grant password_recently_used"
        #expect(try reset(bench, to: "Lovelace-1843") == used)
        #expect(try reset(bench, to: "Second-22") == "200")
        #expect(try reset(bench, to: "Lovelace-1843") == used)
        #expect(try reset(bench, to: "Third-333") == "200")
        #expect(try reset(bench, to: "Lovelace-1843") == used)
        #expect(try reset(bench, to: "Fourth-44") == "200")
        #expect(try reset(bench, to: "Second-22") == used)
        #expect(try reset(bench, to: "Lovelace-1843") == "200")
        bench.admin("PUT", "policy", #"{"password":{"history":0}}"#)
        #expect(try reset(bench, to: "Lovelace-1843") == "200")
    }

    @Test(arguments: [
        (#"{"minLength":4,"classes":0}"#, "aaaa", "200"), (#"{"minLength":4,"classes":4}"#, "aA1x", "weak"),
        (#"{"classes":4}"#, "aA1-5678", "200"), (#"{"maxLength":9}"#, "aA1-567890", "long"),
        (#"{"banned":["Winter","acme"]}"#, "ACME-12345-x", "banned"),
        (#"{"banned":[""]}"#, "aA1-5678", "200"),
        (#"{"banned":[]}"#, "Contoso-1", "200"),
    ])
    func thePolicyDecides(_ policy: String, _ password: String, _ verdict: String) throws {
        let bench = try Bench()
        #expect(bench.admin("PUT", "policy", #"{"password":\#(policy)}"#).status == 200)
        #expect(bench.signUp(password: password).verdict.contains(verdict))
    }
}

@Suite("Rules for attributes")
struct AttributeRuleTests {
    private static let policy = """
        {"attributes":[
          {"name":"displayName","required":true,"regex":"^.{1,10}$"},
          {"name":"postalCode","regex":"^[0-9]{5}$"},
          {"name":"extension_x_age","type":"int","regex":"^[0-9]+$"},
          {"name":"extension_x_news","type":"boolean"},
          {"name":"extension_x_likes","type":"CheckboxMultiSelect","regex":"^(Dancing|Art)(,(Dancing|Art))*$"},
          {"name":"surname"},{"name":"extension_x_odd","regex":"("},{"name":"extension_x_evil","regex":"^(a+)+$"}]}
        """

    /// Values on top of a good display name; the names that are refused.
    static let rows: [(String, [String])] = [
        ("{}", []), (#"{"displayName":"0123456789"}"#, []),
        (#"{"displayName":"01234567890"}"#, ["displayName"]),
        (#"{"displayName":"äöüÄÖÜßéèê"}"#, []), (#"{"displayName":7}"#, ["displayName"]),
        (#"{"displayName":true}"#, ["displayName"]), (#"{"displayName":["x"]}"#, ["displayName"]),
        (#"{"displayName":"a\u0000b"}"#, ["displayName"]),
        (#"{"postalCode":"12345"}"#, []), (#"{"postalCode":"ABC"}"#, ["postalCode"]),
        (#"{"postalCode":12345}"#, ["postalCode"]), (#"{"postalCode":null}"#, []),
        (#"{"postalCode":""}"#, []),
        (#"{"extension_x_age":36}"#, []), (#"{"extension_x_age":"36"}"#, []),
        (#"{"extension_x_age":-1}"#, ["extension_x_age"]), (#"{"extension_x_age":1.5}"#, ["extension_x_age"]),
        (#"{"extension_x_age":"many"}"#, ["extension_x_age"]),
        (#"{"extension_x_age":true}"#, ["extension_x_age"]),
        (#"{"extension_x_news":true}"#, []), (#"{"extension_x_news":"false"}"#, []),
        (#"{"extension_x_news":1}"#, ["extension_x_news"]),
        (#"{"extension_x_news":"yes"}"#, ["extension_x_news"]),
        (#"{"extension_x_likes":"Dancing,Art"}"#, []),
        (#"{"extension_x_likes":"Golf"}"#, ["extension_x_likes"]),
        (#"{"extension_x_likes":["Art"]}"#, ["extension_x_likes"]),
        (#"{"nobodyAsked":{"x":1},"jobTitle":7}"#, []),
        // What PCRE2 gives no verdict on is refused.
        (#"{"extension_x_odd":"a"}"#, ["extension_x_odd"]),
        (#"{"extension_x_evil":"aaa"}"#, []),
        (#"{"extension_x_evil":"\#(String(repeating: "a", count: 40))!"}"#, ["extension_x_evil"]),
        (#"{"surname":"\#(String(repeating: "ß", count: 64))"}"#, []),
        (#"{"surname":"\#(String(repeating: "ß", count: 65))"}"#, ["surname"]),
        (#"{"surname":7,"displayName":"","postalCode":"x"}"#, ["displayName", "postalCode", "surname"]),
    ]

    @Test(arguments: rows)
    func atStartAndAtContinue(_ change: String, _ names: [String]) throws {
        let bench = try Bench()
        #expect(bench.admin("PUT", "policy", Self.policy).status == 200)
        let good = try JSON(parsing: Array(#"{"displayName":"Cy"}"#.utf8))
        let values = good.merged(with: try JSON(parsing: Array(change.utf8))).description
        let early = bench.signUp(types: "oob redirect", attributes: values)
        #expect(Self.refused(early) == names)

        let token = try bench.signUpSent(types: "oob redirect")
        let asked = bench.signUpContinue(token, "oob", try bench.newestCode())
        #expect(asked.verdict == "attributes_required 55106")
        let next = try #require(asked["continuation_token"])
        #expect(Self.refused(bench.signUpContinue(next, "attributes", values)) == names)
        if !names.isEmpty {
            #expect(bench.signUpContinue(next, "attributes", good.description).status == 200)
        }
    }

    private static func refused(_ reply: Reply) -> [String] {
        guard reply.status != 200 else { return [] }
        guard reply.verdict == "invalid_grant attribute_validation_failed",
            case .array(let items)? = reply.json?["invalid_attributes"]
        else { return [reply.text] }
        return items.map { $0["name"]?.text ?? "" }
    }

    @Test func valuesAreKeptInTheirType() throws {
        let bench = try Bench()
        bench.admin("PUT", "policy", Self.policy)
        let values =
            #"{"displayName":"Cy","extension_x_age":"036","extension_x_news":"True","jobTitle":"Painter"}"#
        let token = try bench.signUpSent(types: "oob redirect", attributes: values)
        #expect(bench.signUpContinue(token, "oob", try bench.newestCode()).status == 200)
        let users = bench.admin("GET", "users").text
        #expect(
            users.contains(
                #""attributes":{"displayName":"Cy","extension_x_age":36,"extension_x_news":true}"#))
    }

    @Test func optionalOnesAreAskedForBesideRequiredOnes() throws {
        let bench = try Bench()
        bench.admin("PUT", "policy", Self.policy)
        let token = try bench.signUpSent(types: "oob redirect", attributes: #"{"surname":"Twombly"}"#)
        let asked = bench.signUpContinue(token, "oob", try bench.newestCode())
        guard case .array(let items)? = asked.json?["required_attributes"] else {
            Issue.record("no attributes")
            return
        }
        #expect(
            items.map { $0["name"]?.text } == [
                "displayName", "postalCode", "extension_x_age", "extension_x_news", "extension_x_likes",
                "extension_x_odd", "extension_x_evil",
            ])
        #expect(items.map { $0["required"] == true } == [true] + Array(repeating: false, count: 6))
        #expect(items[2]["type"] == "int" && items[3]["type"] == "boolean" && items[3]["options"] == nil)
        #expect(items[4]["type"] == "CheckboxMultiSelect" && items[0]["options"]?["regex"] == "^.{1,10}$")
    }

    @Test func onlyOptionalOnesAreNotAskedForAnyMore() throws {
        let bench = try Bench()
        bench.admin("PUT", "policy", #"{"attributes":[{"name":"city"}]}"#)
        let token = try bench.signUpSent(types: "oob redirect")
        #expect(bench.signUpContinue(token, "oob", try bench.newestCode()).status == 200)
    }

    @Test func typesOfThePolicyAreKnownOnes() throws {
        let bench = try Bench()
        let reply = bench.admin("PUT", "policy", #"{"attributes":[{"name":"x","type":"date"}]}"#)
        #expect(reply.status == 400 && reply.text.contains("attributes[0].type"))
    }
}
