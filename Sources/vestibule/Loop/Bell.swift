import Terminal

/// What wakes the loop, and tells it of signals.
struct Bell: Sendable {
    /// Readable when there is a reason to look around.
    var descriptor: Int32
    /// Signals since the last call; makes ``descriptor`` quiet.
    var pending: @Sendable () -> [Signal]
    /// From any thread.
    var ring: @Sendable () -> Void

    init(
        descriptor: Int32, pending: @escaping @Sendable () -> [Signal], ring: @escaping @Sendable () -> Void
    ) {
        self.descriptor = descriptor
        self.pending = pending
        self.ring = ring
    }

    init(_ signals: Signals) {
        self.init(
            descriptor: signals.descriptor, pending: { signals.pending() }, ring: { signals.wake() })
    }
}
