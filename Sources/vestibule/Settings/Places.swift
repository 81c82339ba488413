/// Where a person's configuration lies (XDG Base Directory Specification 0.8). Nothing is made or looked at here.
struct Places: Sendable {
    /// The person's configuration; nil without a home.
    var configurationFile: String?

    /// A path that is not absolute counts as not set, as the specification demands.
    init(environment: (String) -> String?) {
        func absolute(_ variable: String) -> String? {
            environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let folder = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
        configurationFile = folder.map { $0 + "/vestibule/config.json" }
    }
}
