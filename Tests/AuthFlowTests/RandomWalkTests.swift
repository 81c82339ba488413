import AuthFlow
import Testing
import Wire

/// Longer ways than the exhaustive walk can go, chosen by dice whose seed is printed.
@Suite("Anything, at any time")
struct RandomWalkTests {
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        /// SplitMix64 (Steele, Lea, Flood 2014).
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    /// To repeat a run that failed, put its seed in place of the random one.
    private static let seed = UInt64.random(in: 1...UInt64.max)

    @Test("One request and one timer at most, ends are ends, and Back leads to the address")
    func walks() throws {
        let seed = Self.seed
        print("random walks: seed \(seed)")
        var dice = Dice(state: seed)
        var visited: Set<String> = []
        var ends = 0
        for index in 0..<200 {
            let terrain = Terrain.all[index % Terrain.all.count]
            ends += try walk(terrain, &dice, &visited) ? 1 : 0
        }
        print("random walks: \(visited.count) steps visited, \(ends) ends reached")
        #expect(visited.count > 15, "seed \(seed)")
        #expect(ends > 0, "seed \(seed)")
    }

    /// - Returns: whether it came to an end.
    private func walk(
        _ terrain: Terrain, _ dice: inout Dice, _ visited: inout Set<String>
    ) throws -> Bool {
        var talk = Talk(terrain.goal)
        talk.tell(.started)
        for step in 0..<120 {
            talk.now += .seconds(Int.random(in: 0..<40, using: &dice))
            guard let letter = terrain.letters.randomElement(using: &dice) else { return false }
            if case .later = letter { talk.now += .seconds(Int.random(in: 0..<700, using: &dice)) }
            let isStale = Int.random(in: 0..<8, using: &dice) == 0
            let request = isStale ? RequestID(step * 7) : talk.request ?? RequestID(0)
            let timer = isStale ? TimerID(step * 7) : talk.timer ?? TimerID(0)
            guard let event = letter.event(request: request, timer: timer) else { continue }
            var ahead = talk.flow
            _ = ahead.handle(event, at: talk.now)
            // Most of what ends a conversation, or leads back, is left out: it would not get far.
            let isDull = ahead.outcome != nil || letter.name == "wentBack"
            if isDull, step < 110, Int.random(in: 0..<30, using: &dice) != 0 { continue }
            let before = talk
            talk.tell(event)
            if let step = talk.flow.state.step { visited.insert(step) }
            if before.flow.outcome != nil { #expect(talk.flow == before.flow, "an end moved") }
            if letter.isNumbered, request != before.request, timer != before.timer {
                #expect(talk.flow == before.flow, "moved by a stranger's \(event)")
            }
        }
        #expect(!String(describing: talk.flow).contains("canary"))
        let isOver = talk.flow.outcome != nil
        for _ in 0..<8 where !talk.flow.state.isWayOut { talk.tell(.wentBack) }
        #expect(talk.flow.state.isWayOut, "Back does not lead out of \(talk.flow.state)")
        #expect(talk.request == nil && talk.timer == nil)
        return isOver
    }
}
