import Synchronization

/// A password, code or token: bytes that are wiped when the last holder lets go.
///
/// It is not a `String` (which cannot be wiped), and it does not print, dump, mirror or encode what it holds.
/// ``withExposed(_:)`` is the only way in; search for it to find every use.
package struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private final class Storage: Sendable {
        let bytes: Mutex<[UInt8]>

        init(_ bytes: consuming [UInt8]) { self.bytes = Mutex(bytes) }

        deinit { bytes.withLock { wipe(&$0) } }
    }

    private let storage: Storage

    /// Takes over `bytes`, UTF-8 where they are text. A caller that keeps a copy wipes it itself.
    package init(_ bytes: consuming [UInt8]) { storage = Storage(bytes) }

    /// The UTF-8 of `text`. The text itself cannot be wiped: for values that arrived as one.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    package static let empty = Secret([UInt8]())

    /// The number of bytes.
    package var count: Int { storage.bytes.withLock { $0.count } }

    package var isEmpty: Bool { count == 0 }

    /// Lends the bytes for the length of the call; they must not be kept.
    package func withExposed<R>(_ body: ([UInt8]) throws -> R) rethrows -> R {
        try storage.bytes.withLock { try body($0) }
    }

    /// A copy as text, for the few interfaces that take nothing else; it cannot be wiped.
    package func exposedAsString() -> String { withExposed { String(decoding: $0, as: UTF8.self) } }

    /// Equality in a time that depends on the lengths only.
    package static func == (a: Secret, b: Secret) -> Bool {
        if a.storage === b.storage { return true }
        // Two references to the same bytes, not two locks held at once: those could be taken in either order.
        let left = a.withExposed { $0 }
        let right = b.withExposed { $0 }
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }

    package var description: String { "•••" }
    package var debugDescription: String { "•••" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Overwrites the array's own storage with zeros. The optimiser is kept from dropping the stores.
@inline(never)
package func wipe(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    withExtendedLifetime(bytes) {}
}
