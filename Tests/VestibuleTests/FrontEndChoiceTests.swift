import Terminal
import Testing

@testable import vestibule

@MainActor @Suite("Why there is no full screen") struct FrontEndChoiceTests {
    @Test(
        "A long or hostile name of a terminal takes no more than its place",
        arguments: [CursesFrontEnd.Obstacle.plainTerminal, CursesFrontEnd.Obstacle.unknownTerminal])
    func explanation(_ obstacle: @Sendable (String) -> CursesFrontEnd.Obstacle) {
        let said = FrontEndChoice.explanation(obstacle("\u{1B}]0;" + String(repeating: "A", count: 5000)))
        #expect(said.count < 200)
        #expect(said.hasSuffix("so there are line prompts in place of the full screen."))
        #expect(FrontEndChoice.explanation(obstacle("dumb")).contains("\"dumb\""))
    }
}
