import Glibc
package import Screens

/// The full screen: screens become rows of cells, what the terminal sends becomes keys.
///
/// It does not lay out (the painter does) and decides nothing. It alone reads the terminal's size.
@MainActor package final class CursesFrontEnd: FrontEnd {
    private let curses: Curses
    private let theme: Theme
    private let options: Options
    private let isLinuxConsole: Bool
    private var decoder: KeyDecoder
    private var size: Size
    private var saidSize = false
    private var isHungUp = false
    private var wasStopped = false
    private var capsLock: Bool?
    /// What the terminal shows; nil when that is not known.
    private var shown: Frame?
    private var latest: Screen?
    private var qr: (text: String, matrix: QRMatrix?)?
    /// The lines that stand on the main screen in place of the full one.
    private var printed: String?
    private var isClosed = false

    /// How to look and speak.
    package struct Options: Sendable {
        package var strings: Strings
        /// The theme's table.
        package var theme: [UInt8]
        package var usesColor: Bool
        package var isUTF8: Bool
        /// Keys come over a network, in pieces: an Esc waits longer for the rest of its sequence.
        package var isRemote: Bool

        package init(
            strings: Strings, theme: [UInt8], usesColor: Bool, isUTF8: Bool, isRemote: Bool
        ) {
            self.strings = strings
            self.theme = theme
            self.usesColor = usesColor
            self.isUTF8 = isUTF8
            self.isRemote = isRemote
        }
    }

    /// Why there is no full screen here.
    package enum Obstacle: Error, Equatable, Sendable {
        /// `TERM` is not set, or names a terminal that cannot move its cursor.
        case plainTerminal(String)
        /// Nothing is known about the terminal of this name.
        case unknownTerminal(String)
        /// The terminal cannot be read or changed.
        case unavailable
    }

    /// Takes the terminal over, which `terminal` (the value of `TERM`) describes. What is written to `errors` meanwhile,
    /// the message of a crash, shows when it is given back.
    package init(
        terminal: String, input: Int32, output: Int32, errors: Int32 = 2, options: Options
    ) throws(Obstacle) {
        curses = try Self.open(terminal, input, output, errors, options)
        self.options = options
        decoder = KeyDecoder(options.isUTF8 ? .utf8 : .ofLocale())
        descriptor = input
        theme = Theme(options.theme, colors: curses.colors)
        size = curses.size
        isLinuxConsole = terminal.hasPrefix("linux")
    }

    private static func open(
        _ name: String, _ input: Int32, _ output: Int32, _ errors: Int32, _ options: Options
    ) throws(Obstacle) -> Curses {
        guard !TerminalName.isPlain(name) else { throw .plainTerminal(name) }
        func attempt(_ name: String) throws(Curses.Failure) -> Curses {
            try Curses(
                terminal: name, input: input, output: output, errors: errors,
                escapeDelay: options.isRemote ? 300 : 25, usesColor: options.usesColor)
        }
        do {
            return try attempt(name)
        } catch .unknownTerminal where TerminalName.looksModern(name) {
            do { return try attempt(TerminalName.fallback) } catch { throw .unknownTerminal(name) }
        } catch .unknownTerminal {
            throw .unknownTerminal(name)
        } catch .cannotAddress {
            throw .plainTerminal(name)
        } catch {
            throw .unavailable
        }
    }

    // MARK: Input

    package private(set) var descriptor: Int32?

    package func events() -> [AppEvent] {
        if isClosed || isHungUp { return [] }
        var events: [AppEvent] = []
        if !saidSize || followSize() {
            saidSize = true
            events.append(.resized(size))
        }
        if curses.wasContinued() {
            // Stopped by somebody else: whatever stands on the terminal now, the modes are not ours any more.
            if printed == nil { takeBack() } else { writePlainly() }
            wasStopped = true
        }
        if wasStopped { events.append(.resumed) }
        wasStopped = false
        if curses.isCapsLockOn != capsLock {
            capsLock = curses.isCapsLockOn
            events.append(.capsLock(capsLock))
        }
        events += printed != nil ? eventsWhilePrinting() : decoder.decode(curses.read())
        if curses.isHungUp {
            isHungUp = true
            descriptor = nil
            events.append(.endRequested)
        }
        return events
    }

    /// Waits until a window that is being dragged keeps its size, but for no more than a tenth of a second: each size
    /// would be painted for nothing.
    private func followSize() -> Bool {
        guard curses.followSize() else { return false }
        for _ in 0..<4 {
            curses.pause(milliseconds: 25)
            if !curses.followSize() { break }
        }
        size = curses.size
        return true
    }

    // MARK: Output

    package func show(_ screen: Screen) {
        latest = screen
        if isClosed || printed != nil || isHungUp { return }
        let frame = painter(for: screen).paint(screen)
        for row in frame.rowsChanged(since: shown) {
            curses.write(row) { theme[$0] }
        }
        curses.show(cursor: frame.cursor)
        shown = frame
    }

    private func painter(for screen: Screen) -> Painter {
        Painter(
            theme: theme, strings: options.strings, size: size, isUTF8: options.isUTF8,
            qr: screen.qrText.flatMap(matrix), qrCells: drawsHalfBlocks ? .half : .full)
    }

    private func matrix(of text: String) -> QRMatrix? {
        if let qr, qr.text == text { return qr.matrix }
        let matrix = QRDrawing.matrix(of: text)
        qr = (text, matrix)
        return matrix
    }

    /// Whether there are colours to draw a QR code in.
    package var drawsQR: Bool { theme.hasColors }
    /// Whether its squares may be half blocks: the Linux console's font lacks them.
    package var drawsHalfBlocks: Bool { options.isUTF8 && !isLinuxConsole }

    package func redraw() {
        if isClosed { return }
        shown = nil
        curses.redraw()
    }

    // MARK: Leaving the full screen

    package func suspend() {
        if isClosed { return }
        curses.leave()
        curses.stop()
        // Where no shell could continue it, it was not stopped.
        wasStopped = curses.wasContinued()
        takeBack()
        // Whoever had the terminal meanwhile may have left it in another size.
        saidSize = !curses.followSize()
        size = curses.size
    }

    private func takeBack() {
        curses.lose()
        redraw()
    }

    package func printPlainly(_ lines: [String]) {
        if isClosed || printed != nil { return }
        curses.leave()
        let words = PlainWords(strings: options.strings, isUTF8: options.isUTF8)
        let all = lines + ["", options.strings["plain.return"], ""]
        printed = all.map(words.line).joined(separator: "\n")
        writePlainly()
    }

    private func writePlainly() {
        if let printed { curses.print(printed) }
    }

    /// The terminal reads lines now; the end of one is the way back.
    private func eventsWhilePrinting() -> [AppEvent] {
        let events = decoder.decode(curses.read())
        guard events.contains(where: { [.key(.enter), .key(.escape)].contains($0) }) else { return [] }
        printed = nil
        redraw()
        if let latest { show(latest) }
        return []
    }

    package func close() {
        if isClosed { return }
        isClosed = true
        descriptor = nil
        curses.close()
    }
}
