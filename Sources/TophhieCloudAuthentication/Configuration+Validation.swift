public import FoundationEssentials

/// A setting that cannot be used, and why.
public struct ConfigurationError: LocalizedError, Equatable, Sendable {
    /// The setting's name, as in a configuration file.
    public var setting: String
    /// What is wrong with it.
    public var reason: Reason

    /// What is wrong with a value.
    public enum Reason: Equatable, Sendable {
        /// It is empty.
        case missing
        /// No full address.
        case notAnAddress
        /// Plain http to another machine.
        case notHTTPS
        /// The address holds a user name or password (RFC 3986, section 3.2.1).
        case hasUserInfo
        /// The address has a part that a path cannot be put behind (RFC 3986, sections 3.4 and 3.5).
        case hasQuery, hasFragment
        /// A host in another script, which several letters could stand for (RFC 5891): its A-label is wanted.
        case notASCII
        /// A tenant's name that is no single label of a host (RFC 1123, section 2.1).
        case notOneLabel
        /// No GUID.
        case notAGUID
        /// Zero or less.
        case notPositive
        /// A proxy of a kind that is not known.
        case unknownScheme
        /// A list whose item is empty or has a character that no scope has (RFC 6749, section 3.3).
        case badItem(String)
        /// No tenant in the path, and none to be guessed from the host.
        case noTenant
    }

    /// A refusal of `setting`.
    public init(_ setting: String, _ reason: Reason) {
        self.setting = setting
        self.reason = reason
    }

    /// One sentence for a person: which setting, and what is wrong with it.
    public var errorDescription: String? {
        let words =
            switch reason {
            case .missing: "is missing"
            case .notAnAddress: "is not a full address such as https://contoso.ciamlogin.com"
            case .notASCII: "must spell its host in ASCII letters, in the form that begins with xn--"
            case .notHTTPS: "must begin with https:// (plain http only for this machine)"
            case .hasUserInfo: "must not hold a user name or password"
            case .hasQuery: "must not have a query (?…)"
            case .hasFragment: "must not have a fragment (#…)"
            case .notOneLabel: "must be one name of letters, digits and hyphens, such as contoso"
            case .notAGUID: "must be a GUID such as 11111111-2222-4333-8444-555555555555"
            case .notPositive: "must be more than zero"
            case .unknownScheme:
                "must be an address such as http://proxy:3128, or begin with https:// or socks5h://"
            case .badItem(let item):
                "has the item \"\(item)\", which is empty or has a character that no scope has"
            case .noTenant: "must name the tenant in its path, such as https://login.example.com/GUID"
            }
        return "\(setting) \(words)."
    }

    /// The same sentence; FoundationEssentials does not derive it.
    public var localizedDescription: String { errorDescription ?? "" }
}

extension TophhieConfiguration {
    /// Checks every setting, without the network.
    ///
    /// - Throws: ``ConfigurationError`` for the first that cannot be used.
    public func validate() throws(ConfigurationError) {
        _ = try checkedAuthority()
        if clientId.isEmpty { throw ConfigurationError("clientId", .missing) }
        if provider == .entra, !clientId.isGUID { throw ConfigurationError("clientId", .notAGUID) }
        if let tenantId, !tenantId.isGUID { throw ConfigurationError("tenantId", .notAGUID) }
        if let ownGraphEndpoint { _ = try Address(checking: ownGraphEndpoint, setting: "graphEndpoint") }
        if let verificationUri, verificationUri != "service" {
            guard verificationUri.isPlainAddress, let url = URL(string: verificationUri) else {
                throw ConfigurationError("verificationUri", .notAnAddress)
            }
            _ = try Address(checking: url, setting: "verificationUri")
        }
        // RFC 6749, section 3.3: visible ASCII without quotation marks and backslashes.
        for scope in scopes
        where scope.isEmpty
            || !scope.utf8.allSatisfy({ (0x21...0x7E).contains($0) && ![0x22, 0x5C].contains($0) })
        {
            throw ConfigurationError("scopes", .badItem(scope))
        }
        if timeout <= .zero { throw ConfigurationError("timeout", .notPositive) }
        if caFile == "" { throw ConfigurationError("caFile", .missing) }
        if let proxy, !proxy.isEmpty, Proxy(proxy) == nil {
            throw ConfigurationError("proxy", .unknownScheme)
        }
    }

    /// The authority as requests need it: checked, with the tenant's path.
    package func checkedAuthority() throws(ConfigurationError) -> Address {
        if let tenantSubdomain, !tenantSubdomain.isLabel {
            throw ConfigurationError("tenantSubdomain", tenantSubdomain.isEmpty ? .missing : .notOneLabel)
        }
        var address: Address
        if let plainAuthority {
            address = plainAuthority
        } else {
            address = try Address(checking: authority, setting: "authority")
        }
        guard provider == .entra, address.path.isEmpty else { return address }
        // `https://contoso.ciamlogin.com/` alone stands for its tenant (protocol reference, section 1.1).
        let labels = address.host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count == 3, labels[1] == "ciamlogin", labels[2] == "com" else {
            throw ConfigurationError("authority", .noTenant)
        }
        address.path = "/\(labels[0]).onmicrosoft.com"
        return address
    }
}

extension String {
    /// 8-4-4-4-12 hexadecimal digits.
    package var isGUID: Bool {
        guard utf8.count == 36 else { return false }
        var place = 0
        for byte in utf8 {
            defer { place += 1 }
            switch place {
            case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
            default:
                guard
                    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                        || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
                else { return false }
            }
        }
        return true
    }

    /// One label of a host name: letters, digits, hyphens within, 63 at most (RFC 1123, section 2.1).
    package var isLabel: Bool {
        !isEmpty && utf8.count <= 63 && !hasPrefix("-") && !hasSuffix("-")
            && utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                    || $0 == UInt8(ascii: "-")
            }
    }
}
