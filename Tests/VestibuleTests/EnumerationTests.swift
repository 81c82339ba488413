import AuthFlow
import DevTenant
import FoundationEssentials
import Screens
import Synchronization
import TestSupport
import Testing
import TophhieCloudAuthentication
import Wire

/// How long a refusal takes to be on screen must not tell whether there is such an account.
///
/// Whole sign-ins, from the submitted form to the refusal, on a clock that is moved by what each answer would take.
/// The latencies are modelled on a service for which an unknown address is much less work than a password.
@Suite("Enumeration by time") struct EnumerationTests {
    private static let attempts = 200

    @Test("VB-39 a wrong password and an unknown address take the same time, with the gate's refusalSeconds")
    func indistinguishable() async throws {
        let held = try await area(refusalDelay: .milliseconds(2500))
        #expect((0.44...0.56).contains(held), "the area under the curve is \(held)")
    }

    @Test("VB-39 without a moment of its own the same refusals can be told apart: the measure works")
    func distinguishable() async throws {
        let early = try await area(refusalDelay: nil)
        #expect(early > 0.95, "the area under the curve is \(early)")
    }

    /// The probability that a wrong password takes longer than an unknown address: 0.5 tells nothing.
    private func area(refusalDelay: Duration?) async throws -> Double {
        let known = try await times("ada@example.com", refusalDelay, seed: 1)
        let unknown = try await times("eve@example.com", refusalDelay, seed: 2)
        var wins = 0.0
        for long in known {
            for short in unknown { wins += long > short ? 1 : long == short ? 0.5 : 0 }
        }
        return wins / Double(known.count * unknown.count)
    }

    /// The times from submit to refusal, each of a sign-in begun anew.
    private func times(_ address: String, _ delay: Duration?, seed: UInt64) async throws -> [Duration] {
        let tenant = try TestTenant()
        try #require(tenant.admin("PUT", "policy", #"{"lockoutAfter":1000}"#).status == 200)
        let chance = Chance(seed: seed)
        var configuration = try tenant.configuration()
        let clock = tenant.time
        configuration.transport = Slow(InProcessTransport(tenant.tenant), clock, chance)
        configuration.time.sleep = { clock.advance(by: $0) }
        configuration.time.chance = { chance.fraction() }
        let client = try Client(configuration)

        var times: [Duration] = []
        for _ in 0..<Self.attempts {
            times.append(try await refusal(of: address, delay, client, clock))
            clock.advance(by: .seconds(1))
        }
        return times
    }

    private func refusal(
        of address: String, _ delay: Duration?, _ client: Client, _ clock: ManualTime
    ) async throws -> Duration {
        var signIn = SignInOptions(scopes: withOpenIDScopes(["User.Read"]), concealsAccounts: true)
        signIn.refusalDelay = delay
        let options = AppOptions(
            mode: .login, signIn: signIn, tenantName: "contoso", serviceHost: "127.0.0.1", hostName: "here")
        var state = AppState(options: options, size: Size(columns: 80, rows: 24), at: clock.elapsed)
        let runner = FlowRunner(client)
        _ = state.handle(.flow(.started), at: clock.elapsed)
        _ = state.handle(.filled(.email, Secret(address)), at: clock.elapsed)
        _ = state.handle(.filled(.password, Secret("Wrong-Pass-1")), at: clock.elapsed)
        let submitted = clock.elapsed
        var orders = state.handle(.activated(.submit), at: clock.elapsed)[...]
        while let order = orders.popFirst() {
            guard case .flow(let effect) = order, let fact = await runner.perform(effect) else { continue }
            orders += state.handle(.flow(fact), at: clock.elapsed)
        }
        let words = try Self.english()
        let isRefused = Screen(state, words).elements.contains {
            if case .notice(let notice) = $0 { notice.kind == .error } else { false }
        }
        try #require(isRefused && !state.isBusy)
        return clock.elapsed - submitted
    }

    private static func english() throws -> Strings {
        Strings(Array("problem.invalidCredentials = Not right.".utf8))
    }

    /// A generator whose numbers are the same in every run (SplitMix64).
    private final class Chance: Sendable {
        private let state: Mutex<UInt64>

        init(seed: UInt64) { state = Mutex(seed &* 0x9E37_79B9_7F4A_7C15) }

        func fraction() -> Double {
            let bits = state.withLock { state -> UInt64 in
                state &+= 0x9E37_79B9_7F4A_7C15
                var z = state
                z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
                z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
                return z ^ (z >> 31)
            }
            return Double(bits >> 11) / Double(1 << 53)
        }
    }

    /// Every answer takes its time; the slowest path of all stays below the refusal's moment.
    private struct Slow: Transport {
        let inner: InProcessTransport
        let clock: ManualTime
        let chance: Chance

        init(_ inner: InProcessTransport, _ clock: ManualTime, _ chance: Chance) {
            self.inner = inner
            self.clock = clock
            self.chance = chance
        }

        func send(
            _ request: TophhieCloudAuthentication.HTTPRequest
        ) async throws(TransportError) -> TophhieCloudAuthentication.HTTPResponse {
            let (least, spread): (Double, Double) =
                switch request.url.lastPathComponent {
                case "initiate": (120, 180)
                case "challenge": (90, 140)
                // A password is hashed.
                case "token": (350, 600)
                default: (40, 60)
                }
            clock.advance(by: .milliseconds(least + spread * chance.fraction()))
            return try await inner.send(request)
        }
    }
}
