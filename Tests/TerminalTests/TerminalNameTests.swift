import Testing

@testable import Terminal

@Suite struct TerminalNameTests {
    @Test(
        "VB-08 names of modern terminals that a host need not know",
        arguments: [
            "xterm-ghostty", "xterm-kitty", "ghostty", "alacritty", "alacritty-direct", "foot", "foot-extra",
            "wezterm",
            "rio", "contour", "st", "st-256color", "tmux-direct", "screen.konsole", "rxvt-256color",
            "konsole-direct",
            "vte-2024", "iTerm2.app",
        ])
    func modern(_ name: String) { #expect(TerminalName.looksModern(name)) }

    @Test("VB-07 other names", arguments: ["nosuchterm", "vt100", "stv52", "dumb", "", "wy60"])
    func other(_ name: String) { #expect(!TerminalName.looksModern(name)) }

    @Test("VB-07 names that promise no cursor", arguments: ["", "dumb", "unknown"])
    func plain(_ name: String) { #expect(TerminalName.isPlain(name)) }

    @Test(arguments: ["vt100", "xterm", "dumber"]) func notPlain(_ name: String) {
        #expect(!TerminalName.isPlain(name))
    }
}
