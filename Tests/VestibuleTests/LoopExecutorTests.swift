import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing
import TophhieCloudAuthentication

@testable import vestibule

@Suite("Loop executor") @MainActor struct LoopExecutorTests {
    private let executor = LoopExecutor()

    private final class Threads: Sendable {
        private let seen = Mutex<Set<pthread_t>>([])
        var all: Set<pthread_t> { seen.withLock { $0 } }
        func note() { seen.withLock { _ = $0.insert(pthread_self()) } }
    }

    // MARK: - Tasks

    @Test("tasks run on the thread that waits, before and after they wait")
    func runs() throws {
        let threads = Threads()
        try waiting(on: executor) {
            try await withThrowingTaskGroup(of: Void.self) { [executor] group in
                for _ in 0..<8 {
                    group.addTask {
                        threads.note()
                        await Task.yield()
                        threads.note()
                        try await executor.sleep(for: .milliseconds(1))
                        threads.note()
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(threads.all == [pthread_self()])
    }

    @Test("what another thread brings ends the wait for it")
    func woken() {
        let value = waiting(on: executor) {
            await withCheckedContinuation { continuation in
                if !startThread({ continuation.resume(returning: 7) }) { continuation.resume(returning: 0) }
            }
        }
        #expect(value == 7)
    }

    @Test("a wake that comes before a wait ends it at once, and only that one")
    func wokenBefore() {
        var nothing: [pollfd] = []
        executor.wake()
        executor.turn()
        #expect(executor.wait(for: &nothing) == true)
        #expect(executor.wait(for: &nothing, atMost: .milliseconds(1)) == false)
        #expect(nothing.isEmpty)
    }

    @Test("a signal ends a wait, and is no lull")
    func interrupted() {
        signal(SIGURG) { _ in }
        defer { signal(SIGURG, SIG_DFL) }
        // The threads of the main actor may take none.
        var (urgent, before) = (sigset_t(), sigset_t())
        sigemptyset(&urgent)
        sigaddset(&urgent, SIGURG)
        pthread_sigmask(SIG_UNBLOCK, &urgent, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let waiter = pthread_self()
        let isOver = Flag()
        let isStarted = startThread {
            while !isOver.isSet {
                pthread_kill(waiter, SIGURG)
                sched_yield()
            }
        }
        #expect(isStarted)
        var nothing: [pollfd] = []
        #expect(executor.wait(for: &nothing, atMost: .seconds(60)))
        isOver.set()
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    @Test("a wait ends at once when its task is cancelled while it waits")
    func cancelled() {
        waiting(on: executor) { [executor] in
            let task = Task(executorPreference: executor) { @concurrent in
                try await executor.sleep(for: .seconds(86_400))
            }
            await Task.yield()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("a wait does not begin in a task that is cancelled already")
    func cancelledBefore() {
        waiting(on: executor) { [executor] in
            let task = Task(executorPreference: executor) { @concurrent in
                try await executor.sleep(for: .seconds(86_400))
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    // MARK: - Transfers

    private var transport: CurlTransport {
        CurlTransport(
            CurlTransport.Options(trustsEnvironment: false, timeLimit: patience),
            driver: { [executor] in executor })
    }

    private nonisolated static let good = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    private func url(_ server: RawServer, _ path: String = "/") throws -> URL {
        try #require(URL(string: server.origin + path))
    }

    @Test("requests come and go without another thread, over one connection")
    func transfers() throws {
        let server = try RawServer { _ in .bytes(Self.good) }
        defer { server.stop() }
        let (transport, request, threads) = (transport, HTTPRequest(url: try url(server)), Threads())
        transport.warmUp()
        for _ in 0..<3 {
            let response = try waiting(on: executor) {
                let response = try await transport.send(request)
                threads.note()
                return response
            }
            #expect(response.status == 200)
        }
        #expect(server.asked.map(\.connection) == [1, 1, 1])
        #expect(threads.all == [pthread_self()])
    }

    @Test("VB-36 a request that hangs holds no other up, and is over at once when it is cancelled")
    func givenUp() throws {
        let server = try RawServer { $0.line.contains("/silent") ? .silence : .bytes(Self.good) }
        defer { server.stop() }
        let (transport, executor) = (transport, executor)
        let silent = HTTPRequest(url: try url(server, "/silent"))
        let request = HTTPRequest(url: try url(server))
        try waiting(on: executor) { () async throws in
            let hanging = Task(executorPreference: executor) { @concurrent in
                _ = await #expect(throws: TransportError.cancelled) { try await transport.send(silent) }
            }
            await server.untilAsked(1)
            #expect(try await transport.send(request).status == 200)
            hanging.cancel()
            await hanging.value
        }
    }

    @Test("VB-19 a hang-up is seen while a request runs")
    func hangUp() throws {
        let server = try RawServer { _ in .silence }
        defer { server.stop() }
        var pair: [Int32] = [-1, -1]
        try #require(pipe(&pair) == 0)
        defer { close(pair[0]) }
        let (transport, request) = (transport, HTTPRequest(url: try url(server)))
        let task = Task(executorPreference: executor) { @concurrent in try await transport.send(request) }
        defer { task.cancel() }
        var lifelines = [pollfd(fd: pair[0], events: 0, revents: 0)]
        while server.asked.isEmpty {
            executor.turn()
            executor.wait(for: &lifelines, atMost: .milliseconds(10))
        }
        #expect(lifelines[0].revents == 0)
        close(pair[1])
        executor.turn()
        #expect(executor.wait(for: &lifelines, atMost: .seconds(60)))
        #expect(lifelines[0].revents == Int16(POLLHUP))
    }
}
