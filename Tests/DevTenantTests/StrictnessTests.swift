import DevTenant
import Testing
import Wire

/// What Microsoft's clients insist on in a 200 body (protocol reference, section 16): each native answer of a whole
/// conversation is held against it.
@Suite("Answers that strict clients can read")
struct StrictnessTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let numbers = ["code_length", "interval", "poll_interval", "expires_in", "ext_expires_in"]
    private static let texts = [
        "continuation_token", "challenge_channel", "challenge_target_label", "challenge_target",
        "redirect_reason", "token_type", "access_token", "id_token", "refresh_token", "client_info", "scope",
    ]

    /// What is wrong with the answer; empty when nothing is.
    private static func complaints(_ reply: Reply) -> [String] {
        guard case .object(let members)? = reply.json else { return ["no object"] }
        var found: [String] = []
        for member in members {
            switch member.name {
            case "challenge_type":
                if !["password", "oob", "redirect", "preverified"].contains(member.value) {
                    found.append("type")
                }
            case "status":
                if !["in_progress", "succeeded"].contains(member.value) { found.append("status") }
            case "binding_method": if member.value != "prompt" { found.append("binding") }
            case "methods": found += methods(member.value)
            case _ where numbers.contains(member.name):
                if case .int(let number) = member.value, number > 0 { break }
                found.append(member.name)
            case _ where texts.contains(member.name):
                if member.value.text?.isEmpty != false { found.append(member.name) }
            default: found.append("unknown member \(member.name)")
            }
        }
        if reply["challenge_type"] == "oob" {
            for name in ["continuation_token", "challenge_channel", "binding_method", "code_length"]
            where reply.json?[name] == nil { found.append("no \(name)") }
            if reply["challenge_target_label"] == nil, reply["challenge_target"] == nil {
                found.append("no target")
            }
        }
        return found
    }

    private static func methods(_ value: JSON) -> [String] {
        guard case .array(let items) = value, !items.isEmpty else { return ["no methods"] }
        return items.filter {
            $0["id"]?.text?.isEmpty != false || $0["challenge_type"] != "oob"
                || !["email", "sms"].contains($0["challenge_channel"])
        }.map { "method \($0)" }
    }

    /// Goes on from answer to answer; each is checked on the way.
    private func follow(_ replies: [(String) throws -> Reply], from first: Reply) throws -> Reply {
        var reply = first
        for next in replies {
            if reply.status == 200 { #expect(Self.complaints(reply) == [], "\(reply.text)") }
            reply = try next(try #require(reply["continuation_token"], "\(reply.text)"))
        }
        #expect(Self.complaints(reply) == [], "\(reply.text)")
        return reply
    }

    @Test func signUpToRegistration() throws {
        bench.admin("PUT", "policy", #"{"registrationRequired":true}"#)
        let cy = ["username": "cy@example.com", "client_info": "true"]
        let last = try follow(
            [
                { bench.signUpChallenge($0) }, { bench.signUpContinue($0, "oob", try bench.newestCode()) },
                { bench.signUpChallenge($0) }, { bench.signUpContinue($0, "password", "Long-Enough-77") },
                { bench.signUpContinue($0, "attributes", #"{"displayName":"Cy"}"#) },
                { bench.grant("continuation_token", $0, cy) },
                { bench.post("/register/v1.0/introspect", ["continuation_token": $0]) },
                { bench.register($0, "+15555550142") }, { bench.register($0, "cy@example.com") },
                { bench.registerContinue($0, "continuation_token") },
                { bench.grant("continuation_token", $0, ["client_info": "true"]) },
            ], from: bench.signUp())
        // MSAL.js takes nothing less (section 2.4).
        for name in ["access_token", "id_token", "refresh_token", "client_info"] {
            #expect(last[name] != nil)
        }
        #expect(last["token_type"] == "Bearer")
    }

    @Test func resetToSecondFactor() throws {
        bench.admin("PUT", "policy", #"{"resetPolls":2}"#)
        let submitted = bench.submit(try bench.resetVerified("alan@example.com"), "Brand-New-88")
        #expect(Self.complaints(bench.poll(try #require(submitted["continuation_token"]))) == [])
        var id = ""
        let last = try follow(
            [
                { bench.poll($0) }, { bench.grant("continuation_token", $0) },
                {
                    let reply = bench.post("/oauth2/v2.0/introspect", ["continuation_token": $0])
                    if case .array(let methods)? = reply.json?["methods"] {
                        id = methods[1]["id"]?.text ?? ""
                    }
                    return reply
                },
                { bench.post("/oauth2/v2.0/challenge", ["continuation_token": $0, "id": id]) },
                { bench.grant("mfa_oob", $0, ["oob": try bench.newestCode()]) },
            ], from: submitted)
        #expect(last["access_token"] != nil)
    }

    @Test func redirectsSayNothingElse() throws {
        let replies = [
            bench.signUp("linus@example.com"), bench.signUp(types: "redirect"),
            bench.reset("ada@example.com", types: "redirect"), bench.initiate("linus@example.com"),
        ]
        for reply in replies {
            #expect(reply.verdict == "redirect" && reply["continuation_token"] == nil)
            #expect(Self.complaints(reply) == [])
        }
    }
}
