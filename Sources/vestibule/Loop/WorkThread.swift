import Glibc
import Synchronization

/// The one thread on which the loop's orders run, and wait: it sleeps until there is something to do.
///
/// The pool that tasks run on otherwise looks every second whether it has threads enough, for good once it was used;
/// on a screen that waits for a person nothing may wake up. Nothing that blocks for long belongs here.
final class WorkThread: TaskExecutor {
    static let shared = WorkThread()

    private struct Sleeper {
        var id: Int
        var end: ContinuousClock.Instant
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var sleepers: [Sleeper] = []
        var lastID = 0
        /// Reading and writing end; nil until the thread runs.
        var pipe: (read: Int32, write: Int32)?
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock {
            $0.jobs.append(job)
            wake(&$0)
        }
    }

    /// Waits. Throws `CancellationError` as soon as the surrounding task is cancelled.
    func sleep(for time: Duration) async throws {
        let end = ContinuousClock.now + time
        let id = state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock {
                    $0.sleepers.append(Sleeper(id: id, end: end, continuation: continuation))
                    wake(&$0)
                }
                // A cancellation that came before there was anybody to wake.
                if Task.isCancelled { rouse(id) }
            }
        } onCancel: {
            rouse(id)
        }
        if !isOver { throw CancellationError() }
    }

    private func rouse(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(returning: false)
    }

    // MARK: - The thread

    private func wake(_ state: inout State) {
        if state.pipe == nil { start(&state) }
        guard let pipe = state.pipe else { return }
        var byte: UInt8 = 1
        // A full pipe wakes the thread just as well.
        _ = write(pipe.write, &byte, 1)
    }

    private func start(_ state: inout State) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fatalError("no descriptors are left") }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        state.pipe = (ends[0], ends[1])
        // Signals belong to the main thread.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        guard pthread_create(&thread, nil, runWorkThread, Unmanaged.passUnretained(self).toOpaque()) == 0
        else {
            fatalError("no thread could be made")
        }
        pthread_detach(thread)
    }

    fileprivate func run() -> Never {
        while true {
            let (jobs, rested, limit) = takeWork()
            for sleeper in rested { sleeper.continuation.resume(returning: true) }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if !jobs.isEmpty || !rested.isEmpty { continue }
            var rope = pollfd(fd: state.withLock { $0.pipe?.read ?? -1 }, events: Int16(POLLIN), revents: 0)
            poll(&rope, 1, limit)
        }
    }

    /// What there is to do now, else how long there is nothing, in milliseconds.
    private func takeWork() -> (jobs: [UnownedJob], rested: [Sleeper], limit: Int32) {
        state.withLock { state in
            var bytes = [UInt8](repeating: 0, count: 64)
            if let pipe = state.pipe { while read(pipe.read, &bytes, bytes.count) > 0 {} }
            let now = ContinuousClock.now
            let rested = state.sleepers.filter { $0.end <= now }
            state.sleepers.removeAll { $0.end <= now }
            defer { state.jobs = [] }
            let rest = state.sleepers.map(\.end).min().map { ($0 - now).components }
            // Rounded up: a millisecond too early would be a turn for nothing.
            let limit = rest.map {
                Int32(
                    clamping: $0.seconds * 1000 + ($0.attoseconds + 999_999_999_999_999)
                        / 1_000_000_000_000_000)
            }
            return (state.jobs, rested, limit ?? -1)
        }
    }
}

private func runWorkThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<WorkThread>.fromOpaque(argument).takeUnretainedValue().run()
}
