import CCrypto
import CCurl
import Glibc

/// What the transport's thread does: takes orders, lets libcurl work, hands out answers.
///
/// The handles never leave ``run()``, so nothing of libcurl is shared between threads.
final class CurlThread: Sendable {
    private let mailbox: CurlMailbox
    private let wake: Int32

    init(mailbox: CurlMailbox, wake: Int32) {
        self.mailbox = mailbox
        self.wake = wake
    }

    func run() {
        var work = CurlWork()
        while work.carryOut(mailbox.takeOrders()) {
            work.perform()
            work.wait(for: wake)
        }
        work.close()
    }
}

/// The multi handle and the transfers in it: a local of the thread.
private struct CurlWork: ~Copyable {
    private var multi: UnsafeMutableRawPointer?
    private var transfers: [Int: CurlTransfer] = [:]

    init() {}

    /// False when it is time to go.
    mutating func carryOut(_ orders: [CurlMailbox.Order]) -> Bool {
        var goesOn = true
        for order in orders {
            switch order {
            case .send(let id, let plan, let continuation): begin(id, plan, continuation)
            case .cancel(let id):
                guard let transfer = transfers.removeValue(forKey: id) else { continue }
                // The caller first: libcurl may take its time.
                transfer.finish(.failure(.cancelled))
                remove(transfer)
            case .warmUp:
                _ = handle()
                _ = ccrypto_available()
            case .stop: goesOn = false
            }
        }
        return goesOn
    }

    mutating func perform() {
        guard let multi else { return }
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

    func wait(for wake: Int32) {
        if let multi, !transfers.isEmpty {
            _ = ccurl_multi_poll(multi, wake, 60_000)
        } else {
            var waited = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, -1)
        }
    }

    mutating func close() {
        for transfer in transfers.values {
            transfer.finish(.failure(.cancelled))
            remove(transfer)
        }
        transfers = [:]
        if let multi { ccurl_multi_cleanup(multi) }
        multi = nil
    }

    private mutating func begin(
        _ id: Int, _ plan: CurlPlan,
        _ continuation: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
    ) {
        guard let multi = handle(), let transfer = CurlTransfer(plan, continuation) else {
            continuation.resume(returning: .failure(.libraryMissing(name: "libcurl")))
            return
        }
        guard ccurl_multi_add(multi, transfer.easy) == CURLM_OK else {
            transfer.finish(.failure(.other(code: 0, text: "libcurl took no more transfers")))
            return transfer.close()
        }
        transfers[id] = transfer
    }

    private func remove(_ transfer: CurlTransfer) {
        if let multi { _ = ccurl_multi_remove(multi, transfer.easy) }
        transfer.close()
    }

    private mutating func handle() -> UnsafeMutableRawPointer? {
        if multi == nil, ccurl_available() == 1 { multi = ccurl_multi_init() }
        return multi
    }
}
