import Synchronization
import Wire

/// Whoever lets libcurl work for transports: takes orders from any thread, and carries them out on its own with a
/// ``CurlWork``.
package protocol CurlDriver: AnyObject, Sendable {
    /// False when it can take none.
    func post(_ order: CurlOrder) -> Bool
}

/// What a transport asks of its driver.
package struct CurlOrder: Sendable {
    enum Kind: Sendable {
        case send(Int, CurlPlan, CurlTransfer.Continuation)
        /// Means nothing before the request came and after its end.
        case cancel(Int)
        case warmUp
        case stop
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    private static let lastID = Atomic(0)

    /// A number for a request, which transports that share a driver do not share.
    static func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }
}
