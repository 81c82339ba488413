/// A moment as people say it: "today 14:02".
///
/// It is given the offset from UTC: it knows no time zones.
struct DayTime {
    /// Days since 1970-01-01 in local time.
    let day: Int
    private let minute: Int

    init(_ seconds: Int, utcOffset: Int) {
        let local = seconds + utcOffset
        day = Int((Double(local) / 86400).rounded(.down))
        minute = (local - day * 86400) / 60
    }

    var clock: String { Self.twoDigits(minute / 60) + ":" + Self.twoDigits(minute % 60) }

    /// Year, month and day, as in ISO 8601 (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    var date: String {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return "\(year)-\(Self.twoDigits(month < 10 ? month + 3 : month - 9))-\(Self.twoDigits(dayOfMonth))"
    }

    /// Seen from `today`.
    func text(today: Int, _ strings: Strings) -> String {
        switch today - day {
        case 0: strings("time.today", ["time": clock])
        case 1: strings("time.yesterday", ["time": clock])
        default: "\(date) \(clock)"
        }
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}

extension AppState {
    /// Seconds since 1970 at the last event.
    var epochNow: Int { options.epoch + Int(clamping: now.components.seconds) }

    func dayTime(_ seconds: Int, _ strings: Strings) -> String {
        let today = DayTime(epochNow, utcOffset: options.utcOffset).day
        return DayTime(seconds, utcOffset: options.utcOffset).text(today: today, strings)
    }

    func clock(_ seconds: Int) -> String { DayTime(seconds, utcOffset: options.utcOffset).clock }
}
