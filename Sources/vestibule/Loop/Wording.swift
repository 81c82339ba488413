import Resources
import Screens

/// The words and colours that are embedded in the program, by the person's language.
enum Wording {
    static func strings(_ settings: Settings) -> Strings {
        let locale = locale(settings)
        return Strings(
            bytes { resources_locale(locale.language, $0) } ?? bytes { resources_locale("en", $0) } ?? [])
    }

    /// By the setting, else by the environment.
    static func locale(_ settings: Settings) -> LocaleName {
        var locale = LocaleName(Environment.variable)
        if let name = settings.text(.locale) {
            locale.language = LocaleName { $0 == "LC_ALL" ? name : nil }.language
        }
        return locale
    }

    static var theme: [UInt8] { bytes { resources_theme("default", $0) } ?? [] }

    private static func bytes(_ find: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> [UInt8]? {
        var count = 0
        return find(&count).map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
}
