extension HTTPResponse {
    /// How long to wait by `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date, which is measured
    /// against the answer's own `Date` so that our clock does not matter. At most a day; nil if unreadable.
    var retryAfter: Duration? {
        guard let value = header("Retry-After") else { return nil }
        if let seconds = Int(value) {
            return seconds < 0 ? nil : .seconds(min(seconds, Self.maximumWait))
        }
        guard let until = secondsSince1970(value), let sent = header("Date").flatMap(secondsSince1970)
        else { return nil }
        return .seconds(min(max(until - sent, 0), Self.maximumWait))
    }

    private static let maximumWait = 86_400
}

/// Reads the one date format that services send, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
private func secondsSince1970(_ date: String) -> Int? {
    let parts = date.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
        let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
        (1970...9999).contains(year)
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
    else { return nil }
    // Days of the proleptic Gregorian calendar, counted in years that begin with March.
    let years = month < 2 ? year - 1 : year
    let daysBeforeMonth = (153 * ((month + 10) % 12) + 2) / 5
    let days = 365 * years + years / 4 - years / 100 + years / 400 + daysBeforeMonth + day - 1 - 719_468
    return days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
}

private let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]
