/// Where a person's files lie (XDG Base Directory Specification 0.8). Nothing is made or looked at here.
struct Places: Sendable {
    /// The person's configuration; nil without a home.
    var configurationFile: String?
    /// The token cache's folder; nil without a home.
    var stateFolder: String?

    /// A path that is not absolute counts as not set, as the specification demands.
    init(environment: (String) -> String?) {
        func folder(_ variable: String, under home: String) -> String? {
            if let path = environment(variable), path.hasPrefix("/") { return path }
            return environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + home : nil }
        }
        configurationFile = folder("XDG_CONFIG_HOME", under: "/.config").map { $0 + "/vestibule/config.json" }
        stateFolder = folder("XDG_STATE_HOME", under: "/.local/state").map { $0 + "/vestibule" }
    }
}
