import Glibc
import Synchronization
import Testing

@testable import vestibule

@Suite struct WorkThreadTests {
    private final class Threads: Sendable {
        private let seen = Mutex<Set<pthread_t>>([])
        var count: Int { seen.withLock { $0.count } }
        func note() { seen.withLock { _ = $0.insert(pthread_self()) } }
    }

    @Test("tasks run on the one thread, before and after they wait")
    func runs() async throws {
        let threads = Threads()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask(executorPreference: WorkThread.shared) {
                    threads.note()
                    await Task.yield()
                    threads.note()
                    try await WorkThread.shared.sleep(for: .milliseconds(1))
                    threads.note()
                }
            }
            try await group.waitForAll()
        }
        #expect(threads.count == 1)
    }

    @Test("a wait ends at once when its task is cancelled while it waits")
    func cancelled() async {
        let task = Task(executorPreference: WorkThread.shared) {
            try await WorkThread.shared.sleep(for: .seconds(86_400))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a wait does not begin in a task that is cancelled already")
    func cancelledBefore() async {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        let task = Task(executorPreference: WorkThread.shared) {
            for await _ in stream {}
            try await WorkThread.shared.sleep(for: .seconds(86_400))
        }
        task.cancel()
        gate.finish()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
