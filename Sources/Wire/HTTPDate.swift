/// Moments as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7). The two old forms are not
/// read.
package enum HTTPDate {
    /// Seconds since 1970; nil for anything else than that form.
    package static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
            let month = months.firstIndex(where: { $0 == words[2] }), let year = Int(words[3]),
            (1970...9999).contains(year)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        // Days since 1970 in the Gregorian calendar, counted in years that begin in March.
        let shifted = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
