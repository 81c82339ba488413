package import FoundationEssentials

/// A checked address: https, or http on this machine; a host, perhaps a port and a path, and nothing else.
///
/// Made once from what a person or a document gave, so that later code joins known parts and parses no more.
package struct Address: Hashable, Sendable {
    /// `https`, or `http` for a loopback host.
    package let scheme: String
    /// In lower case; an IPv6 literal without its brackets.
    package let host: String
    package let port: Int?
    /// Empty, or with a slash before it and none behind: `/contoso.onmicrosoft.com`.
    package var path: String

    /// Throws ``ConfigurationError`` naming `setting`.
    ///
    /// - Parameter mayHaveQuery: it is left out here then, and no fault.
    package init(checking url: URL, setting: String, mayHaveQuery: Bool = false) throws(ConfigurationError) {
        if url.user() != nil || url.password() != nil { throw ConfigurationError(setting, .hasUserInfo) }
        guard let (scheme, bare) = Self.schemeAndHost(of: url), (1...65_535).contains(url.port ?? 1) else {
            let name = url.host(percentEncoded: false) ?? ""
            throw ConfigurationError(setting, name.utf8.allSatisfy { $0 < 0x80 } ? .notAnAddress : .notASCII)
        }
        if !mayHaveQuery, url.query() != nil { throw ConfigurationError(setting, .hasQuery) }
        if url.fragment() != nil { throw ConfigurationError(setting, .hasFragment) }
        if scheme == "http", !Self.isLoopback(bare) { throw ConfigurationError(setting, .notHTTPS) }
        var path = url.path(percentEncoded: true)
        if Self.hasDotSegment(path) || Self.hidesSomething(path) {
            throw ConfigurationError(setting, .notAnAddress)
        }
        self.scheme = scheme
        self.host = bare
        port = url.port
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// `https://host:port`.
    package var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (port.map { ":\($0)" } ?? "")
    }

    /// The address and a path behind it, which begins with a slash.
    package func url(_ suffix: String = "") -> URL? { URL(string: origin + path + suffix) }

    /// The same host, port and scheme with another path.
    package func with(path: String) -> Address {
        var copy = self
        copy.path = path
        return copy
    }

    /// Whether requests to both go over the same connection.
    package func hasOrigin(of other: Address) -> Bool { origin == other.origin }

    /// This machine and no other: 127.0.0.0/8, ::1, `localhost` (RFC 6761, section 6.3). Names are not resolved.
    package static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // Only the plain form: 127.1 and 0177.0.0.1 are loopback to some parsers and names to others.
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                UInt8(part).map { String($0) == part } ?? false
            }
    }

    /// Nil unless it is http or https with a plain host: anything odder than a host's own letters is read
    /// differently by different parsers.
    static func schemeAndHost(of url: URL) -> (scheme: String, host: String)? {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            var host = url.host(percentEncoded: true)?.lowercased()
        else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return host.isEmpty || !host.utf8.allSatisfy(isHostByte) ? nil : (scheme, host)
    }

    /// Whether a segment of the path is `.` or `..`, as it is or encoded: whoever sends the request leaves these out
    /// (RFC 3986, section 5.2.4), and so asks at another path than the one that was compared.
    static func hasDotSegment(_ path: String) -> Bool {
        path.split(separator: "/").contains { dotSegments.contains($0.lowercased()) }
    }

    private static let dotSegments = [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"]

    /// Whether a percent-encoded path holds a control character, which the parser of addresses encodes without a
    /// word, or a slash that some take for one and some do not.
    private static func hidesSomething(_ path: String) -> Bool {
        let path = path.lowercased()
        return ["%0", "%1", "%7f", "%2f"].contains { path.contains($0) }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

extension String {
    /// Nothing but what an address is written in (RFC 3986, section 2): the parser would encode the rest, and so show
    /// or ask another address than the one that was written.
    var isPlainAddress: Bool { utf8.count <= 2000 && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
