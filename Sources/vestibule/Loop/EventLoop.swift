import AuthFlow
import Glibc
import Screens
import Synchronization
import Terminal
import TophhieCloudAuthentication

/// The program's one loop: facts from the terminal, from signals and from finished orders go into ``AppState``,
/// its orders come out and run as tasks in its turns, and what it looks like is shown once all facts are taken.
///
/// It wakes for nothing but a fact, a deadline or the state's next tick. It decides nothing.
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
    private let time: TimeSource
    private let strings: Strings
    private let ownExecutor: LoopExecutor?
    /// The descriptors without whose other end nobody is there: watched for hang-up, though not for input.
    private let lifelines: [Int32]
    private let mailbox = Mutex<[AppEvent]>([])
    private var requests: [RequestID: Task<Void, Never>] = [:]
    private var deadlines = Deadlines()
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
        lifelines: [Int32] = [], time: TimeSource, executor: LoopExecutor? = nil
    ) {
        self.lifelines = lifelines
        self.state = state
        self.frontEnd = frontEnd
        self.bell = bell
        self.orders = orders
        self.strings = strings
        self.time = time
        ownExecutor = executor
    }

    /// Made after the first picture, where nothing is asked before.
    private nonisolated var executor: LoopExecutor { ownExecutor ?? .shared }

    /// Runs until the state, a signal or the end of the terminal ends it. The front end is closed then, and nothing
    /// is waited for any more but what is being saved.
    func run() -> Ending {
        defer { frontEnd.close() }
        tell(.flow(.started))
        while ending == nil {
            takeFacts()
            if ending != nil { break }
            frontEnd.show(Screen(state, strings))
            tick = state.nextTick(after: time.elapsed())
            // What was shown first: it must not wait for the work that a key began.
            executor.turn()
            wait()
        }
        for request in requests.values { request.cancel() }
        mailboxReading?.cancel()
        frontEnd.close()
        finishSaving()
        return ending ?? .exit(.cancelled)
    }

    /// Waits until all is saved: the store has a patience of its own, and says what it could not do. A signal, or the
    /// terminal's end, leaves it one second, so that the process is gone within two; the second signal leaves none.
    private func finishSaving() {
        // What ends it should saving take too long: a Ctrl-C or a hang-up that came with the last answer must not hide
        // a sign-in that is kept after all.
        var late: Signal?
        var limit: Duration?
        if case .signal = ending {
            limit = time.elapsed() + .seconds(1)
        } else if isHungUp {
            (late, limit) = (.hangUp, time.elapsed() + .seconds(1))
        }
        while unfinished.withLock({ $0 }) > 0 {
            if let limit, limit <= time.elapsed() {
                if let late { ending = .signal(late) }
                break
            }
            // The store sleeps between its tries at the lock, and is woken in a turn.
            executor.turn()
            for signal in signals(whileSaving: limit) {
                if limit != nil {
                    if late != nil { ending = .signal(signal) }
                    return
                }
                limit = time.elapsed() + .seconds(1)
                if signal == .interrupt { late = signal } else { ending = .signal(signal) }
            }
        }
        for task in finishing { task.cancel() }
        for case .account(let event) in mailbox.withLock({ $0 }) {
            switch event {
            case .notKept(let reason), .notSignedOut(let reason): lateTrouble = reason
            case .signedOut: break
            }
        }
    }

    private func signals(whileSaving limit: Duration?) -> [Signal] {
        // One that hung up is ready for ever.
        var descriptors = isHungUp ? [] : lifelines.map { pollfd(fd: $0, events: 0, revents: 0) }
        descriptors.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0))
        executor.wait(for: &descriptors, atMost: limit.map { $0 - time.elapsed() })
        var signals = bell.pending().filter { [.interrupt, .terminate, .hangUp].contains($0) }
        // The kernel mostly sends a signal too: that is one hang-up, not two.
        if isHungUp { signals.removeAll { $0 == .hangUp } }
        guard descriptors.dropLast().contains(where: { $0.revents != 0 }) else { return signals }
        isHungUp = true
        return signals.contains(.hangUp) || limit != nil ? signals : signals + [.hangUp]
    }

    // MARK: - Facts

    private func takeFacts() {
        takeSignals()
        // Whoever ends has no use for more, and the terminal may be another's by now.
        if ending != nil { return }
        for event in frontEnd.events() { tell(event) }
        let arrived = mailbox.withLock { events in
            defer { events = [] }
            return events
        }
        for event in arrived { tell(event) }
        let now = time.elapsed()
        if let tick, tick <= now { tell(.ticked) }
        for id in deadlines.take(at: now) { tell(.flow(.timerFired(id))) }
        if isHungUp, ending == nil { ending = .signal(.hangUp) }
    }

    private func takeSignals() {
        for signal in bell.pending() {
            switch signal {
            // The Ctrl-C of a terminal that reads lines; a full screen gets it as a key.
            case .interrupt where state.options.isPlain: tell(.key(.control("c")))
            case .interrupt, .terminate, .hangUp: ending = .signal(signal)
            // The front end finds out by itself.
            case .continued, .windowChanged: break
            }
        }
    }

    private func tell(_ event: AppEvent) {
        guard ending == nil else { return }
        for effect in state.handle(event, at: time.elapsed()) { carryOut(effect) }
    }

    /// Loads the libraries of the network: in the first lull, so that neither the first paint nor the first keys
    /// share the processor with it, or with the first request.
    private func warmUp() {
        if isWarm { return }
        isWarm = true
        orders.warmUp()
    }

    private static let lull = Duration.milliseconds(250)

    private func wait() {
        var descriptors = lifelines.map { pollfd(fd: $0, events: 0, revents: 0) }
        descriptors.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0))
        if let terminal = frontEnd.descriptor {
            descriptors.append(pollfd(fd: terminal, events: Int16(POLLIN), revents: 0))
        }
        var limit = deadlines.wake(before: tick).map { max($0 - time.elapsed(), .zero) }
        if !isWarm { limit = min(limit ?? Self.lull, Self.lull) }
        if !executor.wait(for: &descriptors, atMost: limit) { warmUp() }
        // Events of the front end come first: a terminal's last words may be an answer.
        if descriptors.prefix(lifelines.count).contains(where: { $0.revents != 0 }) { isHungUp = true }
    }

    // MARK: - Orders

    private func carryOut(_ effect: AppEffect) {
        switch effect {
        case .flow(.send(let id, let request)): start(id, .send(id, request))
        case .flow(.abandon(let id)): requests.removeValue(forKey: id)?.cancel()
        case .flow(.wait(let id, let wait, let jitter)):
            deadlines.set(id, to: time.elapsed() + wait + jitter * time.chance())
        case .flow(.stopWaiting(let id)): deadlines.remove(id)
        case .flow(.save(let tokens)): finish { [orders] in await orders.save(tokens) }
        case .refused(let problem, let activity): orders.refused(problem, activity)
        case .account(.signOut): finish { [orders] in await orders.signOut() }
        case .readMailbox: readMailbox()
        case .redraw: frontEnd.redraw()
        case .printPlainly(let lines): frontEnd.printPlainly(lines)
        case .suspend:
            frontEnd.suspend()
            // What ends a stopped job comes with what continues it, in the background: a paint would stop it again.
            takeSignals()
        case .exit(let reason): ending = .exit(reason)
        }
    }

    /// The main actor is busy with this loop: what runs on it would never run.
    private func start(_ id: RequestID, _ effect: FlowEffect) {
        warmUp()
        let performer = orders.performer(effect)
        requests[id] = Task(executorPreference: executor) { @concurrent [self] in
            guard let fact = await performer.perform(effect), !Task.isCancelled else { return }
            post(.flow(fact))
        }
    }

    private func readMailbox() {
        mailboxReading?.cancel()
        mailboxReading = Task(executorPreference: executor) { @concurrent [self, orders] in
            let event = await orders.readMailbox()
            if !Task.isCancelled { post(.mailbox(event)) }
        }
    }

    /// Apart from the loop: files may take their time.
    private func finish(_ work: @escaping @Sendable () async -> AppEvent?) {
        unfinished.withLock { $0 += 1 }
        finishing.append(
            Task(executorPreference: ThreadPerJob.shared) { @concurrent [self] in
                if let event = await work() { post(event) }
                unfinished.withLock { $0 -= 1 }
                executor.wake()
            })
    }

    private nonisolated func post(_ event: AppEvent) {
        mailbox.withLock { $0.append(event) }
        executor.wake()
    }
}
