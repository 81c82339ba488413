import CCrypto
import CCurl
package import Glibc

/// The multi handle and the transfers in it, which a driver owns: all its calls come from one thread at a time.
package struct CurlWork: ~Copyable {
    private var multi: UnsafeMutableRawPointer?
    private var transfers: [Int: CurlTransfer] = [:]

    package init() {}

    /// Whether no transfer is under way.
    package var isIdle: Bool { transfers.isEmpty }

    /// Loads the libraries of the network, which takes tens of milliseconds the first time; on any thread.
    package static func load() {
        _ = ccurl_available()
        _ = ccrypto_available()
    }

    /// False when it is time to go. It loads the libraries where that was not done.
    @discardableResult
    package mutating func carryOut(_ orders: [CurlOrder]) -> Bool {
        var goesOn = true
        for order in orders {
            switch order.kind {
            case .send(let id, let plan, let continuation): begin(id, plan, continuation)
            case .cancel(let id):
                guard let transfer = transfers.removeValue(forKey: id) else { continue }
                transfer.finish(.failure(.cancelled))
                remove(transfer)
            case .warmUp:
                Self.load()
                _ = handle()
            case .stop: goesOn = false
            }
        }
        return goesOn
    }

    package mutating func perform() {
        guard let multi, !transfers.isEmpty else { return }
        var running: Int32 = 0
        _ = ccurl_multi_perform(multi, &running)
        var code = CURLE_OK
        while let easy = ccurl_multi_next_done(multi, &code) {
            guard let (id, transfer) = transfers.first(where: { $0.value.easy == easy }) else { continue }
            transfers[id] = nil
            let result = transfer.result(code)
            remove(transfer)
            transfer.finish(result)
        }
    }

    /// Waits for one of `descriptors`, or for something to do here.
    ///
    /// - Parameter limit: in milliseconds; negative for none.
    /// - Returns: how many descriptors are ready.
    package func wait(for descriptors: inout [pollfd], _ limit: Int32) -> Int32 {
        guard let multi, !transfers.isEmpty else {
            return poll(&descriptors, nfds_t(descriptors.count), limit)
        }
        var waited = descriptors.map {
            curl_waitfd(fd: $0.fd, events: $0.events == 0 ? 0 : Int16(CURL_WAIT_POLLIN), revents: 0)
        }
        _ = ccurl_multi_poll(multi, &waited, UInt32(waited.count), limit < 0 ? 60_000 : limit)
        // libcurl does not tell of a hang-up.
        return poll(&descriptors, nfds_t(descriptors.count), 0)
    }

    package mutating func close() {
        for transfer in transfers.values {
            transfer.finish(.failure(.cancelled))
            remove(transfer)
        }
        transfers = [:]
        if let multi { ccurl_multi_cleanup(multi) }
        multi = nil
    }

    private mutating func begin(_ id: Int, _ plan: CurlPlan, _ continuation: CurlTransfer.Continuation) {
        guard let multi = handle(), let transfer = CurlTransfer(plan, continuation) else {
            // Without descriptors nothing can be opened, though it is there.
            let problem = TransportError.noDescriptors ?? .libraryMissing(name: "libcurl")
            return continuation.resume(returning: .failure(problem))
        }
        guard ccurl_multi_add(multi, transfer.easy) == CURLM_OK else {
            transfer.finish(.failure(.other(code: 0, text: "libcurl took no more transfers")))
            return transfer.close()
        }
        transfers[id] = transfer
    }

    /// Never waits for a name that is being looked up: see CURLOPT_QUICK_EXIT.
    private func remove(_ transfer: CurlTransfer) {
        if let multi { _ = ccurl_multi_remove(multi, transfer.easy) }
        transfer.close()
    }

    private mutating func handle() -> UnsafeMutableRawPointer? {
        if multi == nil, ccurl_available() == 1 { multi = ccurl_multi_init() }
        return multi
    }
}
