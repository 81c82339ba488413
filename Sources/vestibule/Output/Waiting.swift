import Glibc
import Synchronization

/// Does asynchronous work on the main thread of a command that has no event loop, and waits for its end.
///
/// Signals keep their default actions: Ctrl-C ends the program.
@MainActor
func waiting<Value: Sendable>(
    on executor: LoopExecutor = .shared, _ work: @escaping @Sendable () async -> Value
) -> Value {
    let box = WaitingBox<Value>()
    // The main actor is busy waiting: what runs on it would never run.
    Task(executorPreference: executor) { @concurrent in
        let value = await work()
        box.value.withLock { $0 = value }
    }
    var nothing: [pollfd] = []
    while true {
        executor.turn()
        if let value = box.value.withLock({ $0 }) { return value }
        executor.wait(for: &nothing)
    }
}

@MainActor
func waiting<Value: Sendable>(
    on executor: LoopExecutor = .shared, _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
    let result = waiting(on: executor) { () async -> Result<Value, any Error> in
        do { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
}

/// One value, handed from a task to the loop that waits for it.
private final class WaitingBox<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
