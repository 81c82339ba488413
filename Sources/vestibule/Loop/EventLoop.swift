import AuthFlow
import Glibc
import Screens
import Synchronization
import Terminal
import TophhieCloudAuthentication

/// The program's one loop: facts from the terminal, from signals and from finished orders go into ``AppState``,
/// its orders come out and run as tasks, and what it looks like is shown once all facts are taken.
///
/// It waits in `poll`, and wakes for nothing but a fact or the state's next tick. It decides nothing.
@MainActor
final class EventLoop {
    /// Why it ended.
    enum Ending: Equatable, Sendable {
        case exit(ExitReason)
        case signal(Signal)
    }

    private(set) var state: AppState
    private let frontEnd: any FrontEnd
    private let bell: Bell
    private let orders: Orders
    private let elapsed: @Sendable () -> Duration
    private let strings: Strings
    /// The descriptors without whose other end nobody is there: watched for hang-up, though not for input.
    private let lifelines: [Int32]
    private let mailbox = Mutex<[AppEvent]>([])
    /// Requests and waits by their number: the state gives each a number of its own.
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var mailboxReading: Task<Void, Never>?
    /// Saving and signing out: these are never cut off at once.
    private var finishing: [Task<Void, Never>] = []
    private let unfinished = Mutex(0)
    private var tick: Duration?
    private var isWarm = false
    private var isHungUp = false
    private var ending: Ending?
    /// What could not be kept or forgotten, when it turned out after the last screen.
    private(set) var lateTrouble: String?

    init(
        _ state: AppState, _ frontEnd: any FrontEnd, _ bell: Bell, _ orders: Orders, _ strings: Strings,
        lifelines: [Int32] = [], elapsed: @escaping @Sendable () -> Duration
    ) {
        self.lifelines = lifelines
        self.state = state
        self.frontEnd = frontEnd
        self.bell = bell
        self.orders = orders
        self.strings = strings
        self.elapsed = elapsed
    }

    /// Runs until the state, a signal or the end of the terminal ends it. The front end is closed then, and nothing
    /// runs any more but for what is being saved, which gets two seconds.
    func run() -> Ending {
        defer { frontEnd.close() }
        tell(.flow(.started))
        while ending == nil {
            takeFacts()
            if ending != nil { break }
            frontEnd.show(Screen(state, strings))
            tick = state.nextTick(after: elapsed())
            wait()
        }
        for task in tasks.values { task.cancel() }
        mailboxReading?.cancel()
        frontEnd.close()
        finishSaving()
        return ending ?? .exit(.cancelled)
    }

    private func finishSaving() {
        // After a hang-up the whole process is to be gone within two seconds.
        var patience = Duration.seconds(2)
        if case .signal = ending { patience = .seconds(1) }
        let limit = elapsed() + patience
        while unfinished.withLock({ $0 }) > 0, elapsed() < limit {
            var rope = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&rope, 1, 100)
            if bell.pending().contains(where: { $0 == .terminate || $0 == .hangUp }) { return }
        }
        for task in finishing { task.cancel() }
        for case .account(let event) in mailbox.withLock({ $0 }) {
            switch event {
            case .notKept(let reason), .notSignedOut(let reason): lateTrouble = reason
            case .signedOut: break
            }
        }
    }

    // MARK: - Facts

    private func takeFacts() {
        for signal in bell.pending() {
            switch signal {
            // The Ctrl-C of a terminal that reads lines; a full screen gets it as a key.
            case .interrupt where state.options.isPlain: tell(.key(.control("c")))
            case .interrupt, .terminate, .hangUp: ending = .signal(signal)
            // The front end finds out by itself.
            case .continued, .windowChanged: break
            }
        }
        for event in frontEnd.events() { tell(event) }
        let arrived = mailbox.withLock { events in
            defer { events = [] }
            return events
        }
        for event in arrived { tell(event) }
        if let tick, tick <= elapsed() { tell(.ticked) }
        if isHungUp, ending == nil { ending = .signal(.hangUp) }
    }

    private func tell(_ event: AppEvent) {
        guard ending == nil else { return }
        for effect in state.handle(event, at: elapsed()) { carryOut(effect) }
    }

    /// Loads the libraries of the network: in the first lull, so that neither the first paint nor the first keys
    /// share the processor with it, or with the first request.
    private func warmUp() {
        if isWarm { return }
        isWarm = true
        orders.warmUp()
    }

    private static let lull: Int32 = 250

    private func wait() {
        var descriptors = lifelines.map { pollfd(fd: $0, events: 0, revents: 0) }
        descriptors.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0))
        if let terminal = frontEnd.descriptor {
            descriptors.append(pollfd(fd: terminal, events: Int16(POLLIN), revents: 0))
        }
        // Rounded up: a millisecond too early would be a turn for nothing.
        var limit = tick.map { tick -> Int32 in
            let rest = max(tick - elapsed(), .zero).components
            return Int32(
                clamping: rest.seconds * 1000 + (rest.attoseconds + 999_999_999_999_999)
                    / 1_000_000_000_000_000)
        }
        if !isWarm { limit = min(limit ?? Self.lull, Self.lull) }
        if poll(&descriptors, nfds_t(descriptors.count), limit ?? -1) == 0 { warmUp() }
        // Events of the front end come first: a terminal's last words may be an answer.
        if descriptors.prefix(lifelines.count).contains(where: { $0.revents != 0 }) { isHungUp = true }
    }

    // MARK: - Orders

    private func carryOut(_ effect: AppEffect) {
        switch effect {
        case .flow(.send(let id, let request)): start(id.number, .send(id, request))
        case .flow(.wait(let id, let time, let jitter)): start(id.number, .wait(id, time, jitter: jitter))
        case .flow(.abandon(let id)): stop(id.number)
        case .flow(.stopWaiting(let id)): stop(id.number)
        case .flow(.save(let tokens)): finish { [orders] in await orders.save(tokens) }
        case .refused(let problem, let activity): orders.refused(problem, activity)
        case .account(.signOut): finish { [orders] in await orders.signOut() }
        case .readMailbox: readMailbox()
        case .redraw: frontEnd.redraw()
        case .printPlainly(let lines): frontEnd.printPlainly(lines)
        case .suspend: frontEnd.suspend()
        case .exit(let reason): ending = .exit(reason)
        }
    }

    /// The main actor is parked in `poll`: what runs on it would never run.
    private func start(_ number: Int, _ effect: FlowEffect) {
        warmUp()
        let performer = orders.performer(effect)
        tasks[number] = Task(executorPreference: WorkThread.shared) { @concurrent [self] in
            guard let fact = await performer.perform(effect), !Task.isCancelled else { return }
            post(.flow(fact))
        }
    }

    private func stop(_ number: Int) { tasks.removeValue(forKey: number)?.cancel() }

    private func finish(_ work: @escaping @Sendable () async -> AppEvent?) {
        unfinished.withLock { $0 += 1 }
        finishing.append(
            Task(executorPreference: WorkThread.shared) { @concurrent [self] in
                if let event = await work() { post(event) }
                unfinished.withLock { $0 -= 1 }
                bell.ring()
            })
    }

    private func readMailbox() {
        mailboxReading?.cancel()
        mailboxReading = Task(executorPreference: WorkThread.shared) { @concurrent [self, orders] in
            let event = await orders.readMailbox()
            if !Task.isCancelled { post(.mailbox(event)) }
        }
    }

    private nonisolated func post(_ event: AppEvent) {
        mailbox.withLock { $0.append(event) }
        bell.ring()
    }
}
