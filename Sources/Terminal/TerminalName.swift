/// Which description of a terminal to use, by the name in `TERM`.
///
/// It looks no description up: that is done by opening the terminal.
enum TerminalName {
    /// Taken for any modern terminal that this machine has no description of (ssh carries names to hosts that lack them).
    static let fallback = "xterm-256color"

    private static let modern = [
        "xterm", "ghostty", "kitty", "alacritty", "foot", "wezterm", "rio", "contour", "st-", "tmux",
        "screen",
        "rxvt", "konsole", "vte", "iterm", "gnome", "putty", "mintty", "mlterm", "nsterm", "eterm",
        "ms-terminal",
    ]

    /// Whether `name` begins like a known modern terminal.
    static func looksModern(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "st" || modern.contains { name.hasPrefix($0) }
    }

    /// Names that promise nothing: not even moving the cursor.
    static func isPlain(_ name: String) -> Bool { name.isEmpty || name == "dumb" || name == "unknown" }
}
