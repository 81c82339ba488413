import Glibc
import Screens
import Synchronization
import Terminal
import TophhieCloudAuthentication
import Wire

@testable import vestibule

/// A front end that answers each screen at rest with the next of its answers, and remembers what it was shown.
@MainActor
final class FakeFrontEnd: FrontEnd {
    private(set) var shown: [Screen] = []
    private(set) var closings = 0
    private var answers: [[AppEvent]]
    private var pending: [AppEvent] = []
    private let ring: @Sendable () -> Void
    var whileStopped: () -> Void = {}

    init(_ answers: [[AppEvent]], ring: @escaping @Sendable () -> Void) {
        self.answers = answers
        self.ring = ring
    }

    let descriptor: Int32? = nil

    func events() -> [AppEvent] {
        defer { pending = [] }
        return pending
    }

    func show(_ screen: Screen) {
        shown.append(screen)
        if screen.isBusy || answers.isEmpty || !pending.isEmpty { return }
        pending = answers.removeFirst()
        ring()
    }

    func redraw() {}
    func suspend() { whileStopped() }
    func printPlainly(_ lines: [String]) {}
    func close() { closings += 1 }
}

/// A bell of a test's own, with the signals that it is to tell.
final class TestBell: Sendable {
    private let ends: (read: Int32, write: Int32)
    private let signals = Mutex<[Signal]>([])

    init?() {
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else { return nil }
        _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
        ends = (pair[0], pair[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    func send(_ signal: Signal) {
        signals.withLock { $0.append(signal) }
        ring()
    }

    /// Whether all signals were heard.
    var isQuiet: Bool { signals.withLock { $0.isEmpty } }

    func ring() {
        var byte: UInt8 = 0
        _ = write(ends.write, &byte, 1)
    }

    var bell: Bell {
        Bell(
            descriptor: ends.read,
            pending: { [self] in
                var buffer = [UInt8](repeating: 0, count: 64)
                while read(ends.read, &buffer, buffer.count) > 0 {}
                return signals.withLock { signals in
                    defer { signals = [] }
                    return signals
                }
            })
    }
}

/// Presses Esc once, at the first busy screen.
@MainActor
final class BusyEscape: FrontEnd {
    private let inner: FakeFrontEnd
    private let ring: @Sendable () -> Void
    private var isPressed = false
    private var hasPressed = false

    init(_ inner: FakeFrontEnd, ring: @escaping @Sendable () -> Void) {
        self.inner = inner
        self.ring = ring
    }

    var descriptor: Int32? { inner.descriptor }

    func events() -> [AppEvent] {
        defer { isPressed = false }
        return inner.events() + (isPressed ? [.key(.escape)] : [])
    }

    func show(_ screen: Screen) {
        inner.show(screen)
        guard screen.isBusy, !hasPressed else { return }
        hasPressed = true
        isPressed = true
        ring()
    }

    func redraw() {}
    func suspend() {}
    func printPlainly(_ lines: [String]) {}
    func close() { inner.close() }
}
