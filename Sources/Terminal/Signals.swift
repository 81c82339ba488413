import CTerminal
import Glibc

/// A signal that the event loop answers.
package enum Signal: Equatable, Sendable {
    case interrupt, terminate, hangUp
    /// The process was stopped and goes on; a front end finds out by itself, and says so in its events.
    case continued
    /// As above: front ends read sizes by themselves.
    case windowChanged

    init?(number: Int32) {
        switch number {
        case SIGINT: self = .interrupt
        case SIGTERM: self = .terminate
        case SIGHUP: self = .hangUp
        case SIGCONT: self = .continued
        case SIGWINCH: self = .windowChanged
        default: return nil
        }
    }

    /// 128 and the signal's number, as shells have it.
    package var exitStatus: Int32 {
        switch self {
        case .interrupt: 128 + SIGINT
        case .terminate: 128 + SIGTERM
        case .hangUp: 128 + SIGHUP
        case .continued: 128 + SIGCONT
        case .windowChanged: 128 + SIGWINCH
        }
    }
}

/// The process's signals as something that can be polled, and a bell to ring from other threads.
///
/// It does not decide what a signal means. Those of a crash never come here: the terminal is put back on the spot.
package struct Signals: Sendable {
    /// Readable when a signal came, or the bell rang.
    package let descriptor: Int32

    /// Installs the handlers; before the front end opens, or ncurses would bring its own. nil without descriptors.
    package init?() {
        descriptor = cterminal_signals()
        if descriptor < 0 { return nil }
    }

    /// What came since the last call. The bell leaves no trace here.
    package func pending() -> [Signal] {
        var found: [Signal] = []
        while true {
            let number = cterminal_next_signal()
            if number == 0 { return found }
            if let signal = Signal(number: number) { found.append(signal) }
        }
    }

    /// Makes ``descriptor`` readable; from any thread.
    package func wake() { cterminal_wake() }
}
