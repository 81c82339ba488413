import DevTenant
import Testing

@Suite("Text on its way to a terminal")
struct HarmlessTextTests {
    @Test(
        "what a terminal obeys is written out, the rest stays as it is",
        arguments: [
            ("port 80 cannot be had", "port 80 cannot be had"), ("Ärger in 東京", "Ärger in 東京"),
            ("\u{1B}[31mred", "\\u001b[31mred"), ("a\u{9B}7mb\u{7F}", "a\\u009b7mb\\u007f"),
            ("two\nlines\r", "two\\u000alines\\u000d"), ("\u{202E}back", "\\u202eback"),
            ("\u{E0041}", "\\udb40\\udc41"),
        ])
    func escapes(_ text: String, _ expected: String) { #expect(harmlessLine(text) == expected) }
}
