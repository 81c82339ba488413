import CTerminal
import Glibc
import Screens

/// The one ncurses screen, as Swift values.
///
/// It knows rows and keys, not screens or forms. With Signals and PlainTerminal it is all that imports CTerminal.
@MainActor final class Curses {
    enum Failure: Error, Equatable { case unknownTerminal, cannotAddress, unavailable }

    private var handle: OpaquePointer?
    private let input: Int32

    /// Takes the terminal over. What is written to `errors` waits for its end. `escapeDelay` is in milliseconds.
    init(
        terminal: String, input: Int32, output: Int32, errors: Int32, escapeDelay: Int32, usesColor: Bool
    ) throws(Failure) {
        self.input = input
        let result = cterminal_open(
            terminal, input, output, errors, escapeDelay, usesColor ? 1 : 0, &handle)
        switch result {
        case CTERMINAL_OPENED: break
        case CTERMINAL_UNKNOWN: throw .unknownTerminal
        case CTERMINAL_UNADDRESSED: throw .cannotAddress
        default: throw .unavailable
        }
    }

    var colors: Int { handle.map { Int(cterminal_colors($0)) } ?? 0 }

    var size: Size {
        guard let handle else { return .minimum }
        var rows: Int32 = 0
        var columns: Int32 = 0
        cterminal_size(handle, &rows, &columns)
        return Size(columns: Int(columns), rows: Int(rows))
    }

    /// Whether the window has another size than at the last look; it is adopted then.
    func followSize() -> Bool {
        guard let handle else { return false }
        return cterminal_follow_size(handle) == 1
    }

    /// Whether nobody is at the other end any more.
    var isHungUp: Bool {
        var poll = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 0) > 0 else { return false }
        return poll.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }

    /// Nil where nobody can tell, as over a network.
    var isCapsLockOn: Bool? {
        switch cterminal_caps_lock(input) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    /// Waits for input, a signal or the end of the time.
    func pause(milliseconds: Int32) {
        var poll = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        _ = Glibc.poll(&poll, 1, milliseconds)
    }

    // MARK: Writing

    func write(_ row: Row, look: (Style) -> Theme.Look) {
        guard let handle else { return }
        var column = 0
        var pen = Theme.Look()
        for run in row.runs {
            let next = look(run.style)
            // A few blanks between two looks are as blank in the first one, and cost no change.
            if !(run.text.utf8.count <= 4 && next.isBlank(run.text) && pen.isBlank(run.text)) {
                pen = next.isBlank(run.text) ? Theme.Look() : next
            }
            column = write(run.text, row: row.index, column: column, look: pen, to: handle)
        }
        cterminal_clear_row(handle, Int32(row.index), Int32(column))
    }

    /// Writes simple characters together, and each that is more than one scalar at its own column: the library may
    /// think otherwise about how wide it is.
    private func write(
        _ text: String, row: Int, column start: Int, look: Theme.Look, to handle: OpaquePointer
    ) -> Int {
        if let scalars = CharacterWidth.simpleScalars(text) {
            put(scalars, row: row, column: start, look: look, to: handle)
            return start + scalars.count
        }
        var column = start
        var pieceColumn = start
        var piece: [UInt32] = []
        func flush() {
            if piece.isEmpty { return }
            put(piece, row: row, column: pieceColumn, look: look, to: handle)
            piece.removeAll(keepingCapacity: true)
        }
        for character in text {
            let scalars = character.unicodeScalars
            let isSimple = character.isASCII || (scalars.count == 1 && scalars.first?.value ?? 0 < 0x2600)
            if !isSimple { flush() }
            if piece.isEmpty { pieceColumn = column }
            piece.append(contentsOf: scalars.map(\.value))
            column += CharacterWidth.of(character)
            if !isSimple { flush() }
        }
        flush()
        return column
    }

    private func put(_ scalars: [UInt32], row: Int, column: Int, look: Theme.Look, to handle: OpaquePointer) {
        cterminal_put(
            handle, Int32(row), Int32(column), scalars, scalars.count, look.attributes,
            look.foreground?.number ?? -1, look.background?.number ?? -1)
    }

    /// Sends what changed and puts the cursor there; nil hides it.
    func show(cursor: Frame.Position?) {
        guard let handle else { return }
        cterminal_show(handle, Int32(cursor?.row ?? -1), Int32(cursor?.column ?? 0))
    }

    func redraw() {
        if let handle { cterminal_redraw(handle) }
    }

    // MARK: Giving back

    func leave() {
        if let handle { cterminal_leave(handle) }
    }

    /// Whoever stopped the process gave the terminal back for it.
    func lose() {
        if let handle { cterminal_lost(handle) }
    }

    /// Writes text while the screen is left.
    func print(_ text: String) {
        if let handle { FileDescriptorWriter.write(text, to: cterminal_output(handle)) }
    }

    /// Stops the process and its group until somebody continues it: not at all where nobody could.
    func stop() { cterminal_stop() }

    func wasContinued() -> Bool { cterminal_was_continued() == 1 }

    func close() {
        if let handle { cterminal_close(handle) }
        handle = nil
    }

    // MARK: Reading

    /// What was typed by now, in portions: whoever sends without end must not keep signals from being heard.
    func read() -> [KeyDecoder.Input] {
        guard let handle else { return [] }
        var batch: [KeyDecoder.Input] = []
        var code: Int32 = 0
        // Never cut within a key's sequence: a lone Esc is a key of its own.
        while batch.count < 4096 || (batch.count < 8192 && batch.suffix(8).contains(.byte(0x1B))) {
            switch cterminal_read(handle, &code) {
            case CTERMINAL_BYTE: batch.append(.byte(UInt8(truncatingIfNeeded: code)))
            case CTERMINAL_KEY: batch.append(.key(Self.key(code)))
            default: return batch
            }
        }
        return batch
    }

    private static func key(_ code: Int32) -> Key? {
        switch cterminal_key(rawValue: UInt32(bitPattern: code)) {
        case CTERMINAL_KEY_UP: .up
        case CTERMINAL_KEY_DOWN: .down
        case CTERMINAL_KEY_LEFT: .left
        case CTERMINAL_KEY_RIGHT: .right
        case CTERMINAL_KEY_HOME: .home
        case CTERMINAL_KEY_END: .end
        case CTERMINAL_KEY_PAGE_UP: .pageUp
        case CTERMINAL_KEY_PAGE_DOWN: .pageDown
        case CTERMINAL_KEY_INSERT: .insert
        case CTERMINAL_KEY_DELETE: .delete
        case CTERMINAL_KEY_BACKSPACE: .backspace
        case CTERMINAL_KEY_ENTER: .enter
        case CTERMINAL_KEY_BACK_TAB: .backTab
        default:
            (1...12).contains(code - Int32(bitPattern: CTERMINAL_KEY_F0.rawValue))
                ? .function(Int(code) - Int(CTERMINAL_KEY_F0.rawValue)) : nil
        }
    }
}

extension Theme.Look {
    /// Whether `text` would leave its cells as they are on an empty screen.
    fileprivate func isBlank(_ text: String) -> Bool {
        !isReversed && !isUnderlined && background == nil && text.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
    }

    fileprivate var attributes: UInt32 {
        var bits = 0
        if isBold { bits |= Int(CTERMINAL_BOLD) }
        if isReversed { bits |= Int(CTERMINAL_REVERSE) }
        if isUnderlined { bits |= Int(CTERMINAL_UNDERLINE) }
        if isDim { bits |= Int(CTERMINAL_DIM) }
        return UInt32(bits)
    }
}

extension Theme.Color {
    /// In the order of ECMA-48 (SGR 30 to 37).
    fileprivate var number: Int32 {
        switch self {
        case .black: 0
        case .red: 1
        case .green: 2
        case .yellow: 3
        case .blue: 4
        case .magenta: 5
        case .cyan: 6
        case .white: 7
        }
    }
}
