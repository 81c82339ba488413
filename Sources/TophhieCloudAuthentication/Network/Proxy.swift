/// A proxy's address as it was given, and the name under which it may be shown.
package struct Proxy: Equatable, Sendable {
    /// The whole, credentials included: for libcurl only.
    let address: String
    /// Host and port, without credentials.
    package let name: String

    /// Nil for what libcurl would not take as a proxy.
    package init?(_ address: String) {
        var rest = address[...]
        if let scheme = address.firstRange(of: "://") {
            let name = address[..<scheme.lowerBound].lowercased()
            guard Self.schemes.contains(name) else { return nil }
            rest = address[scheme.upperBound...]
        }
        if let end = rest.firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) { rest = rest[..<end] }
        // The last @: a password may hold one too.
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        guard !rest.isEmpty, !rest.contains(where: \.isWhitespace) else { return nil }
        self.address = address
        name = String(rest)
    }

    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// The proxy for a host: the setting's (empty: none), else the environment's by libcurl's rules; none for
    /// this machine.
    static func choose(
        scheme: String, host: String, setting: String?, environment: (String) -> String?
    ) -> Proxy? {
        if Address.isLoopback(host) { return nil }
        if let setting { return Proxy(setting) }
        func value(_ names: String...) -> String? {
            names.lazy.compactMap(environment).first { !$0.isEmpty }
        }
        if let exceptions = value("no_proxy", "NO_PROXY"), excepts(host, exceptions) { return nil }
        // HTTP_PROXY in capitals is what a CGI request can set, so it never counts.
        let named = scheme == "https" ? value("https_proxy", "HTTPS_PROXY") : value("http_proxy")
        return (named ?? value("all_proxy", "ALL_PROXY")).flatMap { Proxy($0) }
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
