/// The places that settings come from, weakest first: the machine's file, the person's, variables, flags.
///
/// Where there is no file, no decoder runs: what a first paint waits for is counted in pages touched.
struct SettingsChain: Sendable {
    var machineFile: String? = "/etc/vestibule/config.json"
    /// Nil where the person has no home.
    var personFile: String?
    /// The person's file was named on the command line: it must be there.
    var personFileIsNamed = false
    var environment: @Sendable (String) -> String?
    var flags: [SettingKey: String] = [:]

    func settings() throws(SettingsError) -> Settings {
        var settings = Settings()
        if let machineFile { try read(machineFile, rank: 0, isRequired: false, into: &settings) }
        if let personFile {
            try read(personFile, rank: 1, isRequired: personFileIsNamed, into: &settings)
        }
        for key in SettingKey.allCases {
            // An empty variable is one that somebody unset, as shells have it.
            if let text = environment(key.variable), !text.isEmpty {
                try spell(key, text, from: .variable(key.variable), into: &settings)
            }
        }
        for key in SettingKey.allCases {
            if let text = flags[key] { try spell(key, text, from: .flag(key.flag), into: &settings) }
        }
        return settings
    }

    private func spell(
        _ key: SettingKey, _ text: String, from source: Settings.Source, into settings: inout Settings
    ) throws(SettingsError) {
        do {
            settings.set(key, try key.accept(spelled: text), from: source)
        } catch {
            throw SettingsError(.invalidValue, "\(source.name): \(key.rawValue) \(error.words).")
        }
    }

    private func read(
        _ path: String, rank: Int, isRequired: Bool, into settings: inout Settings
    ) throws(SettingsError) {
        let bytes: [UInt8]
        let content = SettingsFile.read(path) { SettingsFile.objection(to: $0, isNamed: isRequired) }
        switch content {
        case .bytes(let found): bytes = found
        case .missing:
            if isRequired { throw SettingsError(.unreadableFile, "\(path): there is no such file.") }
            return
        case .failure(let words): throw SettingsError(.unreadableFile, "\(path): \(words).")
        }
        for (name, value) in try SettingsFile.decode(bytes, path: path).sorted(by: { $0.key < $1.key }) {
            guard let key = SettingKey(rawValue: name) else {
                let nearest = Nearest.to(name, among: SettingKey.allCases.map(\.rawValue)) ?? ""
                throw SettingsError(
                    .unknownKey, "\(path): \"\(name)\" is no setting. The nearest is \"\(nearest)\".")
            }
            do {
                settings.set(key, try key.accept(value), from: .file(path, rank: rank))
            } catch {
                throw SettingsError(.invalidValue, "\(path): \(key.rawValue) \(error.words).")
            }
        }
    }
}

extension SettingKey {
    /// The flag that sets it, for those that have one.
    fileprivate var flag: String {
        switch self {
        case .tenantSubdomain: Option.tenant.rawValue
        case .clientId: Option.clientID.rawValue
        default: "--" + rawValue
        }
    }
}
