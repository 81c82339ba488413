import Wire

/// The bytes of a paste while they come in, wiped wherever they are left behind.
///
/// It does not clean them: fields know what they take.
struct PasteBuffer {
    /// What goes beyond is dropped; no field takes a hundredth of it.
    static let limit = 64 * 1024

    private var bytes: [UInt8] = []
    private var room = 0

    mutating func append(_ byte: UInt8) {
        if bytes.count >= Self.limit { return }
        if bytes.count == room { grow() }
        bytes.append(byte)
    }

    /// An array that grows by itself leaves the old bytes in freed memory.
    private mutating func grow() {
        room = max(room * 2, 1024)
        var larger: [UInt8] = []
        larger.reserveCapacity(room)
        larger.append(contentsOf: bytes)
        wipe(&bytes)
        bytes = larger
    }

    /// Hands the bytes over and is empty then. A character that the limit cut is left out.
    mutating func take() -> Secret {
        if bytes.count == Self.limit { dropCutCharacter() }
        let secret = Secret(bytes)
        bytes = []
        room = 0
        return secret
    }

    private mutating func dropCutCharacter() {
        guard let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return }
        let needed =
            switch bytes[lead] {
            case 0xF0...: 4
            case 0xE0...: 3
            case 0xC0...: 2
            default: 1
            }
        if bytes.count - lead < needed { bytes.removeLast(bytes.count - lead) }
    }
}
