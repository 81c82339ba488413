import FoundationEssentials
import TophhieCloudAuthentication

extension Settings {
    /// Whether there is enough to ask a service for a sign-in.
    var isConfigured: Bool {
        text(.clientId) != nil && (text(.authority) != nil || text(.tenantSubdomain) != nil)
    }

    /// The SDK's configuration, checked: whatever is wrong is named by its setting and place.
    func configuration() throws(SettingsError) -> TophhieConfiguration {
        guard let clientID = text(.clientId) else { throw missing(.clientId) }
        var configuration: TophhieConfiguration
        if usesAuthority, let authority = text(.authority) {
            guard let made = TophhieConfiguration(clientId: clientID, authorityText: authority) else {
                throw invalid(.authority, .notAnAddress)
            }
            configuration = made
        } else if let name = text(.tenantSubdomain) {
            configuration = TophhieConfiguration(clientId: clientID, tenantSubdomain: name)
        } else {
            throw missing(.tenantSubdomain)
        }
        try fill(&configuration)
        do {
            try configuration.validate()
        } catch {
            let key = SettingKey(rawValue: error.setting) ?? .timeoutSeconds
            throw invalid(key, error.reason)
        }
        return configuration
    }

    private func fill(_ configuration: inout TophhieConfiguration) throws(SettingsError) {
        configuration.tenantId = text(.tenantId)
        if let word = text(.provider), let provider = TophhieConfiguration.Provider(rawValue: word) {
            configuration.provider = provider
        }
        if let address = text(.graphEndpoint) {
            guard let url = URL(string: address) else { throw invalid(.graphEndpoint, .notAnAddress) }
            configuration.graphEndpoint = url
        }
        let capabilities = list(.capabilities) ?? Self.capabilities
        if capabilities.contains("mfaRequired") { configuration.capabilities.insert(.mfaRequired) }
        if capabilities.contains("registrationRequired") {
            configuration.capabilities.insert(.registrationRequired)
        }
        if let scopes = list(.scopes) { configuration.scopes = scopes }
        configuration.verificationUri = text(.verificationUri)
        configuration.caFile = text(.caFile)
        configuration.proxy = text(.proxy)
        if let seconds = number(.timeoutSeconds) { configuration.timeout = .seconds(seconds) }
        configuration.driver = { LoopExecutor.shared }
        configuration.time.sleep = { try await LoopExecutor.shared.sleep(for: $0) }
    }

    private func missing(_ key: SettingKey) -> SettingsError {
        let other: SettingKey = usesAuthority ? .authority : .tenantSubdomain
        let what =
            key == .clientId && entries[other] != nil
            ? "clientId is not set, though \(other.rawValue) is (\(source(other).name))."
            : "No tenant is configured (\(key.rawValue) is not set)."
        return SettingsError(
            .notConfigured,
            what + " To try it out: vestibule demo. For your own tenant: vestibule config init.")
    }

    private func invalid(_ key: SettingKey, _ reason: ConfigurationError.Reason) -> SettingsError {
        let words = ConfigurationError(key.rawValue, reason).localizedDescription
        return SettingsError(.invalidValue, "\(source(key).name): \(words)")
    }
}
