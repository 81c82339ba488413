import TestSupport
import Testing
import TophhieCloudAuthentication
import Wire

@testable import DevTenant

/// Every endpoint of every native flow meets every answer of the protocol reference's section 11.
@Suite struct OutcomeMatrixTests {
    @Test("Each answer is told as the table says, wherever it comes", arguments: Station.all)
    func tells(_ station: Station) async throws {
        var told: Set<String> = []
        for row in OutcomeRow.all {
            let tenant = PaperTenant()
            let native = TophhieNativeAuth()
            try native.configure(tenant.configuration())
            let call = try await station.reach(native) { _ in "12345678" }
            tenant.plan(row.answer, at: station.endpoint)
            let outcome: Told
            do {
                try await call()
                outcome = .nothing
            } catch { outcome = Told(error) }
            told.insert("\(outcome)")
            #expect(tenant.isPlayed, "\(row.testDescription): the answer was never asked for")
            #expect(outcome == row.expected(at: station), "\(row.testDescription)")
        }
        #expect(told.count > 10)
    }

    @Test("No method that can be done here is noMatchingAuthMethod")
    func noMethods() async throws {
        let voice = #"{"id":"v","challenge_type":"oob","challenge_channel":"voice"}"#
        let key = #"{"id":"k","challenge_type":"fido","challenge_channel":"email"}"#
        for methods in ["", voice, key] {
            for (email, endpoint) in [
                ("alan@example.com", Endpoint.introspect), ("joan@example.com", .registerIntrospect),
            ] {
                let tenant = PaperTenant()
                let native = TophhieNativeAuth()
                try native.configure(tenant.configuration())
                tenant.plan(
                    .reply(#"{"continuation_token":"c","methods":[\#(methods)]}"#), at: endpoint)
                await #expect {
                    try await native.signIn(email: email, password: "x")
                } throws: { Told($0) == .noMatchingAuthMethod }
            }
        }
    }

    @Test("The table is complete: each endpoint, word and rule, and each case of both enums")
    func isComplete() {
        let cells = Station.all.count * OutcomeRow.all.count
        print("outcome matrix: \(Station.all.count) calls × \(OutcomeRow.all.count) answers = \(cells)")

        let endpoints = Set(Station.all.map(\.endpoint))
        #expect(endpoints == Set(Endpoint.allCases).subtracting([.deviceAuthorization]))

        let words = OutcomeRow.all.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        let ofDevices: Set = [
            "authorization_pending", "authorization_declined", "slow_down", "bad_verification_code",
        ]
        let served =
            ProtocolFailure.Name.allCases.map(\.rawValue) + PasswordRules.Fault.allCases.map(\.rawValue)
        #expect(Set(served).subtracting(ofDevices).subtracting(words) == [])

        let native = Set(OutcomeRow.all.map(\.native).map { "\($0)".prefix { $0 != "(" } })
        let reset = Set(OutcomeRow.all.map(\.reset).map { "\($0)".prefix { $0 != "(" } })
        let shared: Set<Substring> = [
            "notConfigured", "invalidCode", "invalidPassword", "browserRequired", "underlying",
            "underlyingOther", "unknown",
        ]
        #expect(
            native.union(["invalidInput"])
                == shared.union([
                    "invalidCredentials", "invalidInput", "userNotFound", "userAlreadyExists",
                    "invalidAttributes", "noMatchingAuthMethod",
                ]))
        #expect(reset == shared.union(["notSupported"]))
    }
}
