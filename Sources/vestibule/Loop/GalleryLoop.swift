import Glibc
import Screens
import Terminal

/// Steps through exhibits: one is shown until a key asks for another.
@MainActor
final class GalleryLoop {
    private let exhibits: [Exhibit]
    private let frontEnd: any FrontEnd
    private let bell: Bell
    private let strings: Strings
    private let isUTF8: Bool
    private var index = 0
    private var size = Size(columns: 80, rows: 24)
    private var isOver = false

    init(
        _ exhibits: [Exhibit], _ frontEnd: any FrontEnd, _ bell: Bell, _ strings: Strings, isUTF8: Bool
    ) {
        self.exhibits = exhibits
        self.frontEnd = frontEnd
        self.bell = bell
        self.strings = strings
        self.isUTF8 = isUTF8
    }

    /// Until somebody leaves, or the signal that ended it.
    func run() -> Signal? {
        defer { frontEnd.close() }
        while true {
            for signal in bell.pending() where [.interrupt, .terminate, .hangUp].contains(signal) {
                return signal
            }
            for event in frontEnd.events() { take(event) }
            if isOver { return nil }
            frontEnd.show(screen)
            var descriptors = [bell.descriptor, frontEnd.descriptor ?? bell.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            poll(&descriptors, nfds_t(descriptors.count), -1)
        }
    }

    /// As it is, but for the line above it: where one is, and how to go on.
    private var screen: Screen {
        let exhibit = exhibits[index]
        var screen = Screen(exhibit.state(size: size, isUTF8: isUTF8), strings)
        let place = ["index": String(index + 1), "count": String(exhibits.count)]
        screen.header = Screen.Header(left: strings("gallery.place", place), right: exhibit.name)
        return screen
    }

    private func take(_ event: AppEvent) {
        switch event {
        case .resized(let size): self.size = size
        case .resumed, .key(.control("l")): frontEnd.redraw()
        case .inputEnded, .endRequested: isOver = true
        case .key(let key): press(key)
        default: break
        }
    }

    private func press(_ key: Key) {
        switch key {
        case .character("n"), .character(" "), .right, .down, .pageDown, .enter, .tab: step(by: 1)
        case .character("p"), .left, .up, .pageUp, .backspace, .backTab: step(by: -1)
        case .home: index = 0
        case .end: index = exhibits.count - 1
        case .character("q"), .escape, .control("g"), .control("c"): isOver = true
        case .control("z"): frontEnd.suspend()
        default: break
        }
    }

    private func step(by count: Int) { index = (index + count + exhibits.count) % exhibits.count }
}
