extension HTTPResponse {
    /// How long to wait by `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date, which is measured
    /// against the answer's own `Date` so that our clock does not matter. At most a day; nil if unreadable.
    package var retryAfter: Duration? {
        guard let value = header("Retry-After") else { return nil }
        if let seconds = Int(value) {
            return seconds < 0 ? nil : .seconds(min(seconds, Self.maximumWait))
        }
        guard let until = HTTPDate.seconds(value), let sent = header("Date").flatMap(HTTPDate.seconds)
        else { return nil }
        return .seconds(min(max(until - sent, 0), Self.maximumWait))
    }

    private static let maximumWait = 86_400
}
