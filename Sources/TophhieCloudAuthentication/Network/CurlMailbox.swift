import Glibc
import Synchronization

/// The orders on their way to the transport's thread, and the pipe that wakes it.
///
/// It holds no libcurl handle: those are locals of the thread.
final class CurlMailbox: Sendable {
    enum Order: Sendable {
        case send(Int, CurlPlan, CheckedContinuation<Result<HTTPResponse, TransportError>, Never>)
        /// Means nothing before the request came and after its end.
        case cancel(Int)
        case warmUp
        case stop
    }

    private struct State {
        var orders: [Order] = []
        var lastID = 0
        /// Reading and writing end; nil until the thread runs.
        var pipe: (read: Int32, write: Int32)?
    }

    private let state = Mutex(State())

    deinit {
        state.withLock {
            guard let pipe = $0.pipe else { return }
            close(pipe.read)
            close(pipe.write)
        }
    }

    func nextID() -> Int {
        state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    func post(_ order: Order) {
        state.withLock {
            guard let pipe = $0.pipe else { return }
            $0.orders.append(order)
            var byte: UInt8 = 1
            // A full pipe wakes the thread just as well.
            _ = write(pipe.write, &byte, 1)
        }
    }

    func takeOrders() -> [Order] {
        state.withLock { state in
            if let pipe = state.pipe {
                var bytes = [UInt8](repeating: 0, count: 64)
                while read(pipe.read, &bytes, bytes.count) > 0 {}
            }
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Starts the thread unless it runs. False when that is not possible.
    func start() -> Bool {
        state.withLock {
            if $0.pipe != nil { return true }
            var ends: [Int32] = [-1, -1]
            guard Glibc.pipe(&ends) == 0 else { return false }
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
            guard startThread(reading: ends[0]) else {
                for end in ends { close(end) }
                return false
            }
            $0.pipe = (ends[0], ends[1])
            return true
        }
    }

    private func startThread(reading end: Int32) -> Bool {
        // The thread, and those that libcurl starts for names, take no signals: they belong to the main thread.
        // SIGPIPE stays pending here for good, which is what OpenSSL's plain write() needs.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(CurlThread(mailbox: self, wake: end))
        if pthread_create(&thread, &attributes, runCurlThread, argument.toOpaque()) == 0 { return true }
        argument.release()
        return false
    }
}

private func runCurlThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<CurlThread>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
