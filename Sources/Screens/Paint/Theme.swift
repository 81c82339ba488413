/// Colours and attributes of the roles, from a theme's table in Resources.
///
/// Where a terminal has no colours only the attributes remain; nothing on a screen is said by colour alone.
package struct Theme: Equatable, Sendable {
    package enum Color: String, Hashable, Sendable, CaseIterable {
        case black, red, green, yellow, blue, magenta, cyan, white
    }

    /// What a terminal sets for a style; a colour that is nil is the terminal's own.
    package struct Look: Hashable, Sendable {
        package var foreground: Color?
        package var background: Color?
        package var isBold: Bool
        package var isDim: Bool
        package var isReversed: Bool
        package var isUnderlined: Bool

        package init(
            foreground: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false,
            isReversed: Bool = false, isUnderlined: Bool = false
        ) {
            self.foreground = foreground
            self.background = background
            self.isBold = isBold
            self.isDim = isDim
            self.isReversed = isReversed
            self.isUnderlined = isUnderlined
        }
    }

    package let hasColors: Bool
    private let normal, accent, error, dim: Look

    /// `bytes` is a table of lines `role = colour attribute…`; `colors` is how many the terminal has, 0 for none.
    package init(_ bytes: [UInt8], colors: Int) {
        let table = TableFile(bytes)
        func look(_ role: String) -> Look {
            var look = Look()
            let words = table.bytes(of: role)?.split(separator: UInt8(ascii: " ")) ?? []
            for word in words.map({ String(decoding: $0, as: UTF8.self) }) {
                switch word {
                case "bold": look.isBold = true
                // With eight colours many terminals draw dim as black or not at all.
                case "dim": look.isDim = colors > 8
                case "reverse": look.isReversed = true
                case "underline": look.isUnderlined = true
                default: look.foreground = colors >= 8 ? Color(rawValue: word) : nil
                }
            }
            return look
        }
        hasColors = colors >= 8
        normal = look("normal")
        accent = look("accent")
        error = look("error")
        dim = look("dim")
    }

    package subscript(_ style: Style) -> Look {
        var look =
            switch style.role {
            case .normal: normal
            case .accent: accent
            case .error: error
            case .dim: dim
            case .qrLight: Look(foreground: .black, background: .white)
            case .qrDark: Look(foreground: .white, background: .black)
            }
        look.isBold = look.isBold || style.isBold
        look.isReversed = look.isReversed != style.isReversed
        look.isUnderlined = look.isUnderlined || style.isUnderlined
        return look
    }
}
