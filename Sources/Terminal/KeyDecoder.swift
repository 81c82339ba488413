import Screens

/// Turns what a terminal sends into keys and pastes.
///
/// It reads nothing itself and waits for nothing. ncurses has replaced the keys that the terminal's description
/// names; what it left are characters, and sequences of which descriptions know nothing: keys of other modes, keys with
/// modifiers, the marks around a paste, and reports to a program that ran before and no longer takes them.
///
/// ```text
/// ground ─ ESC ─► escape ─ [ ─► sequence ─ 200~ ─► paste ─ ESC[201~ ─► ground
///    │               │               └ M ─► mouse    A sequence or character that comes in pieces is waited for,
///    └ lead ─► utf8  ├ O ─► application              but for a lone ESC: that is the key, when a batch ends with it.
///                    ├ ] P X ^ _ ─► string ─ BEL, ESC\ ─► ground
///                    └ other ─► Alt
/// ```
struct KeyDecoder {
    enum Input: Equatable {
        case byte(UInt8)
        /// nil is a key that has no meaning here.
        case key(Key?)
    }

    private enum State: Equatable {
        case ground, escape
        case sequence([UInt8])
        /// `ESC [ [`: the Linux console's F1 to F5.
        case console
        case application
        /// A control string (ECMA-48, 5.6): the answer to what another program asked, for nobody here.
        case string(StringPart)
        /// How many characters of a mouse report are to come, and whether one of two bytes may have begun.
        case mouse(rest: Int, hasLead: Bool)
        case character(bytes: [UInt8], length: Int, isAlt: Bool)
        /// How much of the mark at the end has come.
        case paste(matched: Int)
    }

    private enum StringPart: Equatable {
        /// Behind its introducer: so far it may be Alt with this key.
        case introduced(UInt8)
        case content
        /// Behind an ESC in the same batch, and in an earlier one: `\` ends the string.
        case escape, lateEscape
    }

    private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    private static let interrupt: UInt8 = 3

    private let charset: InputCharset
    private var state = State.ground
    private var buffer = PasteBuffer()
    private var events: [AppEvent] = []

    init(_ charset: InputCharset = .utf8) { self.charset = charset }

    /// Decodes all that was there to read.
    mutating func decode(_ batch: [Input]) -> [AppEvent] {
        if case .paste = state, batch == [.byte(Self.interrupt)] {
            // A paste whose end got lost must not swallow every key for good.
            finishPaste()
        }
        for input in batch { take(input) }
        if state == .escape { leave(with: .escape) }
        if state == .application { leave(with: .alt("O")) }
        if case .string(.introduced(let byte)) = state { leave(with: .alt(Character(Unicode.Scalar(byte)))) }
        if state == .string(.escape) { state = .string(.lateEscape) }
        defer { events = [] }
        return events
    }

    private mutating func take(_ input: Input) {
        switch (input, state) {
        case (.key, .paste): break
        // To the library a column may be a key of its own.
        case (.key(.backspace), .mouse): take(0x7F)
        case (.key(let key), .escape):
            // Alt with a named key: most have no meaning of their own.
            state = .ground
            if let key { emit(key == .backspace ? .control("w") : key) }
        case (.key(let key), _):
            state = .ground
            if let key { emit(key) }
        case (.byte(let byte), _): take(byte)
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: takeFirst(byte, isAlt: false)
        case .escape: takeAfterEscape(byte)
        case .sequence(let parameters): takeInSequence(byte, parameters)
        case .console: leave(with: (0x41...0x45).contains(byte) ? .function(Int(byte) - 0x40) : nil)
        case .application: leave(with: KeySequences.application(byte))
        case .string(let part): takeInString(byte, part)
        case .mouse(let rest, let hasLead): takeInMouseReport(byte, rest, hasLead)
        case .character(let bytes, let length, let isAlt):
            takeContinuation(byte, of: bytes, length: length, isAlt: isAlt)
        case .paste(let matched): takePasted(byte, matched)
        }
    }

    private mutating func takeFirst(_ byte: UInt8, isAlt: Bool) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case 0x08, 0x7F: emit(isAlt ? .control("w") : .backspace)
        case 0x09: emit(.tab)
        case 0x0A, 0x0D: emit(.enter)
        case 0x00...0x1F: emit(.control(Self.controlName(byte)))
        case 0x20...0x7E: emit(Unicode.Scalar(byte), isAlt: isAlt)
        case 0x80... where charset.isOneByte:
            if let scalar = charset.scalar(byte) { emit(scalar, isAlt: isAlt) }
        case 0xC2...0xDF: state = .character(bytes: [byte], length: 2, isAlt: isAlt)
        case 0xE0...0xEF: state = .character(bytes: [byte], length: 3, isAlt: isAlt)
        case 0xF0...0xF4: state = .character(bytes: [byte], length: 4, isAlt: isAlt)
        default: break
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8) {
        switch byte {
        case 0x1B: emit(.escape)
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O"): state = .application
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string(.introduced(byte))
        default: takeFirst(byte, isAlt: true)
        }
    }

    /// Nothing in it is meant for us, but whoever presses Enter or Ctrl-C while one lacks its end is.
    private mutating func takeInString(_ byte: UInt8, _ part: StringPart) {
        switch (part, byte) {
        case (.escape, UInt8(ascii: "\\")), (.lateEscape, UInt8(ascii: "\\")): state = .ground
        case (.escape, 0x1B), (.lateEscape, 0x1B): state = .escape
        case (.escape, _):
            state = .escape
            takeAfterEscape(byte)
        case (.lateEscape, _): takeFirst(byte, isAlt: false)
        case (_, 0x07): state = .ground
        case (_, 0x1B): state = .string(.escape)
        case (_, 0x00...0x1F), (_, 0x7F): takeFirst(byte, isAlt: false)
        default: state = .string(.content)
        }
    }

    /// A button and a place, each a byte, or a character where the place is far (xterm's modes 1000 and 1005).
    private mutating func takeInMouseReport(_ byte: UInt8, _ rest: Int, _ hasLead: Bool) {
        let isContinuation = byte & 0xC0 == 0x80
        switch byte {
        case 0x01...0x1F: takeFirst(byte, isAlt: false)
        // The last of three had begun nothing: the report was over before this.
        case _ where hasLead && !isContinuation && rest == 1: takeFirst(byte, isAlt: false)
        case 0xC2...0xDF where !hasLead: state = .mouse(rest: rest, hasLead: true)
        default:
            let left = rest - (hasLead && !isContinuation ? 2 : 1)
            state = left > 0 ? .mouse(rest: left, hasLead: false) : .ground
        }
    }

    private mutating func takeInSequence(_ byte: UInt8, _ parameters: [UInt8]) {
        switch byte {
        // What is longer is no key; its end is waited for all the same.
        case 0x20...0x3F: state = .sequence(parameters.count < 32 ? parameters + [byte] : parameters)
        case UInt8(ascii: "[") where parameters.isEmpty: state = .console
        case UInt8(ascii: "M") where parameters.isEmpty: state = .mouse(rest: 3, hasLead: false)
        case 0x40...0x7E:
            if parameters.count == 32 {
                leave(with: nil)
            } else if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) {
                state = .paste(matched: 0)
            } else {
                leave(with: KeySequences.control(parameters, final: byte))
            }
        default: takeFirst(byte, isAlt: false)
        }
    }

    private mutating func takeContinuation(_ byte: UInt8, of bytes: [UInt8], length: Int, isAlt: Bool) {
        guard byte & 0xC0 == 0x80 else { return takeFirst(byte, isAlt: false) }
        if bytes.count + 1 < length {
            state = .character(bytes: bytes + [byte], length: length, isAlt: isAlt)
            return
        }
        state = .ground
        guard let text = String(validating: bytes + [byte], as: UTF8.self),
            let scalar = text.unicodeScalars.first, !(0x80...0x9F).contains(scalar.value)
        else { return }
        emit(scalar, isAlt: isAlt)
    }

    private mutating func takePasted(_ byte: UInt8, _ matched: Int) {
        if byte == Self.pasteEnd[matched] {
            if matched + 1 == Self.pasteEnd.count {
                finishPaste()
            } else {
                state = .paste(matched: matched + 1)
            }
            return
        }
        for held in Self.pasteEnd[..<matched] { buffer.append(held) }
        state = .paste(matched: 0)
        if byte == Self.pasteEnd[0] {
            state = .paste(matched: 1)
        } else {
            charset.utf8(byte) { buffer.append($0) }
        }
    }

    private mutating func finishPaste() {
        state = .ground
        events.append(.pasted(buffer.take()))
    }

    private mutating func leave(with key: Key?) {
        state = .ground
        if let key { emit(key) }
    }

    private mutating func emit(_ key: Key) { events.append(.key(key)) }

    /// A mark that comes with its base becomes one character with it; a late one comes alone.
    private mutating func emit(_ scalar: Unicode.Scalar, isAlt: Bool) {
        let character = Character(scalar)
        if isAlt { return emit(.alt(character)) }
        if scalar.value >= 0x300, case .key(.character(let base)) = events.last {
            let joined = String(base) + String(character)
            if joined.count == 1 {
                events[events.count - 1] = .key(.character(Character(joined)))
                return
            }
        }
        emit(.character(character))
    }

    private static func controlName(_ byte: UInt8) -> Character {
        let name = byte | 0x40
        return Character(Unicode.Scalar((0x41...0x5A).contains(name) ? name | 0x20 : name))
    }
}
