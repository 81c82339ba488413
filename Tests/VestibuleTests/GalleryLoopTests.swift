import Screens
import Terminal
import Testing
import Wire

@testable import vestibule

@Suite("Gallery") @MainActor struct GalleryLoopTests {
    private let bell: TestBell

    init() throws { bell = try #require(TestBell()) }

    private func names(_ keys: [Key], of screen: String = "method") throws -> [String] {
        let settings = try SettingsChain(machineFile: nil, environment: { _ in nil }).settings()
        let frontEnd = FakeFrontEnd(keys.map { [.key($0)] }, ring: { [bell] in bell.ring() })
        let loop = GalleryLoop(
            Gallery.exhibits.filter { $0.screen == screen }, frontEnd, bell.bell, Wording.strings(settings),
            isUTF8: true)
        #expect(loop.run() == nil)
        #expect(frontEnd.closings > 0)
        return frontEnd.shown.map(\.header.right)
    }

    @Test("n and p step through, round the ends; q and Esc leave")
    func steps() throws {
        let first = ["method", "method-gone"]
        #expect(try names([.character("n"), .character("q")]) == first)
        #expect(
            try names([.character("p"), .character("n"), .escape]) == [
                "method", "method-registration", "method",
            ])
        #expect(try names([.end, .home, .character("x"), .character("q")]).last == "method")
    }

    @Test("A signal ends it")
    func signal() throws {
        let settings = try SettingsChain(machineFile: nil, environment: { _ in nil }).settings()
        bell.send(.terminate)
        let frontEnd = FakeFrontEnd([], ring: {})
        let loop = GalleryLoop(
            Gallery.exhibits, frontEnd, bell.bell, Wording.strings(settings), isUTF8: true)
        #expect(loop.run() == .terminate)
    }

    @Test("A screen that there is not is named, with those that there are")
    func unknown() throws {
        let arguments = try Arguments(["gallery", "sing-in"])
        #expect(arguments.command == .gallery("sing-in"))
        let error = #expect(throws: UsageError.self) {
            try GalleryCommand(arguments, "sing-in", Console())
        }
        #expect(error?.message.contains("create-account") == true)
    }
}
