import DevTenant
import Testing
import Wire

/// Every step of every flow against every request that takes a continuation token: each pair that the protocol does
/// not have is refused, and costs the token nothing.
@Suite("A token is good for its own step only")
struct ContinuationBindingTests {
    /// `flow step`, with what the service waits for there and how a test gets there.
    enum Place: String, CaseIterable, Sendable {
        case signInStarted, signInPassword, signInCode
        case factorDue, factorShown, factorCode
        case registrationDue, registrationShown, registrationCode, registrationPreverified, registrationDone
        case signUpStarted, signUpCode, signUpCredential, signUpPassword, signUpAttributes, signUpDone
        case resetStarted, resetCode, resetVerified, resetSubmitted, resetDone
    }

    enum Door: String, CaseIterable, Sendable {
        case challenge, introspect, password, oob, mfaOob, continuation
        case signUpChallenge, signUpCode, signUpPassword, signUpAttributes
        case resetChallenge, resetContinue, resetSubmit, resetPoll
        case registerIntrospect, registerChallenge, registerCode, registerPreverified

        /// The places that the request goes on from.
        var places: Set<Place> {
            switch self {
            case .challenge: [.signInStarted, .signInPassword, .signInCode, .factorShown, .factorCode]
            case .introspect: [.factorDue, .factorShown, .factorCode]
            case .password: [.signInPassword]
            case .oob: [.signInCode]
            case .mfaOob: [.factorCode]
            case .continuation: [.registrationDone, .signUpDone, .resetDone]
            case .signUpChallenge: [.signUpStarted, .signUpCode, .signUpCredential, .signUpPassword]
            case .signUpCode: [.signUpCode]
            case .signUpPassword: [.signUpPassword]
            case .signUpAttributes: [.signUpStarted, .signUpCode, .signUpAttributes]
            case .resetChallenge: [.resetStarted, .resetCode]
            case .resetContinue: [.resetCode]
            case .resetSubmit: [.resetVerified, .resetSubmitted]
            case .resetPoll: [.resetSubmitted]
            case .registerIntrospect:
                [.registrationDue, .registrationShown, .registrationCode, .registrationPreverified]
            case .registerChallenge: [.registrationShown, .registrationCode, .registrationPreverified]
            case .registerCode: [.registrationCode]
            case .registerPreverified: [.registrationPreverified]
            }
        }

        /// How the request is refused elsewhere; the right endpoint with another grant has its own words.
        func refusal(at place: Place) -> String {
            switch (self, place) {
            case (.password, .signInCode): "invalid_grant 400002"
            case (.challenge, .factorDue): "invalid_request introspect_required"
            case (.signUpCode, .signUpPassword), (.signUpCode, .signUpAttributes),
                (.signUpPassword, .signUpCode), (.signUpPassword, .signUpAttributes),
                (.signUpAttributes, .signUpPassword), (.registerCode, .registrationPreverified),
                (.registerPreverified, .registrationCode):
                "invalid_grant"
            default: "invalid_request 55200"
            }
        }

        func knock(_ bench: Bench, _ token: String) -> Reply {
            let only = ["continuation_token": token]
            switch self {
            case .challenge: return bench.post("/oauth2/v2.0/challenge", only)
            case .introspect: return bench.post("/oauth2/v2.0/introspect", only)
            case .password: return bench.grant("password", token, ["password": "x"])
            case .oob: return bench.grant("oob", token, ["oob": "x"])
            case .mfaOob: return bench.grant("mfa_oob", token, ["oob": "x"])
            case .continuation:
                return bench.grant("continuation_token", token, ["username": "cy@example.com"])
            case .signUpChallenge: return bench.signUpChallenge(token)
            case .signUpCode: return bench.signUpContinue(token, "oob", "x")
            case .signUpPassword: return bench.signUpContinue(token, "password", "x")
            case .signUpAttributes: return bench.signUpContinue(token, "attributes", "{}")
            case .resetChallenge: return bench.post("/resetpassword/v1.0/challenge", only)
            case .resetContinue: return bench.resetContinue(token, "x")
            case .resetSubmit: return bench.submit(token, "x")
            case .resetPoll: return bench.poll(token)
            case .registerIntrospect: return bench.post("/register/v1.0/introspect", only)
            case .registerChallenge: return bench.register(token, "a@example.com")
            case .registerCode: return bench.registerContinue(token, "oob", code: "x")
            case .registerPreverified: return bench.registerContinue(token, "continuation_token")
            }
        }
    }

    private static let secret = "Long-Enough-77"

    /// A token that waits at `place`.
    private func token(at place: Place, _ bench: Bench) throws -> String {
        switch place {
        case .signInStarted: return try #require(bench.initiate("ada@example.com")["continuation_token"])
        case .signInPassword: return try bench.challenged("ada@example.com")
        case .signInCode: return try bench.challenged("grace@example.com")
        case .factorDue: return try bench.handed("alan@example.com", "Enigma-1912")
        case .factorShown: return try bench.methods(token(at: .factorDue, bench)).token
        case .factorCode:
            let (token, ids) = try bench.methods(token(at: .factorDue, bench))
            return try bench.next("/oauth2/v2.0/challenge", ["continuation_token": token, "id": ids[0]])
        case .registrationDue: return try bench.handed("joan@example.com", "Station-X-40")
        case .registrationShown: return try bench.registering(token(at: .registrationDue, bench))
        case .registrationCode:
            let shown = try token(at: .registrationShown, bench)
            return try #require(bench.register(shown, "joan@example.com")["continuation_token"])
        case .registrationPreverified:
            bench.admin("PUT", "policy", #"{"registrationRequired":true}"#)
            let done = try token(at: .signUpDone, bench)
            let handed = bench.grant("continuation_token", done, ["username": "cy@example.com"])
            let shown = try bench.registering(try #require(handed["continuation_token"]))
            return try #require(bench.register(shown, "cy@example.com")["continuation_token"])
        case .registrationDone:
            let code = try token(at: .registrationCode, bench)
            let done = bench.registerContinue(code, "oob", code: try bench.newestCode())
            return try #require(done["continuation_token"])
        case .signUpStarted: return try #require(bench.signUp()["continuation_token"])
        case .signUpCode: return try bench.signUpSent()
        case .signUpCredential:
            let sent = try token(at: .signUpCode, bench)
            return try #require(
                bench.signUpContinue(sent, "oob", try bench.newestCode())["continuation_token"])
        case .signUpPassword:
            let due = try token(at: .signUpCredential, bench)
            return try #require(bench.signUpChallenge(due)["continuation_token"])
        case .signUpAttributes:
            let asked = try token(at: .signUpPassword, bench)
            return try #require(
                bench.signUpContinue(asked, "password", Self.secret)["continuation_token"])
        case .signUpDone:
            let due = try token(at: .signUpAttributes, bench)
            let made = bench.signUpContinue(due, "attributes", #"{"displayName":"Cy"}"#)
            return try #require(made["continuation_token"])
        case .resetStarted: return try #require(bench.reset("ada@example.com")["continuation_token"])
        case .resetCode: return try bench.resetSent("ada@example.com")
        case .resetVerified: return try bench.resetVerified("ada@example.com")
        case .resetSubmitted:
            let verified = try token(at: .resetVerified, bench)
            return try #require(bench.submit(verified, Self.secret)["continuation_token"])
        case .resetDone:
            let submitted = try token(at: .resetSubmitted, bench)
            return try #require(bench.poll(submitted)["continuation_token"])
        }
    }

    @Test(arguments: Place.allCases)
    func matrix(_ place: Place) throws {
        let bench = try Bench()
        let token = try token(at: place, bench)
        for door in Door.allCases where !door.places.contains(place) {
            let reply = door.knock(bench, token)
            #expect(reply.verdict == door.refusal(at: place), "\(door) at \(place)")
            #expect(reply["continuation_token"] == nil, "\(door) at \(place)")
        }
        // The token has lost nothing by that: a door that is open to it still is.
        let open = try #require(Door.allCases.first { $0.places.contains(place) })
        let verdict = open.knock(bench, token).verdict
        #expect(!verdict.contains("55200") && verdict != "invalid_grant", "\(open) at \(place): \(verdict)")
    }

    /// Each door is open where the table says so.
    @Test(arguments: Door.allCases)
    func everyDoorOpens(_ door: Door) throws {
        #expect(!door.places.isEmpty)
        for place in door.places {
            let bench = try Bench()
            let verdict = door.knock(bench, try token(at: place, bench)).verdict
            #expect(
                !verdict.contains("55200") && verdict != "invalid_grant", "\(door) at \(place): \(verdict)")
        }
    }

    /// An application that the token was not made for, a token that is late, and none: at every door.
    @Test(arguments: Door.allCases)
    func tokensAreCheckedAtEveryDoor(_ door: Door) throws {
        let bench = try Bench()
        let place = try #require(door.places.sorted { $0.rawValue < $1.rawValue }.first)
        let token = try token(at: place, bench)
        let refused = door.knock(bench, "nonsense")
        #expect(refused.verdict == "invalid_request 55200")
        for name in ["error", "error_description", "timestamp", "trace_id", "correlation_id"] {
            #expect(refused[name] != nil, "\(name)")
        }
        #expect(door.knock(bench, "").verdict == "invalid_request 90100")
        bench.advance(600)
        #expect(door.knock(bench, token).verdict == "expired_token 552003")
    }
}
