import Synchronization

/// One load for all who want the same thing at once: the first does it, the others wait for its result.
///
/// It runs in the first caller's own task and keeps nothing. When that task is cancelled, the next in line loads.
final class SharedLoad<Value: Sendable, Problem: Error>: Sendable {
    private struct State {
        var isLoading = false
        var lastID = 0
        /// Answered with nil: try for yourself.
        var waiting: [Int: CheckedContinuation<Result<Value, Problem>?, Never>] = [:]
    }

    private let state = Mutex(State())

    /// `cancelled` is what a caller gets whose task is cancelled while another one loads.
    func load(
        cancelled: Problem, _ body: @Sendable () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        while true {
            if takesTurn() { return try await perform(body) }
            if Task.isCancelled { throw cancelled }
            if let result = await wait() { return try result.get() }
        }
    }

    private func takesTurn() -> Bool {
        state.withLock {
            if $0.isLoading { return false }
            $0.isLoading = true
            return true
        }
    }

    private func perform(_ body: @Sendable () async throws(Problem) -> Value) async throws(Problem) -> Value {
        let result: Result<Value, Problem>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        // What this task's cancellation did to the load is no concern of the others.
        let shared = Task.isCancelled ? nil : result
        let waiting = state.withLock { state in
            state.isLoading = false
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: shared) }
        return try result.get()
    }

    private func wait() async -> Result<Value, Problem>? {
        let id = state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock {
                    // The load may have ended, or this task been cancelled, in the meantime.
                    if !$0.isLoading || Task.isCancelled { return true }
                    $0.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume(returning: nil) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: nil)
        }
    }
}
