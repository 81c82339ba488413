package import Wire

/// What stands in a field, and where the cursor is: typed text, character by character.
///
/// Every character is bytes of its own that are wiped when it goes, so that a password never becomes a `String`
/// as a whole. Bytes stay as they were typed: nothing is normalised, nothing is trimmed.
package struct Draft: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case text
        case secret
        /// Decimal digits only, in whatever script they are typed.
        case digits
    }

    package let kind: Kind
    private var characters: [Secret] = []
    /// Between 0 and the number of characters.
    package private(set) var cursor = 0

    /// What a field holds at most, in characters.
    package static let limit = 1024
    /// A character may have any number of marks; all together have an end.
    private static let byteLimit = 8192

    package init(_ kind: Kind, _ text: String = "") {
        self.kind = kind
        _ = insert(Secret(text))
    }

    package var count: Int { characters.count }
    package var isEmpty: Bool { characters.isEmpty }
    private var byteCount: Int { characters.reduce(0) { $0 + $1.count } }

    /// The whole, byte for byte.
    package var value: Secret {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for character in characters { character.withExposed { bytes.append(contentsOf: $0) } }
        return Secret(bytes)
    }

    /// The characters in the clear, for fields that show what is typed.
    package var exposed: [Character] {
        characters.map { Character($0.exposedAsString()) }
    }

    /// Whether only the cursor may differ.
    package func hasSameText(as other: Draft) -> Bool { characters == other.characters }

    // MARK: - Typing

    /// What became of text that was to be inserted.
    package enum Insertion: Equatable, Sendable {
        case whole
        /// Only the first of several lines was taken: the rest belongs to no field.
        case firstLine
        /// Control characters, bytes that are no UTF-8, or what is no digit, were left out.
        case filtered
        /// Nothing was left out but what no screen shows.
        case unseenLeftOut
        /// Nothing was taken: the field would hold more than its limit.
        case tooLong
    }

    /// Inserts text at the cursor: one typed character, or a paste.
    ///
    /// Line ends at its end are dropped; what follows another line end is not taken.
    package mutating func insert(_ text: Secret) -> Insertion {
        var grown = self
        var result = Insertion.whole
        var hasText = false
        var lineEnded = false
        text.withExposed { bytes in
            var scalars = Scalars(bytes)
            while let scalar = scalars.next() {
                if scalar.isLineEnd {
                    lineEnded = hasText
                } else if lineEnded {
                    result = .firstLine
                    return
                } else if let accepted = kind.accepted(scalar) {
                    grown.insert(accepted)
                    hasText = true
                } else if kind == .text, scalar.properties.generalCategory == .format {
                    if result == .whole { result = .unseenLeftOut }
                } else if !(kind == .digits && scalar.separatesDigits) {
                    result = .filtered
                }
            }
            if scalars.hadErrors { result = .filtered }
        }
        guard grown.count <= Self.limit, grown.byteCount <= Self.byteLimit else { return .tooLong }
        self = grown
        return result
    }

    /// A mark joins the character before the cursor, as it does on screen.
    private mutating func insert(_ scalar: Unicode.Scalar) {
        if cursor > 0, let joined = characters[cursor - 1].joined(with: scalar) {
            characters[cursor - 1] = joined
        } else {
            characters.insert(
                Secret(Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)), at: cursor)
            cursor += 1
        }
    }

    // MARK: - Moving and removing

    package mutating func edit(_ edit: Edit) {
        switch edit {
        case .left: cursor = max(cursor - 1, 0)
        case .right: cursor = min(cursor + 1, count)
        case .home: cursor = 0
        case .end: cursor = count
        case .wordLeft: cursor = wordStart
        case .wordRight: cursor = wordEnd
        case .deleteBackward: remove(max(cursor - 1, 0)..<cursor)
        case .deleteForward: remove(cursor..<min(cursor + 1, count))
        case .deleteToStart: remove(0..<cursor)
        case .deleteToEnd: remove(cursor..<count)
        case .deleteWord: remove(wordStart..<cursor)
        }
    }

    package mutating func clear() {
        characters = []
        cursor = 0
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    /// As in readline a word ends at white space. Where words are in a secret must not show: it is one word.
    private var wordStart: Int {
        guard kind != .secret else { return 0 }
        var index = cursor
        while index > 0, characters[index - 1].isBlank { index -= 1 }
        while index > 0, !characters[index - 1].isBlank { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        guard kind != .secret else { return count }
        var index = cursor
        while index < count, characters[index].isBlank { index += 1 }
        while index < count, !characters[index].isBlank { index += 1 }
        return index
    }
}

/// A step of line editing, whatever key stands for it.
package enum Edit: Equatable, Sendable {
    case left, right, home, end, wordLeft, wordRight
    case deleteBackward, deleteForward, deleteToStart, deleteToEnd, deleteWord
}

extension Draft.Kind {
    /// The scalar as it is kept; nil for what this kind of field does not take.
    fileprivate func accepted(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch (self, scalar.properties.generalCategory) {
        case (.text, .control), (.secret, .control): return nil
        // What copying brings along and nobody sees. Joiners are part of how some languages are written.
        case (.text, .format): return [0x200C, 0x200D].contains(scalar.value) ? scalar : nil
        case (.text, _), (.secret, _): return scalar
        case (.digits, _): break
        }
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else {
            return nil
        }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }
}

extension Unicode.Scalar {
    fileprivate var isLineEnd: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// What people put between the groups of a code, and what copying from a page brings along.
    fileprivate var separatesDigits: Bool {
        if properties.isWhitespace || value == 0x2212 { return true }
        switch properties.generalCategory {
        case .dashPunctuation, .format: return true
        default: return false
        }
    }
}

extension Secret {
    /// This character with another scalar, where the two make one character.
    fileprivate func joined(with scalar: Unicode.Scalar) -> Secret? {
        // Letters, digits and signs of ASCII join nothing; this spares most passwords a copy.
        guard scalar.value > 0x7F, let added = UTF8.encode(scalar) else { return nil }
        var bytes = withExposed { $0 }
        bytes.append(contentsOf: added)
        guard String(decoding: bytes, as: UTF8.self).count == 1 else {
            wipe(&bytes)
            return nil
        }
        return Secret(bytes)
    }

    fileprivate var isBlank: Bool { exposedAsString().allSatisfy(\.isWhitespace) }
}

/// The scalars of bytes that are UTF-8; what is not is skipped, and noted.
private struct Scalars {
    private(set) var hadErrors = false
    private var bytes: [UInt8].Iterator
    private var decoder = UTF8()

    init(_ bytes: [UInt8]) { self.bytes = bytes.makeIterator() }

    mutating func next() -> Unicode.Scalar? {
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar): return scalar
            case .emptyInput: return nil
            case .error: hadErrors = true
            }
        }
    }
}
