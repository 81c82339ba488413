import AuthFlow
import Testing
import TophhieCloudAuthentication

@Suite struct ForeignTextTests {
    @Test(
        "An issuer stands in a sentence: cut, and without what would hide the words behind it",
        arguments: [
            (String(repeating: "i", count: 100_000), String(repeating: "i", count: 200) + "…"),
            (
                "a" + String(repeating: "\u{301}", count: 50_000),
                "a" + String(repeating: "\u{301}", count: 199) + "…"
            ),
            ("x\u{1B}]0;", "x\u{FFFD}]0;"), ("x\u{202E}", "x\u{FFFD}"), ("x\u{9B}", "x\u{FFFD}"),
        ])
    func issuersAreText(issuer: String, shown: String) {
        let problem = Problem(.misconfigured(.discovery(.issuerRefused(issuer))))
        #expect(
            AuthError(problem).localizedDescription
                == "The configuration is not right: the issuer \(shown) does not belong to the authority.")
    }

    @Test("An attribute's name has an end, whatever the service calls it")
    func names() {
        let error = NativeAuthError.invalidAttributes([String(repeating: "n", count: 5000), "city"])
        #expect(
            error.localizedDescription
                == "These were not accepted: \(String(repeating: "n", count: 200))…, city.")
    }
}
