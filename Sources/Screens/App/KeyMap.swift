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
            guard let command = Self.control[letter] else { return nil }
            self = command
        case .alt(let letter):
            guard let command = Self.alt[letter] else { return nil }
            self = command
        case .insert, .function: return nil
        }
    }

    private static let control: [Character: Command] = [
        "a": .edit(.home), "b": .edit(.left), "d": .edit(.deleteForward), "e": .edit(.end),
        "f": .edit(.right), "h": .edit(.deleteBackward), "k": .edit(.deleteToEnd),
        "u": .edit(.deleteToStart), "w": .edit(.deleteWord),
        "c": .interrupt, "g": .back, "i": .next, "j": .activate, "l": .redraw, "m": .activate,
        "r": .resend, "t": .reveal, "z": .suspend,
    ]

    private static let alt: [Character: Command] = [
        "b": .edit(.wordLeft), "f": .edit(.wordRight),
    ]

    /// Whether it works while an answer is being worked on.
    var isHeardWhileBusy: Bool {
        switch self {
        case .back, .interrupt, .redraw: true
        default: false
        }
    }
}
