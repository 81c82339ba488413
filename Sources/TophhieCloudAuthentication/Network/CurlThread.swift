import Glibc
import Synchronization

/// The driver of a transport that was given none: a thread of its own, made with the first order.
///
/// The handles of libcurl never leave the thread, so nothing of them is shared.
final class CurlThread: CurlDriver {
    private struct State {
        var orders: [CurlOrder] = []
        /// Nil until the thread runs.
        var pipe: WakePipe?
    }

    private let state = Mutex(State())

    func post(_ order: CurlOrder) -> Bool {
        let pipe = state.withLock { state -> WakePipe? in
            if state.pipe == nil { state.pipe = start() }
            if state.pipe != nil { state.orders.append(order) }
            return state.pipe
        }
        pipe?.ring()
        return pipe != nil
    }

    private func start() -> WakePipe? {
        guard let pipe = WakePipe(), startThread({ self.run(pipe) }) else { return nil }
        return pipe
    }

    private func run(_ pipe: WakePipe) {
        var work = CurlWork()
        var descriptors = [pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)]
        while work.carryOut(takeOrders()) {
            work.perform()
            if work.wait(for: &descriptors, -1) > 0 { pipe.quiet() }
        }
        work.close()
    }

    private func takeOrders() -> [CurlOrder] {
        state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }
}
