import Testing
import Wire

@Suite struct HTTPDateTests {
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
            ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("120", nil), ("", nil),
        ] as [(String, Int?)])
    func dateIsRead(_ text: String, _ seconds: Int?) { #expect(HTTPDate.seconds(text) == seconds) }

    @Test func retryDateCountsByTheServicesClock() {
        let response = HTTPResponse(
            status: 429,
            headers: [
                HTTPHeader("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
                HTTPHeader("retry-after", "Sun, 06 Nov 1994 08:49:50 GMT"),
            ])
        #expect(response.retryAfter == .seconds(13))
    }
}
