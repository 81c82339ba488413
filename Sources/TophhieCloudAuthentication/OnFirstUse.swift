import Synchronization

/// An object that is made when it is first asked for, once, whoever asks.
///
/// It is held under no type of its own: a generic holder would have the runtime look the object's type up, and all that
/// is in it, before the first screen of a program that needs it much later.
final class OnFirstUse: Sendable {
    private let made = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Whether there is one; asks for no type.
    var isMade: Bool { made.withLock { $0 != nil } }

    /// Everyone must ask for the same type.
    func get<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        made.withLock { made in
            if let object = made as? Object { return object }
            let object = make()
            made = object
            return object
        }
    }
}
