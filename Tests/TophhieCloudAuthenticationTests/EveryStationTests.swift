import DevTenant
import TestSupport
import Testing
import TophhieCloudAuthentication
import Wire

/// What holds at every endpoint of every native flow, against the dev tenant.
@Suite struct EveryStationTests {
    private func reached(_ station: Station) async throws -> (TestTenant, Station.Call) {
        let tenant = try TestTenant()
        let native = TophhieNativeAuth()
        var configuration = try tenant.configuration(capabilities: [.mfaRequired, .registrationRequired])
        configuration.store = MemoryTokenStore()
        try native.configure(configuration)
        return (tenant, try await station.reach(native) { tenant.code(to: $0) ?? "" })
    }

    /// Its call, while whatever it waits for comes at once.
    private func run(_ call: @escaping Station.Call, _ station: Station, _ tenant: TestTenant) async throws {
        guard station.endpoint == .resetPoll || station.endpoint == .resetSubmit else {
            return try await call()
        }
        async let done: Void = call()
        await tenant.time.untilAsleep()
        tenant.time.advance(by: .seconds(1))
        try await done
    }

    @Test("Without faults each call goes on", arguments: Station.all)
    func goesOn(_ station: Station) async throws {
        let (tenant, call) = try await reached(station)
        try await run(call, station, tenant)
        #expect(tenant.requests().contains { $0.hasSuffix(station.endpoint.rawValue) })
    }

    @Test("VB-49 a redirect is browserRequired everywhere", arguments: Station.all)
    func redirects(_ station: Station) async throws {
        let (tenant, call) = try await reached(station)
        _ = tenant.admin(
            "POST", "faults",
            """
            {"path":"\(station.endpoint.rawValue)","status":200,
            "body":{"challenge_type":"redirect","redirect_reason":"why"}}
            """)
        await #expect {
            if station.endpoint == .resetPoll {
                try await run(call, station, tenant)
            } else {
                try await call()
            }
        } throws: { Told($0) == .browserRequired }
    }

    @Test(
        "A cancelled task throws CancellationError everywhere, and asks nothing more", arguments: Station.all)
    func cancels(_ station: Station) async throws {
        let (tenant, call) = try await reached(station)
        _ = tenant.admin(
            "POST", "faults",
            """
            {"path":"\(station.endpoint.rawValue)","status":429,"headers":{"Retry-After":"3"},"body":{}}
            """)
        let task = Task { try await call() }
        await tenant.time.untilAsleep()
        if station.endpoint == .resetPoll {
            // The first wait is the interval, the second the service's own.
            tenant.time.advance(by: .seconds(1))
            await tenant.time.untilAsleep()
        }
        let asked = tenant.requests().count
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(tenant.requests().count == asked)
    }
}
