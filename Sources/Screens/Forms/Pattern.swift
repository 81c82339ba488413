import CPattern

/// A regular expression that a tenant sent: a hint, checked within limits, since it may be anything.
///
/// The service decides all the same: this only spares a person a round trip.
enum Pattern {
    /// Whether `pattern` is found in `text`; nil for no verdict: it does not compile, or takes too long.
    static func verdict(_ pattern: String, on text: String) -> Bool? {
        switch cpattern_matches(pattern, pattern.utf8.count, text, text.utf8.count) {
        case 1: true
        case 0: false
        default: nil
        }
    }
}
