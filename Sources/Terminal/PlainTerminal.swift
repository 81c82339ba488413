import CTerminal
import Glibc

/// Where plain prompts are written and answered: a terminal, or pipes.
///
/// It keeps lines apart and secrets off the screen; what is asked is not its matter.
@MainActor package final class PlainTerminal {
    /// What answers are read from: never waits on a terminal.
    package let input: Int32
    private let ownsInput: Bool
    private let output: Int32
    package let isTerminal: Bool
    private var isPrompting = false
    private var isHidden = false

    package init(input: Int32, output: Int32) {
        isTerminal = isatty(input) == 1
        let own = isTerminal ? cterminal_own_input(input) : -1
        ownsInput = own >= 0
        self.input = ownsInput ? own : input
        self.output = output
    }

    deinit { if ownsInput { Glibc.close(input) } }

    /// Writes one line, on a line of its own.
    func say(_ line: String) {
        endLine()
        FileDescriptorWriter.write(line + "\n", to: output)
    }

    /// Asks on a line that stays open for the answer. The echo goes first: nothing that is typed early may show.
    package func prompt(_ text: String, isSecret: Bool) {
        endLine()
        if isSecret { hideTyping() } else { showTyping() }
        isPrompting = true
        FileDescriptorWriter.write(text, to: output)
    }

    /// The person's Enter ended the line, unless nobody could see it.
    package func answered() {
        if isPrompting, isHidden || !isTerminal { FileDescriptorWriter.write("\n", to: output) }
        isPrompting = false
    }

    /// Ends an open line without an answer.
    func endLine() {
        if isPrompting { FileDescriptorWriter.write("\n", to: output) }
        isPrompting = false
    }

    /// While nobody asks: what is typed then may be a password that comes too early.
    func hideTyping() {
        if isTerminal, !isHidden { isHidden = cterminal_echo_off(input) == 1 }
    }

    private func showTyping() {
        if isHidden { cterminal_echo_on() }
        isHidden = false
    }

    package func finish() {
        endLine()
        showTyping()
    }

    /// Forgets what was typed on a terminal that nobody read. Pipes hold answers to questions to come.
    func dropTypedAhead() {
        if isTerminal { _ = tcflush(input, TCIFLUSH) }
    }

    func suspend() {
        finish()
        cterminal_stop()
    }

    func wasContinued() -> Bool { cterminal_was_continued() == 1 }
}
