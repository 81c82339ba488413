import AuthFlow
import Screens
import Testing

@Suite struct GalleryTests {
    private static func screen(_ exhibit: Exhibit, _ size: Size = Person.large) -> Screen {
        Screen(exhibit.state(size: size, isUTF8: true), Person.english)
    }

    @Test("Every screen there is hangs here, under a name of its own")
    func complete() {
        let titles = Set(Gallery.exhibits.map { Self.screen($0).title })
        let known = Person.english.keys.filter { $0.hasPrefix("title.") }.map { Person.english[$0] }
        #expect(titles == Set(known))
        #expect(Set(Gallery.exhibits.map(\.name)).count == Gallery.exhibits.count)
        #expect(Set(Gallery.screens).count == Gallery.screens.count)
    }

    @Test("No two exhibits look alike")
    func different() {
        var seen: [(name: String, screen: Screen)] = []
        for exhibit in Gallery.exhibits {
            let screen = Self.screen(exhibit)
            let twin = seen.first { $0.screen == screen }
            #expect(twin == nil, "\(exhibit.name) looks like \(twin?.name ?? "")")
            seen.append((exhibit.name, screen))
        }
    }

    @Test("Each shows what its name says: busy, or something to choose", arguments: Gallery.exhibits)
    func states(_ exhibit: Exhibit) {
        for size in [Person.large, Person.small] {
            let screen = Self.screen(exhibit, size)
            #expect(screen.isBusy == ["busy", "slow"].contains(exhibit.state))
            #expect(!Person.words(screen).contains("{"))
            let frame = Paint.painter(size).paint(screen)
            let scrolls = screen.scroll != nil
            // Where the cursor is hidden the focus is seen by what is reversed.
            let isReversed = frame.rows.contains { $0.runs.contains { $0.style.isReversed } }
            let isInView = screen.hidesCursor ? frame.cursor == nil && isReversed : frame.cursor != nil
            #expect(screen.isBusy || scrolls || isInView, "the focus is in view")
        }
    }
}
