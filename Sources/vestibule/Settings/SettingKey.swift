/// Every key that a configuration file may hold, those of later features included: a file written for a newer
/// feature is no mistake. What has an effect in this version is ``hasEffect``.
enum SettingKey: String, CaseIterable, Hashable, Sendable {
    case tenantSubdomain, tenantId, authority, provider, clientId, redirectUri, scopes, capabilities
    case graphEndpoint, verificationUri, signInIdentifier, caFile, proxy, timeoutSeconds, refusalSeconds
    case locale, theme, cache, browser, rememberLastUser, banner, log, logFile
    // The door's: `gate` and `kiosk`.
    case allow, allowRoot, deviceCodeWithoutTerminal, flows, gateTicketSeconds, graceSeconds, idleSeconds
    case insecureDevTenant, maxAttempts, powerCommands, sessionCommand, sessionShell, sessionUser
    case sharedAccounts, userMap

    /// What a value may be.
    enum Kind: Equatable, Sendable {
        case text, flag, list
        /// Zero or more, or (`isPositive`) more than zero.
        case number(isPositive: Bool)
        case choice([String])
        /// A list of these.
        case words([String])
        /// Anything at all: read by a feature that this version does not have.
        case later
    }

    var kind: Kind {
        switch self {
        case .tenantSubdomain, .tenantId, .authority, .clientId, .redirectUri, .graphEndpoint,
            .verificationUri,
            .caFile, .proxy, .locale, .theme, .banner, .logFile, .sessionShell, .sessionUser, .userMap:
            .text
        case .scopes, .flows, .sharedAccounts: .list
        case .capabilities: .words(["mfaRequired", "registrationRequired"])
        case .timeoutSeconds: .number(isPositive: true)
        case .refusalSeconds, .gateTicketSeconds, .graceSeconds, .idleSeconds, .maxAttempts:
            .number(isPositive: false)
        case .rememberLastUser, .allowRoot, .deviceCodeWithoutTerminal, .insecureDevTenant: .flag
        case .provider: .choice(["entra", "oidc"])
        case .signInIdentifier: .choice(["email", "emailOrUsername"])
        case .cache: .choice(["file", "memory"])
        case .browser: .choice(["ask", "never"])
        case .log: .choice(["syslog", "file", "none"])
        case .allow, .powerCommands, .sessionCommand: .later
        }
    }

    /// Whether this version does anything with it. The others are accepted and named by `config show`.
    var hasEffect: Bool {
        switch self {
        case .tenantSubdomain, .tenantId, .authority, .provider, .clientId, .scopes, .graphEndpoint,
            .verificationUri, .caFile, .capabilities, .proxy, .timeoutSeconds, .refusalSeconds, .locale,
            .cache, .banner, .log,
            .logFile:
            true
        default: false
        }
    }

    /// `tenantSubdomain` → `VESTIBULE_TENANT_SUBDOMAIN`.
    var variable: String {
        let prefix: StaticString = "VESTIBULE_"
        var key = rawValue
        // At most every letter is a capital. It is made for every key at each start.
        return String(unsafeUninitializedCapacity: prefix.utf8CodeUnitCount + 2 * key.utf8.count) { name in
            prefix.withUTF8Buffer { _ = name.initialize(from: $0) }
            var end = prefix.utf8CodeUnitCount
            key.withUTF8 { letters in
                for letter in letters {
                    let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
                    if isUpper {
                        name[end] = UInt8(ascii: "_")
                        end += 1
                    }
                    name[end] = isUpper ? letter : letter - 0x20
                    end += 1
                }
            }
            return end
        }
    }
}
