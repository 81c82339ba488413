import AuthFlow
import Glibc
import Screens
import Synchronization
import Terminal
import TestSupport
import Testing
import TophhieCloudAuthentication
import Wire

@testable import vestibule

@Suite("Event loop") @MainActor struct EventLoopTests {
    private let bell: TestBell

    init() throws { bell = try #require(TestBell()) }

    private static let signIn: [AppEvent] = [
        .filled(.email, Secret("ada@example.com")), .filled(.password, Secret("Lovelace-1843")),
        .activated(.submit),
    ]

    private func state(_ mode: AppOptions.Mode = .login) -> AppState {
        let signIn = SignInOptions(scopes: withOpenIDScopes(["User.Read"]), concealsAccounts: true)
        let options = AppOptions(
            mode: mode, signIn: signIn, tenantName: "contoso", serviceHost: "127.0.0.1", hostName: "here")
        return AppState(options: options, size: Size(columns: 80, rows: 24), at: .zero)
    }

    private func loop(
        _ frontEnd: any FrontEnd, _ orders: Orders, mode: AppOptions.Mode = .login, lifelines: [Int32] = [],
        time: TimeSource = ManualTime().source, executor: LoopExecutor = LoopExecutor()
    ) throws -> EventLoop {
        let settings = try SettingsChain(machineFile: nil, environment: { _ in nil }).settings()
        return EventLoop(
            state(mode), frontEnd, bell.bell, orders, Wording.strings(settings), lifelines: lifelines,
            time: time, executor: executor)
    }

    /// Orders that nobody carries out but those given.
    private func orders(
        performer: any EffectPerformer = Deaf(),
        save: @escaping @Sendable (TokenSet) async -> AppEvent? = { _ in nil },
        warmUp: @escaping @Sendable () -> Void = {}
    ) -> Orders {
        Orders(
            performer: { _ in performer }, save: save, signOut: { .account(.signedOut) },
            readMailbox: { .received([]) }, warmUp: warmUp)
    }

    /// Never answers; counts who gave up waiting for it.
    private struct Deaf: EffectPerformer {
        var cancelled = Counter()
        var isAsked: @Sendable () -> Void = {}

        func perform(_ effect: FlowEffect) async -> FlowEvent? {
            isAsked()
            let (stream, end) = AsyncStream<Void>.makeStream()
            await withTaskCancellationHandler {
                for await _ in stream {}
            } onCancel: {
                cancelled.add()
                end.finish()
            }
            return nil
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test("a sign-in goes through, is saved before the end, and is painted once per burst of facts")
    func signsIn() throws {
        let tenant = try TestTenant()
        let client = try Client(tenant.configuration())
        let frontEnd = FakeFrontEnd([Self.signIn]) { [bell] in bell.ring() }
        let (saved, warmed) = (Counter(), Counter())
        let loop = try loop(
            frontEnd,
            orders(
                performer: FlowRunner(client),
                save: { _ in
                    for _ in 0..<100 { await Task.yield() }
                    saved.add()
                    return nil
                }, warmUp: { warmed.add() }))
        guard case .exit(.signedIn(let tokens)) = loop.run() else {
            Issue.record("no sign-in")
            return
        }
        #expect(tokens.identity.username == "ada@example.com")
        #expect(saved.value == 1)
        #expect(warmed.value == 1)
        #expect(loop.lateTrouble == nil)
        // The form, then after three facts at once the busy form; at most one picture for each answer after it.
        #expect(frontEnd.shown.first?.isBusy == false)
        #expect(frontEnd.shown.dropFirst().allSatisfy { $0.isBusy })
        #expect(frontEnd.closings > 0)
        #expect(tenant.requests().count == 3)
    }

    @Test("tokens that cannot be kept are told after the end")
    func notKept() throws {
        let client = try Client(TestTenant().configuration())
        let frontEnd = FakeFrontEnd([Self.signIn]) { [bell] in bell.ring() }
        let loop = try loop(
            frontEnd, orders(performer: FlowRunner(client), save: { _ in .account(.notKept("No room.")) }))
        guard case .exit(.signedIn) = loop.run() else {
            Issue.record("no sign-in")
            return
        }
        #expect(loop.lateTrouble == "No room.")
    }

    @Test(
        "a signal in the moment of saving waits for it and counts then, a second one does not wait",
        arguments: [([Signal.terminate], true), ([.hangUp], true), ([.terminate, .hangUp], false)])
    func savesBeforeASignal(_ signals: [Signal], isSaved: Bool) throws {
        let client = try Client(TestTenant().configuration())
        let frontEnd = FakeFrontEnd([Self.signIn]) { [bell] in bell.ring() }
        let (saved, begun) = (Counter(), Counter())
        let time = ManualTime()
        let loop = try loop(
            frontEnd,
            orders(
                performer: FlowRunner(client),
                save: { [bell] _ in
                    begun.add()
                    for signal in signals { bell.send(signal) }
                    while !bell.isQuiet { await Task.yield() }
                    let (stream, end) = AsyncStream<Void>.makeStream()
                    if isSaved { end.finish() }
                    for await _ in stream {}
                    if isSaved { saved.add() }
                    return nil
                }), time: time.source)
        #expect(loop.run() == .signal(signals[0]))
        #expect(begun.value == 1)
        #expect(saved.value == (isSaved ? 1 : 0))
    }

    @Test("the end waits for the store, however long it waits for another process, and tells what it says")
    func waitsForTheStore() throws {
        let client = try Client(TestTenant().configuration())
        let frontEnd = FakeFrontEnd([Self.signIn]) { [bell] in bell.ring() }
        let (time, executor) = (ManualTime(), LoopExecutor())
        let loop = try loop(
            frontEnd,
            orders(
                performer: FlowRunner(client),
                save: { _ in
                    time.advance(by: .seconds(5))
                    // As the store does between its tries: only a turn of the loop wakes it.
                    try? await executor.sleep(for: .milliseconds(1))
                    return .account(.notKept("Another process is at it."))
                }), time: time.source, executor: executor)
        guard case .exit(.signedIn) = loop.run() else {
            Issue.record("no sign-in")
            return
        }
        #expect(loop.lateTrouble == "Another process is at it.")
    }

    @Test("Ctrl-C in the moment of saving hides no sign-in that is kept, a second one ends at once")
    func interruptsSaving() throws {
        let client = try Client(TestTenant().configuration())
        for count in 1...2 {
            let frontEnd = FakeFrontEnd([Self.signIn]) { [bell] in bell.ring() }
            let loop = try loop(
                frontEnd,
                orders(
                    performer: FlowRunner(client),
                    save: { [bell] _ in
                        for _ in 0..<count { bell.send(.interrupt) }
                        while !bell.isQuiet { await Task.yield() }
                        let (stream, end) = AsyncStream<Void>.makeStream()
                        if count == 1 { end.finish() }
                        for await _ in stream {}
                        return nil
                    }))
            let ending = loop.run()
            if count == 1, case .exit(.signedIn) = ending { continue }
            #expect(count == 2 && ending == .signal(.interrupt))
        }
    }

    @Test("VB-19 a terminal that goes away in the moment of saving leaves it a second")
    func hangsUpWhileSaving() throws {
        var pair: [Int32] = [-1, -1]
        try #require(pipe(&pair) == 0)
        let (kept, other) = (pair[0], pair[1])
        defer { close(kept) }
        let client = try Client(TestTenant().configuration())
        let frontEnd = FakeFrontEnd([Self.signIn]) { [bell] in bell.ring() }
        let time = ManualTime()
        let loop = try loop(
            frontEnd,
            orders(
                performer: FlowRunner(client),
                save: { [bell] _ in
                    close(other)
                    bell.ring()
                    while !Task.isCancelled {
                        time.advance(by: .seconds(1))
                        await Task.yield()
                    }
                    return nil
                }), lifelines: [kept], time: time.source)
        #expect(loop.run() == .signal(.hangUp))
    }

    /// The tenant's answers; the tokens come together with the end of a lifeline.
    private struct LastWords: EffectPerformer {
        let runner: FlowRunner
        let lifeline: Int32

        func perform(_ effect: FlowEffect) async -> FlowEvent? {
            let fact = await runner.perform(effect)
            if case .authenticated = fact { close(lifeline) }
            return fact
        }
    }

    @Test(
        "VB-19 a terminal that goes away with the last answer leaves saving a second, and what was kept in it counts",
        arguments: [true, false])
    func hangsUpBeforeSaving(isKept: Bool) throws {
        var pair: [Int32] = [-1, -1]
        try #require(pipe(&pair) == 0)
        defer { close(pair[0]) }
        let client = try Client(TestTenant().configuration())
        let frontEnd = FakeFrontEnd([Self.signIn]) { [bell] in bell.ring() }
        let time = ManualTime()
        let loop = try loop(
            frontEnd,
            orders(
                performer: LastWords(runner: FlowRunner(client), lifeline: pair[1]),
                save: { [bell] _ in
                    while !isKept, !Task.isCancelled {
                        time.advance(by: .seconds(1))
                        bell.ring()
                        await Task.yield()
                    }
                    return nil
                }), lifelines: [pair[0]], time: time.source)
        let ending = loop.run()
        if isKept, case .exit(.signedIn) = ending { return }
        #expect(!isKept && ending == .signal(.hangUp))
    }

    @Test("a signal that comes with the end of a stop is heard before anything is painted")
    func endsAfterAStop() throws {
        let frontEnd = FakeFrontEnd([[.key(.control("z"))]]) { [bell] in bell.ring() }
        frontEnd.whileStopped = { [bell] in bell.send(.terminate) }
        #expect(try loop(frontEnd, orders()).run() == .signal(.terminate))
        #expect(frontEnd.shown.count == 1)
    }

    @Test("VB-36 Esc gives a running request up, the form is back, and the next Esc leaves")
    func givesUp() throws {
        let deaf = Deaf()
        let frontEnd = FakeFrontEnd([Self.signIn, [.key(.escape)]]) { [bell] in bell.ring() }
        let busy = BusyEscape(frontEnd) { [bell] in bell.ring() }
        #expect(try loop(busy, orders(performer: deaf)).run() == .exit(.cancelled))
        #expect(frontEnd.shown.map(\.isBusy) == [false, true, false])
        #expect(frontEnd.shown.first?.title == frontEnd.shown.last?.title)
    }

    @Test(
        "VB-16 VB-18 a signal ends it at once, with requests given up",
        arguments: [
            Signal.terminate, .hangUp, .interrupt,
        ])
    func signals(_ signal: Signal) throws {
        let deaf = Deaf { [bell] in bell.send(signal) }
        let frontEnd = FakeFrontEnd([]) { [bell] in bell.ring() }
        let loop = try loop(frontEnd, orders(performer: deaf), mode: .deviceCode)
        #expect(loop.run() == .signal(signal))
        #expect(frontEnd.closings > 0)
        #expect(deaf.cancelled.value == 1)
    }

    @Test("VB-19 the end of a lifeline ends it as a hang-up, though nobody reads there")
    func hangUp() throws {
        var pair: [Int32] = [-1, -1]
        try #require(pipe(&pair) == 0)
        close(pair[1])
        defer { close(pair[0]) }
        let frontEnd = FakeFrontEnd([]) { [bell] in bell.ring() }
        let loop = try loop(frontEnd, orders(), mode: .deviceCode, lifelines: [pair[0]])
        #expect(loop.run() == .signal(.hangUp))
    }

    /// Gives a device code, and says 0.3 seconds after each poll that the person is not done.
    private final class Pending: EffectPerformer {
        private let clock: ManualTime
        private let asked = Mutex<[Duration]>([])

        init(_ clock: ManualTime) { self.clock = clock }

        var polls: [Duration] { asked.withLock { $0 } }

        func perform(_ effect: FlowEffect) async -> FlowEvent? {
            guard case .send(let id, let request) = effect else { return nil }
            if case .deviceAuthorize = request {
                let grant = DeviceGrant(
                    deviceCode: Secret("d"), userCode: "ABCD-EFGH",
                    verificationURI: "https://example.com/device", expiresIn: .seconds(900),
                    interval: .seconds(5))
                return .replied(id, .device(grant))
            }
            asked.withLock { $0.append(clock.elapsed) }
            clock.advance(by: .milliseconds(300))
            return .refused(id, WireError(status: 400, error: "authorization_pending"))
        }
    }

    /// Wakes the loop ten times a second, on a clock that each screen moves, and leaves after three polls.
    @MainActor
    private final class Restless: FrontEnd {
        private let clock: ManualTime
        private let performer: Pending
        private let ring: @Sendable () -> Void

        init(_ clock: ManualTime, _ performer: Pending, ring: @escaping @Sendable () -> Void) {
            self.clock = clock
            self.performer = performer
            self.ring = ring
        }

        let descriptor: Int32? = nil

        func events() -> [AppEvent] { performer.polls.count == 3 ? [.endRequested] : [] }

        func show(_ screen: Screen) {
            clock.advance(by: .milliseconds(100))
            ring()
        }

        func redraw() {}
        func suspend() {}
        func printPlainly(_ lines: [String]) {}
        func close() {}
    }

    @Test("a poll comes its interval after the answer before it, never early")
    func polls() throws {
        let clock = ManualTime()
        let performer = Pending(clock)
        let restless = Restless(clock, performer) { [bell] in bell.ring() }
        let loop = try loop(restless, orders(performer: performer), mode: .deviceCode, time: clock.source)
        #expect(loop.run() == .exit(.cancelled))
        try #require(performer.polls.count == 3)
        for (poll, before) in zip(performer.polls, [.milliseconds(100)] + performer.polls) {
            let wait = poll - before
            #expect(wait >= .seconds(5) && wait <= .seconds(5.6), "\(wait)")
        }
    }

    @Test("VB-34 nothing is sent before the person asks for it")
    func silent() throws {
        let tenant = try TestTenant()
        let client = try Client(tenant.configuration())
        let frontEnd = FakeFrontEnd([[.key(.escape)]]) { [bell] in bell.ring() }
        #expect(try loop(frontEnd, orders(performer: FlowRunner(client))).run() == .exit(.cancelled))
        #expect(tenant.requests().isEmpty)
    }
}
