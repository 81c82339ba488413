/// The names in a configuration file, as they are spelled there, doubled ones included.
///
/// It judges nothing: the text has been decoded as JSON5 before.
enum SettingNames {
    static func inOrder(of bytes: [UInt8]) -> [String] {
        var scanner = Scanner(rest: bytes[...])
        return scanner.names()
    }

    /// Walks over strings and comments; a colon outside of them and within the outermost braces follows a name.
    private struct Scanner {
        var rest: ArraySlice<UInt8>
        private var depth = 0
        private var found: [String] = []
        private var name: [UInt8] = []

        init(rest: ArraySlice<UInt8>) { self.rest = rest }

        mutating func names() -> [String] {
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): name = string(upTo: byte)
                case UInt8(ascii: "/"): comment()
                case UInt8(ascii: "{"), UInt8(ascii: "["): open(+1)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): open(-1)
                case UInt8(ascii: ","): name = []
                case UInt8(ascii: ":"):
                    if depth == 1 { found.append(String(decoding: name, as: UTF8.self)) }
                    name = []
                case 0x09...0x0D, 0x20: break
                default: name.append(byte)
                }
            }
            return found
        }

        private mutating func open(_ step: Int) {
            depth += step
            name = []
        }

        private mutating func string(upTo quote: UInt8) -> [UInt8] {
            var text: [UInt8] = []
            while let byte = rest.popFirst(), byte != quote {
                text.append(byte)
                if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { text.append(escaped) }
            }
            return text
        }

        private mutating func comment() {
            switch rest.popFirst() {
            case UInt8(ascii: "/"): rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
            case UInt8(ascii: "*"):
                while !rest.isEmpty, !rest.starts(with: Array("*/".utf8)) { rest.removeFirst() }
                rest = rest.dropFirst(2)
            default: break
            }
        }
    }
}
