import Glibc

/// The process's environment, and the places that it and the command line name.
struct Environment: Sendable {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    @Sendable static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Whether a variable says yes: neither unset nor empty nor 0.
    static func isSet(_ name: String) -> Bool { ![nil, "", "0"].contains(variable(name)) }

    /// The file that is the person's own.
    var personFile: String? {
        arguments.configFile ?? Places(environment: Self.variable).configurationFile
    }

    func settings() throws(SettingsError) -> Settings {
        let chain = SettingsChain(
            personFile: personFile, personFileIsNamed: arguments.configFile != nil,
            environment: Self.variable, flags: arguments.settings)
        return try chain.settings()
    }
}
