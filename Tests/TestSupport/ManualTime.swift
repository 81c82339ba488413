package import FoundationEssentials
import Synchronization
package import TophhieCloudAuthentication

/// A clock that stands until it is moved. Whoever sleeps on it wakes when it passes the moment.
package final class ManualTime: Sendable {
    private struct Sleeper {
        let until: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var elapsed: Duration = .zero
        var lastID = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Waiting for that many sleepers.
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let start: Date
    private let state = Mutex(State())

    package init(startingAt start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { self.start = start }

    /// What the code under test is given.
    package var source: TimeSource {
        TimeSource(
            now: { self.start.addingTimeInterval(self.elapsed.seconds) }, elapsed: { self.elapsed },
            sleep: { try await self.sleep($0) })
    }

    package var elapsed: Duration { state.withLock { $0.elapsed } }

    package func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.elapsed += duration
            let due = state.sleepers.filter { $0.value.until <= state.elapsed }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.until < $1.until }
        }
        for sleeper in awake { sleeper.continuation.resume() }
    }

    /// Returns once that many are asleep: then it makes sense to move the clock.
    package func untilAsleep(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    private func sleep(_ duration: Duration) async throws {
        let id = state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                let isOver = state.withLock { state in
                    if Task.isCancelled || duration <= .zero { return true }
                    state.sleepers[id] = Sleeper(until: state.elapsed + duration, continuation: continuation)
                    return false
                }
                if isOver {
                    continuation.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(()))
                }
                wakeWatchers()
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation
                .resume(throwing: CancellationError())
        }
    }

    private func wakeWatchers() {
        let reached = state.withLock { state in
            let count = state.sleepers.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return state.watchers.filter { $0.count <= count }
        }
        for watcher in reached { watcher.continuation.resume() }
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
