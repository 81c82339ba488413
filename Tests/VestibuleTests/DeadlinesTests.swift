import AuthFlow
import Testing

@testable import vestibule

@Suite("Deadlines") struct DeadlinesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let moments: [Double]
        let tick: Double?
        let wake: Double?

        init(_ name: String, _ moments: [Double], tick: Double?, wake: Double?) {
            testDescription = name
            self.moments = moments
            self.tick = tick
            self.wake = wake
        }
    }

    private func deadlines(_ moments: [Double]) -> Deadlines {
        var deadlines = Deadlines()
        for (number, moment) in moments.enumerated() {
            deadlines.set(TimerID(number), to: .seconds(moment))
        }
        return deadlines
    }

    @Test(
        "a deadline is served with the tick after it where that is less than a second away",
        arguments: [
            Row("nothing to wait for", [], tick: nil, wake: nil),
            Row("a tick only", [], tick: 4, wake: 4),
            Row("deadlines only", [6, 5], tick: nil, wake: 5),
            Row("just before a tick", [5.001], tick: 6, wake: 6),
            Row("at the tick", [6], tick: 6, wake: 6),
            Row("a second before a tick", [5], tick: 6, wake: 5),
            Row("long before a tick", [5], tick: 30, wake: 5),
            Row("after a tick", [5], tick: 4, wake: 4),
            Row("one long before, one just before a tick", [6.5, 3], tick: 7, wake: 3),
        ])
    func wakes(_ row: Row) {
        let wake = deadlines(row.moments).wake(before: row.tick.map { .seconds($0) })
        #expect(wake == row.wake.map { .seconds($0) })
    }

    @Test("each is over once, none early, the earliest first")
    func taken() {
        var deadlines = deadlines([7, 5, 6])
        deadlines.set(TimerID(9), to: .seconds(1))
        deadlines.remove(TimerID(9))
        #expect(deadlines.take(at: .seconds(4.999)).isEmpty)
        #expect(deadlines.take(at: .seconds(6)) == [TimerID(1), TimerID(2)])
        #expect(deadlines.take(at: .seconds(6)).isEmpty)
        #expect(deadlines.take(at: .seconds(8)) == [TimerID(0)])
    }

    @Test(
        "woken as it says, it is never late by a second, and no more often than the ticks and its own moments"
    )
    func isPunctual() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1000 {
            let moment = Double.random(in: 0..<20, using: &generator)
            var deadlines = deadlines([moment])
            var (now, wakes) = (Duration.zero, 0)
            while deadlines.take(at: now).isEmpty {
                // A tick at each whole second.
                let tick = Duration.seconds(now.components.seconds + 1)
                now = deadlines.wake(before: tick) ?? tick
                wakes += 1
            }
            #expect(now >= .seconds(moment) && now < .seconds(moment) + Deadlines.slack, "\(moment)")
            #expect(wakes <= Int(moment) + 1, "\(moment)")
        }
    }
}
