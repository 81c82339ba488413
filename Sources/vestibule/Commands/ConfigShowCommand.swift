/// `vestibule config show`: the effective settings, each with where it comes from; those built in come last.
struct ConfigShowCommand {
    private let settings: Settings
    private let console: Console

    init(_ settings: Settings, _ console: Console) {
        self.settings = settings
        self.console = console
    }

    func run() -> ExitCode {
        Self.lines(settings).forEach(console.out)
        return .done
    }

    static func lines(_ settings: Settings) -> [String] {
        let names = SettingKey.allCases.filter { settings.entries[$0] != nil }
        let hidden: SettingKey = settings.usesAuthority ? .tenantSubdomain : .authority
        var lines: [String] = []
        for key in names where key.hasEffect && key != hidden {
            guard let entry = settings.entries[key] else { continue }
            lines.append("\(key.rawValue) = \(shown(entry.value, of: key))  (\(entry.source.name))")
        }
        for key in names where !key.hasEffect || key == hidden {
            let reason =
                key == hidden
                ? "outdone by \(settings.usesAuthority ? "authority" : "tenantSubdomain")"
                : "no effect in this version"
            lines.append("\(key.rawValue): \(reason)  (\(settings.source(key).name))")
        }
        if lines.isEmpty { lines.append("Nothing is set. To begin: vestibule config init") }
        return lines + builtIn(settings)
    }

    private static func builtIn(_ settings: Settings) -> [String] {
        SettingKey.allCases.compactMap { key in
            guard settings.entries[key] == nil, let value = Settings.builtIn[key] else { return nil }
            // Another provider has no such scope.
            if key == .scopes, settings.text(.provider) == "oidc" { return nil }
            return "\(key.rawValue) = \(shown(value, of: key))  (\(Settings.Source.program.name))"
        }
    }

    /// A proxy's address may hold a password.
    private static func shown(_ value: SettingValue, of key: SettingKey) -> String {
        switch value {
        case .text(let text):
            guard key == .proxy, let at = text.lastIndex(of: "@") else {
                return JSONText.text(text).description
            }
            let scheme = text.firstRange(of: "://").map { String(text[..<$0.upperBound]) } ?? ""
            return JSONText.text(scheme + "•••" + text[at...]).description
        case .number(let number):
            return number == number.rounded() ? String(Int(number)) : String(number)
        case .flag(let flag): return String(flag)
        case .list(let items): return JSONText.list(items.map { .text($0) }).description
        case .other, .null, .unreadable: return "…"
        }
    }
}
