import Terminal

/// What tells the loop of signals.
struct Bell: Sendable {
    /// Readable when there is a reason to look around.
    var descriptor: Int32
    /// Signals since the last call; makes ``descriptor`` quiet.
    var pending: @Sendable () -> [Signal]

    init(descriptor: Int32, pending: @escaping @Sendable () -> [Signal]) {
        self.descriptor = descriptor
        self.pending = pending
    }

    init(_ signals: Signals) {
        self.init(descriptor: signals.descriptor, pending: { signals.pending() })
    }
}
