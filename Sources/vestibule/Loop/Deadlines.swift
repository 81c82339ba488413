import AuthFlow

/// The waits that a flow asked for, as moments at which it is told that they are over.
///
/// None is over early; one may be late by less than ``slack``, where that saves the machine a wake-up.
struct Deadlines {
    private var moments: [TimerID: Duration] = [:]

    static let slack = Duration.seconds(1)

    mutating func set(_ id: TimerID, to moment: Duration) { moments[id] = moment }

    mutating func remove(_ id: TimerID) { moments[id] = nil }

    /// Those that are over, the earliest first; each is given once.
    mutating func take(at now: Duration) -> [TimerID] {
        if moments.isEmpty { return [] }
        let over = moments.filter { $0.value <= now }.sorted { $0.value < $1.value }.map(\.key)
        for id in over { moments[id] = nil }
        return over
    }

    /// When to wake up next, for one of them or for `tick`, the moment at which the screen changes.
    func wake(before tick: Duration?) -> Duration? {
        guard !moments.isEmpty, let first = moments.values.min() else { return tick }
        guard let tick else { return first }
        return first <= tick - Self.slack ? first : tick
    }
}
