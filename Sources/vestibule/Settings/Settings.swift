/// The effective settings, each with where it came from. It knows nothing of their meaning but their types.
struct Settings: Equatable, Sendable {
    private(set) var entries = Entries()

    /// Entries by their key: a short list, which costs a start less than a dictionary.
    struct Entries: Equatable, Sendable {
        private var list: [Pair] = []

        private struct Pair: Equatable, Sendable {
            var key: SettingKey
            var entry: Entry
        }

        var isEmpty: Bool { list.isEmpty }
        var count: Int { list.count }

        subscript(key: SettingKey) -> Entry? {
            get { list.first { $0.key == key }?.entry }
            set {
                list.removeAll { $0.key == key }
                if let newValue { list.append(Pair(key: key, entry: newValue)) }
            }
        }
    }

    struct Entry: Equatable, Sendable {
        var value: SettingValue
        var source: Source
    }

    /// Where a value stands. A later one counts more.
    enum Source: Equatable, Sendable {
        case program
        /// `rank` tells the machine's file (0) from the person's (1).
        case file(String, rank: Int)
        case variable(String)
        case flag(String)

        var name: String {
            switch self {
            case .program: "built in"
            case .file(let path, _): path
            case .variable(let name), .flag(let name): name
            }
        }

        var rank: Int {
            switch self {
            case .program: -1
            case .file(_, let rank): rank
            case .variable: 2
            case .flag: 3
            }
        }
    }

    /// What holds where nothing is set.
    static let builtIn: [SettingKey: SettingValue] = [
        .provider: .text("entra"), .scopes: .list(["User.Read"]),
        .graphEndpoint: .text("https://graph.microsoft.com"), .timeoutSeconds: .number(20),
        .refusalSeconds: .number(0), .cache: .text("file"), .log: .text("none"),
        .capabilities: .list(capabilities),
    ]

    /// What a flow can do is declared, unless somebody wants a tenant to be asked as by a lesser program.
    ///
    /// Apart from the table, which would have to be built before the first paint.
    static let capabilities = ["mfaRequired", "registrationRequired"]

    mutating func set(_ key: SettingKey, _ value: SettingValue, from source: Source) {
        entries[key] = Entry(value: value, source: source)
    }

    func text(_ key: SettingKey) -> String? {
        if case .text(let text) = entries[key]?.value { text } else { nil }
    }

    func number(_ key: SettingKey) -> Double? {
        if case .number(let number) = entries[key]?.value { number } else { nil }
    }

    func list(_ key: SettingKey) -> [String]? {
        if case .list(let list) = entries[key]?.value { list } else { nil }
    }

    /// Where a value came from; the place to set it where there is none.
    func source(_ key: SettingKey) -> Source { entries[key]?.source ?? .program }

    /// Whether the tenant is named by its authority: the one of `authority` and `tenantSubdomain` that was set in
    /// the stronger place counts, at the same place the authority.
    var usesAuthority: Bool {
        guard let authority = entries[.authority] else { return false }
        guard let subdomain = entries[.tenantSubdomain] else { return true }
        return authority.source.rank >= subdomain.source.rank
    }
}

/// A setting or a file that cannot be used; exit status 3.
struct SettingsError: Error, Equatable {
    /// The camelCase name for scripts.
    var name: Name
    /// One sentence that names the setting and the place, not yet fit for a terminal.
    var message: String

    enum Name: String, Sendable {
        case notConfigured, unreadableFile, invalidSyntax, unknownKey, invalidValue
    }

    init(_ name: Name, _ message: String) {
        self.name = name
        self.message = message
    }
}
