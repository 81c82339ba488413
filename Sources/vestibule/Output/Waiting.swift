import Glibc
import Synchronization

/// Does asynchronous work from the main thread of a command that has no event loop, and waits for its end.
///
/// Signals keep their default actions: Ctrl-C ends the program.
@MainActor
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let box = WaitingBox<Value>()
    // The main actor is busy waiting: what runs on it would never run.
    let task = Task(executorPreference: WorkThread.shared) { @concurrent in box.put(await work()) }
    defer { task.cancel() }
    return box.take()
}

@MainActor
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let result = waiting { () async -> Result<Value, any Error> in
        do { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
}

/// One value, handed from a task to a thread that waits for it.
private final class WaitingBox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let ends: (read: Int32, write: Int32)

    init() {
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else { fatalError("no descriptors are left") }
        for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ends = (pair[0], pair[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    func put(_ new: Value) {
        value.withLock { $0 = new }
        var byte: UInt8 = 1
        _ = write(ends.write, &byte, 1)
    }

    func take() -> Value {
        while true {
            if let found = value.withLock({ $0 }) { return found }
            var byte: UInt8 = 0
            _ = read(ends.read, &byte, 1)
        }
    }
}
