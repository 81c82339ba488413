public import FoundationEssentials

/// The clocks, as one value that is handed in: what the time is, how long something took, how to wait.
///
/// It is not asked from anywhere: whoever needs the time was given a source of it.
public struct TimeSource: Sendable {
    /// The time of day, for what expires at a moment: tokens and codes.
    public var now: @Sendable () -> Date
    /// Time since a fixed moment, for intervals. Setting the machine's clock does not move it.
    public var elapsed: @Sendable () -> Duration
    /// Waits.
    ///
    /// - Throws: `CancellationError`, as soon as the surrounding task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Where in 0..<1 a wait with jitter falls.
    package var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Clocks of one's own: a test's stand still until they are moved.
    public init(
        now: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.elapsed = elapsed
        self.sleep = sleep
    }

    /// The machine's own clocks. The second goes on while the machine is suspended.
    public static let system: TimeSource = {
        let start = ContinuousClock.now
        return TimeSource(
            now: { Date() }, elapsed: { ContinuousClock.now - start },
            sleep: { try await Task.sleep(for: $0, clock: .continuous) })
    }()
}
