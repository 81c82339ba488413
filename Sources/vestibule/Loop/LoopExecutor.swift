import Glibc
import Synchronization
import TophhieCloudAuthentication

/// Runs tasks, and lets libcurl work, in the turns of whoever waits on the main thread: the event loop, or a command.
///
/// No other thread takes part in a request, so an answer wakes one thread, once. The pool that tasks run on otherwise
/// looks every second whether it has threads enough, for good once it was used. What blocks belongs to
/// ``ThreadPerJob``.
@MainActor
final class LoopExecutor: TaskExecutor, CurlDriver {
    nonisolated static let shared = LoopExecutor()

    private struct Sleeper {
        var id: Int
        var end: ContinuousClock.Instant
        var continuation: CheckedContinuation<Bool, Never>
    }

    /// Of the libraries of the network.
    private enum Loading { case notAsked, begun, done }

    private struct State {
        var jobs: [UnownedJob] = []
        var orders: [CurlOrder] = []
        var sleepers: [Sleeper] = []
        var lastID = 0
        var loading = Loading.notAsked
        /// The thread that has its turn, or waits for the next one in ``pipe``.
        var thread: pthread_t?
        /// Nil until somebody waits.
        var pipe: WakePipe?

        /// By somebody who has facts for whoever waits.
        var isWoken = false

        var hasWork: Bool { !jobs.isEmpty || !orders.isEmpty && loading != .begun }
    }

    private let state = Mutex(State())
    /// Nil until the first order.
    private var curl: CurlWork?

    nonisolated init() {}

    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    nonisolated func post(_ order: CurlOrder) -> Bool {
        change { $0.orders.append(order) }
        return true
    }

    /// Ends a wait, or the next one.
    nonisolated func wake() { change { $0.isWoken = true } }

    /// Waits. Throws `CancellationError` as soon as the surrounding task is cancelled.
    nonisolated func sleep(for time: Duration) async throws {
        let end = ContinuousClock.now + time
        let id = state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { $0.sleepers.append(Sleeper(id: id, end: end, continuation: continuation)) }
                // A cancellation that came before there was anybody to wake.
                if Task.isCancelled { rouse(id) }
            }
        } onCancel: {
            rouse(id)
        }
        if !isOver { throw CancellationError() }
    }

    private nonisolated func rouse(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(returning: false)
    }

    /// The thread that has its turn looks again before it waits, and needs no waking.
    private nonisolated func change(_ change: (inout State) -> Void) {
        let pipe = state.withLock { state -> WakePipe? in
            change(&state)
            return state.thread == pthread_self() ? nil : state.pipe
        }
        pipe?.ring()
    }

    // MARK: - The turns

    /// Runs tasks and transfers until all of them wait for something.
    func turn() {
        state.withLock { $0.thread = pthread_self() }
        repeat {
            let (jobs, orders, rested) = takeWork()
            for sleeper in rested { sleeper.continuation.resume(returning: true) }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            transfer(orders)
        } while state.withLock { $0.hasWork }
    }

    private func transfer(_ orders: [CurlOrder]) {
        if curl == nil {
            if orders.isEmpty { return }
            curl = CurlWork()
        }
        if orders.isEmpty, curl?.isIdle == true { return }
        withSignalsHeld {
            _ = curl?.carryOut(orders)
            curl?.perform()
        }
    }

    /// Waits for one of `descriptors`, or until there is something to do in a turn.
    ///
    /// - Returns: false when `limit` passed and nothing else happened, libcurl's own affairs left out.
    @discardableResult
    func wait(for descriptors: inout [pollfd], atMost limit: Duration? = nil) -> Bool {
        let (pipe, rest) = state.withLock { state -> (WakePipe?, Duration?) in
            if state.pipe == nil { state.pipe = WakePipe() }
            if state.hasWork || state.isWoken { return (state.pipe, .zero) }
            let rest = state.sleepers.map(\.end).min().map { $0 - ContinuousClock.now }
            // Where no descriptors are left nobody can wake it: it looks by itself.
            let look: Duration? = state.pipe == nil ? .milliseconds(50) : nil
            return (state.pipe, [limit, rest, look].compactMap { $0 }.min())
        }
        descriptors.append(pollfd(fd: pipe?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        defer { descriptors.removeLast() }
        let milliseconds = rest?.milliseconds ?? -1
        let count =
            curl?.wait(for: &descriptors, milliseconds)
            ?? poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        if descriptors.last?.revents != 0 { pipe?.quiet() }
        // Whoever was woken looks for facts now; the next wait is not for the same ones.
        state.withLock { $0.isWoken = false }
        // A signal makes it -1.
        return count != 0 || rest != limit
    }

    private func takeWork() -> (jobs: [UnownedJob], orders: [CurlOrder], rested: [Sleeper]) {
        let (work, isToLoad) = state.withLock { state in
            var work = (jobs: state.jobs, orders: [CurlOrder](), rested: [Sleeper]())
            state.jobs = []
            if !state.sleepers.isEmpty {
                let now = ContinuousClock.now
                work.rested = state.sleepers.filter { $0.end <= now }
                state.sleepers.removeAll { $0.end <= now }
            }
            guard !state.orders.isEmpty else { return (work, false) }
            if state.loading == .done { swap(&work.orders, &state.orders) }
            guard state.loading == .notAsked else { return (work, false) }
            state.loading = .begun
            return (work, true)
        }
        if isToLoad { load() }
        return work
    }

    /// Elsewhere, for it takes tens of milliseconds: keys are answered meanwhile, and orders wait.
    private func load() {
        let load: @Sendable () -> Void = {
            CurlWork.load()
            self.change { $0.loading = .done }
        }
        if !startThread(load) { load() }
    }
}

extension Duration {
    /// As `poll` takes it, rounded up: a millisecond too early would be a turn for nothing.
    var milliseconds: Int32 {
        let (seconds, attoseconds) = max(self, .zero).components
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
