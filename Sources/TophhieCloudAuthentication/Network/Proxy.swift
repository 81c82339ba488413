/// A proxy's address as it was given, and the name under which it may be shown.
package struct Proxy: Equatable, Sendable {
    /// The whole, credentials included: for libcurl only.
    let address: String
    /// Host and port, without credentials.
    package let name: String

    /// Nil for what libcurl would not take as a proxy.
    package init?(_ address: String) {
        guard let rest = Self.rest(of: address), !Self.endsBeforeCredentials(rest) else { return nil }
        let name = Self.name(in: rest)
        guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
        self.address = address
        self.name = name
    }

    /// What was meant as a proxy, and is none. Libcurl refuses it by this name; without a proxy the request would
    /// go out to where somebody did not want it to go.
    private init(refused address: String) {
        let scheme = address.firstRange(of: "://")
        let name = Self.name(in: scheme.map { address[$0.upperBound...] } ?? address[...])
        self.name = name.isEmpty ? scheme.map { String(address[..<$0.upperBound]) } ?? "without a name" : name
        // Not the text itself, which another version may read in its own way: a scheme that none knows.
        self.address = "none://proxy.invalid"
    }

    /// What follows the scheme; nil for a scheme that no proxy has.
    private static func rest(of address: String) -> Substring? {
        guard let scheme = address.firstRange(of: "://") else { return address[...] }
        let name = address[..<scheme.lowerBound].lowercased()
        return schemes.contains(name) ? address[scheme.upperBound...] : nil
    }

    /// Whether libcurl would take the beginning of a password for the host: what ends an address stands in it.
    private static func endsBeforeCredentials(_ rest: Substring) -> Bool {
        guard let end = rest.firstIndex(where: isEnd) else { return false }
        return rest[end...].contains("@")
    }

    /// Host and port. Everything before the last @ goes: a password may hold one too.
    private static func name(in rest: Substring) -> String {
        let bare = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        return String(bare.prefix { !isEnd($0) })
    }

    private static func isEnd(_ character: Character) -> Bool {
        character == "/" || character == "?" || character == "#"
    }

    /// It is asked for a connection in the way of SOCKS, not by CONNECT.
    var isSOCKS: Bool { address.lowercased().hasPrefix("socks") }

    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// The proxy for a host: the setting's (empty: none), else the environment's by libcurl's rules; none for
    /// this machine. One that cannot be read is still one, which refuses.
    static func choose(
        scheme: String, host: String, setting: String?, environment: (String) -> String?
    ) -> Proxy? {
        if Address.isLoopback(host) { return nil }
        if let setting { return setting.isEmpty ? nil : Proxy(setting) ?? Proxy(refused: setting) }
        func value(_ names: String...) -> String? {
            names.lazy.compactMap(environment).first { !$0.isEmpty }
        }
        if let exceptions = value("no_proxy", "NO_PROXY"), excepts(host, exceptions) { return nil }
        // HTTP_PROXY in capitals is what a CGI request can set, so it never counts.
        let named = scheme == "https" ? value("https_proxy", "HTTPS_PROXY") : value("http_proxy")
        return (named ?? value("all_proxy", "ALL_PROXY")).map { Proxy($0) ?? Proxy(refused: $0) }
    }

    /// The proxy that requests to `address` go through.
    package static func choose(
        for address: Address, _ configuration: TophhieConfiguration, environment: (String) -> String?
    ) -> Proxy? {
        choose(
            scheme: address.scheme, host: address.host, setting: configuration.proxy,
            environment: configuration.trustsEnvironment ? environment : { _ in nil })
    }

    /// `*`, or a list of hosts and domains; a domain covers what lies below it, with or without a leading dot.
    private static func excepts(_ host: String, _ list: String) -> Bool {
        if list == "*" { return true }
        return list.split(whereSeparator: { $0 == "," || $0.isWhitespace }).contains { item in
            var item = item.lowercased()
            if item.hasPrefix(".") { item.removeFirst() }
            if item.hasSuffix(".") { item.removeLast() }
            return !item.isEmpty && (host == item || host.hasSuffix("." + item))
        }
    }
}
