import Glibc
import Screens
import Terminal
import Wire

/// A front end for `--password-stdin`: the one password is given, a refusal is final, and whatever else is asked
/// goes to the person's own terminal, if there is one.
@MainActor
final class FinalPassword: FrontEnd {
    private let inner: PlainFrontEnd
    private let hasTerminal: Bool
    /// What was given answers the first screen only.
    private var hasAnswered = false
    private var hasEnded = false
    private let wake: @Sendable () -> Void
    /// The title of the screen that nobody could be asked.
    private(set) var unasked: String?
    /// What is wrong with what was given, where it was never sent.
    private(set) var unsent: (field: FieldID, reason: String)?

    /// - Parameter terminal: the descriptor to ask on; nil when there is none.
    init(
        terminal: Int32?, given: [FieldID: Secret], strings: Strings, isUTF8: Bool,
        wake: @escaping @Sendable () -> Void
    ) {
        hasTerminal = terminal != nil
        self.wake = wake
        inner = PlainFrontEnd(
            input: terminal ?? 0, output: terminal ?? 2, strings: strings, isUTF8: isUTF8, given: given,
            wake: wake)
    }

    var descriptor: Int32? { hasTerminal ? inner.descriptor : nil }

    /// Nobody to ask ends all, a wait for a browser too; a refusal is told as the end of input is.
    func events() -> [AppEvent] {
        guard hasEnded else { return inner.events() }
        return inner.events() + [unasked == nil ? .inputEnded : .endRequested]
    }

    func show(_ screen: Screen) {
        if hasEnded { return }
        if hasAnswered, !screen.isBusy, isOver(screen) {
            hasEnded = true
            return wake()
        }
        hasAnswered = true
        inner.show(screen)
    }

    /// Whether the screen asks for what was given once, or for more while there is nobody to ask.
    private func isOver(_ screen: Screen) -> Bool {
        var asks: Set<FieldID> = []
        for case .field(let field) in screen.elements {
            asks.insert(field.id)
            if let reason = field.problem { unsent = unsent ?? (field.id, reason) }
        }
        if asks.contains(.email) || asks.contains(.password) { return true }
        // A device code too: `--device-code` is the form for whoever reads it elsewhere.
        if hasTerminal { return false }
        unasked = screen.title
        return true
    }

    func redraw() { inner.redraw() }
    func suspend() { inner.suspend() }
    func printPlainly(_ lines: [String]) { inner.printPlainly(lines) }
    func close() { inner.close() }
}

extension FinalPassword {
    enum Given {
        case password(Secret)
        case nothing
        /// Came while nobody typed.
        case signal(Signal)
    }

    /// The first line of standard input, byte for byte but for its end. A terminal is asked, and shows nothing of it.
    static func readPassword(_ signals: Signals, label: String) -> Given {
        let terminal = PlainTerminal(input: 0, output: 2)
        if terminal.isTerminal { terminal.prompt(label + ": ", isSecret: true) }
        defer { if terminal.isTerminal { terminal.finish() } }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(limit)
        defer { wipe(&bytes) }
        var byte: UInt8 = 0
        while bytes.count < limit {
            var ropes = [
                pollfd(fd: terminal.input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ropes, 2, -1) > 0 else { continue }
            for signal in signals.pending() {
                switch signal {
                case .interrupt, .terminate, .hangUp: return .signal(signal)
                case .continued where terminal.isTerminal: terminal.prompt(label + ": ", isSecret: true)
                case .continued, .windowChanged: break
                }
            }
            guard ropes[0].revents != 0 else { continue }
            let count = read(terminal.input, &byte, 1)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count <= 0 || byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        if terminal.isTerminal, byte == UInt8(ascii: "\n") { terminal.answered() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes.isEmpty ? .nothing : .password(Secret(Array(bytes)))
    }

    /// More than a field takes: what is longer is refused there, and not cut.
    private static let limit = 16_384
}
