import Synchronization
package import TophhieCloudAuthentication

/// A transport that answers from a script, and remembers what it was asked. It knows no protocol.
package final class ScriptedTransport: Transport {
    package enum Answer: Sendable {
        case reply(status: Int = 200, headers: [HTTPField] = [], String)
        case problem(TransportError)
        /// No answer at all: it ends with the task's cancellation.
        case silence
    }

    private struct State {
        var asked: [TophhieCloudAuthentication.HTTPRequest] = []
        var silent: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let script: @Sendable (TophhieCloudAuthentication.HTTPRequest, Int) -> Answer
    private let state = Mutex(State())

    /// `script` gets the request and how many came before it.
    package init(_ script: @escaping @Sendable (TophhieCloudAuthentication.HTTPRequest, Int) -> Answer) {
        self.script = script
    }

    /// One answer after the other; a request too many is answered with 500 and an empty body.
    package convenience init(_ answers: [Answer]) {
        self.init { _, index in answers.indices.contains(index) ? answers[index] : .reply(status: 500, "") }
    }

    /// All requests so far, in order.
    package var asked: [TophhieCloudAuthentication.HTTPRequest] { state.withLock { $0.asked } }

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

    package func send(
        _ request: TophhieCloudAuthentication.HTTPRequest
    ) async throws(TransportError) -> TophhieCloudAuthentication.HTTPResponse {
        let (index, reached) = state.withLock { state in
            state.asked.append(request)
            let count = state.asked.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return (count - 1, state.watchers.filter { $0.count <= count })
        }
        for watcher in reached { watcher.continuation.resume() }
        switch script(request, index) {
        case .reply(let status, let headers, let body):
            return HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        case .problem(let problem): throw problem
        case .silence:
            await silence(index)
            throw .cancelled
        }
    }

    private func silence(_ index: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.silent[index] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.silent.removeValue(forKey: index) }?.resume()
        }
    }
}
