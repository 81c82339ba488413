package import FoundationEssentials
import Glibc
import Synchronization

/// The tenant's clock: an injected one, moved by as much as the admin interface asked for.
///
/// Everything that expires is judged by it; delays of faults are not.
package final class TenantClock: Sendable {
    private let base: @Sendable () -> Date
    private let offset = Mutex<Double>(0)

    package init(_ base: @escaping @Sendable () -> Date = { Date() }) { self.base = base }

    package var now: Date { base().addingTimeInterval(offset.withLock { $0 }) }

    package func advance(by seconds: Double) { offset.withLock { $0 += seconds } }

    package func set(to date: Date) {
        let real = base()
        offset.withLock { $0 = date.timeIntervalSince(real) }
    }
}

extension Date {
    /// `2026-11-30T12:00:00Z`.
    package var iso8601: String { formatted(.iso8601) }

    /// `2026-11-30 12:00:00Z`, the form of error bodies (protocol reference, section 13).
    var errorTimestamp: String {
        iso8601.split(separator: "T").joined(separator: " ")
    }

    /// `Mon, 30 Nov 2026 12:00:00 GMT` (RFC 9110, section 5.6.7). The program keeps the C locale, whose names these are.
    var httpDate: String {
        var seconds = time_t(timeIntervalSince1970)
        var parts = tm()
        var text = [CChar](repeating: 0, count: 64)
        guard gmtime_r(&seconds, &parts) != nil else { return "" }
        let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
