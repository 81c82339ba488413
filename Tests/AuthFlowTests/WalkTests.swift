import AuthFlow
import Testing

@Suite("Everything that can happen")
struct WalkTests {
    @Test("The laws hold in every state, whatever happens", arguments: Terrain.all)
    func walks(_ terrain: Terrain) {
        let walk = Walk(terrain)
        print(
            "walked \(terrain.name): \(walk.states) states, \(walk.transitions) transitions, \(walk.repairs) repairs"
        )
        for violation in walk.violations { Issue.record(Comment(rawValue: violation)) }
        #expect(walk.steps == terrain.steps)
        #expect(walk.repairs > 0 || terrain.name == "device")
        #expect(walk.moved == Set(Letter.kinds).subtracting(terrain.unheard))
    }
}

extension Terrain: CustomTestStringConvertible {
    var testDescription: String { name }
}
