/// What a key asks for.
///
/// It knows no screen: what has no meaning where it was pressed is dropped by ``AppState``.
enum Command: Equatable, Sendable {
    case insert(Character)
    case edit(Edit)
    case next, previous, up, down, left, right, pageUp, pageDown, home, end
    case activate
    case back
    /// Stops what runs, else leaves.
    case interrupt
    case help, mailbox, redraw, resend, reveal, suspend

    init?(_ key: Key) {
        switch key {
        case .character(let character): self = .insert(character)
        case .enter: self = .activate
        case .tab: self = .next
        case .backTab: self = .previous
        case .escape: self = .back
        case .backspace: self = .edit(.deleteBackward)
        case .delete: self = .edit(.deleteForward)
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        case .home: self = .home
        case .end: self = .end
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .function(1): self = .help
        case .function(2): self = .mailbox
        case .control(let letter):
            guard let command = Self.control(letter) else { return nil }
            self = command
        case .alt("b"): self = .edit(.wordLeft)
        case .alt("f"): self = .edit(.wordRight)
        case .alt, .insert, .function: return nil
        }
    }

    private static func control(_ letter: Character) -> Command? {
        switch letter {
        case "a": .edit(.home)
        case "b": .edit(.left)
        case "c": .interrupt
        case "d": .edit(.deleteForward)
        case "e": .edit(.end)
        case "f": .edit(.right)
        case "g": .back
        case "h": .edit(.deleteBackward)
        case "i": .next
        case "j", "m": .activate
        case "k": .edit(.deleteToEnd)
        case "l": .redraw
        case "r": .resend
        case "t": .reveal
        case "u": .edit(.deleteToStart)
        case "w": .edit(.deleteWord)
        case "z": .suspend
        default: nil
        }
    }

    /// Whether it works while an answer is being worked on.
    var isHeardWhileBusy: Bool {
        switch self {
        case .back, .interrupt, .redraw: true
        default: false
        }
    }
}
