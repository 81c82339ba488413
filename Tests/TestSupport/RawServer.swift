import Glibc
import Synchronization

/// A server on loopback that answers with bytes as they are told to it, however wrong: for what a real one refuses
/// to do. It understands just enough HTTP to know where a request ends.
package final class RawServer: Sendable {
    package struct Request: Sendable {
        /// Counts TCP connections from 1.
        package var connection: Int
        package var line: String
        package var headers: [String]
        package var body: String
    }

    package enum Answer: Sendable {
        /// Sent as it is; the connection stays open.
        case bytes(String)
        /// Sent as it is, then closed.
        case last(String)
        /// Nothing, and the connection stays open.
        case silence
    }

    package let port: UInt16
    private let listener: Int32
    private let greeting: String
    private let script: @Sendable (Request) -> Answer
    private let state = Mutex(State())

    private struct State {
        var isOver = false
        var connections = 0
        var open: Set<Int32> = []
        var asked: [Request] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    package struct CannotServe: Error {}

    /// - Parameter greeting: is sent before anything is asked.
    package init(greeting: String = "", _ script: @escaping @Sendable (Request) -> Answer) throws {
        self.script = script
        self.greeting = greeting
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else { throw CannotServe() }
        port = UInt16(bigEndian: address.sin_port)
        start { [self] in acceptAll() }
    }

    package var origin: String { "http://127.0.0.1:\(port)" }

    /// All requests so far.
    package var asked: [Request] { state.withLock { $0.asked } }

    package var connections: Int { state.withLock { $0.connections } }

    /// Returns once that many requests came.
    package func untilAsked(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.asked.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Ends all threads. Must be called, since they hold the server.
    package func stop() {
        state.withLock {
            $0.isOver = true
            // Wakes whoever waits in accept or recv; they close.
            shutdown(listener, Int32(SHUT_RDWR))
            for connection in $0.open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            let number = state.withLock { state -> Int? in
                guard connection >= 0, !state.isOver else { return nil }
                state.open.insert(connection)
                state.connections += 1
                return state.connections
            }
            guard let number else {
                if connection >= 0 { close(connection) }
                break
            }
            start { [self] in serve(connection, number) }
        }
        close(listener)
    }

    private func serve(_ connection: Int32, _ number: Int) {
        var pending: [UInt8] = []
        send(greeting, to: connection)
        while let request = next(on: connection, number, &pending) {
            note(request)
            switch script(request) {
            case .bytes(let text): send(text, to: connection)
            case .silence: continue
            case .last(let text):
                send(text, to: connection)
                return end(connection)
            }
        }
        end(connection)
    }

    private func end(_ connection: Int32) {
        state.withLock { _ = $0.open.remove(connection) }
        close(connection)
    }

    private func note(_ request: Request) {
        let reached = state.withLock { state in
            state.asked.append(request)
            let count = state.asked.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return state.watchers.filter { $0.count <= count }
        }
        for watcher in reached { watcher.continuation.resume() }
    }

    private func next(on connection: Int32, _ number: Int, _ pending: inout [UInt8]) -> Request? {
        while true {
            let text = String(decoding: pending, as: UTF8.self)
            if let end = text.firstRange(of: "\r\n\r\n") {
                let lines = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
                let length =
                    lines.first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
                let body = text[end.upperBound...]
                if body.utf8.count >= length {
                    pending = []
                    return Request(
                        connection: number, line: lines.first ?? "", headers: Array(lines.dropFirst()),
                        body: String(body))
                }
            }
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            pending += bytes.prefix(count)
        }
    }

    private func send(_ text: String, to connection: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// Runs `body` on a thread of its own: it blocks, which a task must not.
private func start(_ body: @escaping @Sendable () -> Void) {
    final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body))
    let result = pthread_create(
        &thread, nil,
        { argument in
            guard let argument else { return nil }
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, argument.toOpaque())
    if result == 0 { pthread_detach(thread) } else { argument.release() }
}
