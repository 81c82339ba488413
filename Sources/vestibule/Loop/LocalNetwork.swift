import TophhieCloudAuthentication

/// What this machine can tell of its network without asking anybody: its routes, its name servers, its own table of
/// hosts. It sends nothing, and where it cannot tell it claims nothing.
struct LocalNetwork: Sendable {
    /// The texts of the kernel's and the resolver's files; nil for one that cannot be read.
    var routes, routesIPv6, resolver, services, hosts: String?

    /// As the machine is now.
    static var current: LocalNetwork {
        LocalNetwork(
            routes: text("/proc/net/route"), routesIPv6: text("/proc/net/ipv6_route"),
            resolver: text("/etc/resolv.conf"), services: text("/etc/nsswitch.conf"),
            hosts: text("/etc/hosts"))
    }

    /// Whether no request to `address` can get anywhere.
    func isOffline(for address: Address, proxy: Proxy?) -> Bool {
        if Address.isLoopback(address.host) { return false }
        let first = proxy.map { Self.host(of: $0.name) } ?? address.host
        if Address.isLoopback(first) { return false }
        // Microsoft's own hosts lie on the internet; any other may be in the next room.
        let isFar = proxy == nil && address.host.hasSuffix(".ciamlogin.com")
        return !hasRoute(beyondThisNetwork: isFar) || !canLookUp(first)
    }

    // MARK: - Routes

    private struct Route {
        var prefixLength: Int
        var isLocal: Bool
    }

    private func hasRoute(beyondThisNetwork isFar: Bool) -> Bool {
        guard let routes else { return true }
        let usable = (Self.ipv4(routes) + Self.ipv6(routesIPv6 ?? "")).filter { !$0.isLocal }
        // A default route may be given in halves.
        return usable.contains { !isFar || $0.prefixLength <= 3 }
    }

    /// `/proc/net/route` (proc(5)): Iface Destination Gateway Flags RefCnt Use Metric Mask …, numbers in hexadecimal.
    private static func ipv4(_ text: String) -> [Route] {
        text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count > 7, let flags = UInt32(columns[3], radix: 16),
                let mask = UInt32(columns[7], radix: 16)
            else { return nil }
            return Route(
                prefixLength: mask.nonzeroBitCount, isLocal: columns[0] == "lo" || !isUsable(flags))
        }
    }

    /// `/proc/net/ipv6_route`: destination, its prefix length, …, flags, interface.
    private static func ipv6(_ text: String) -> [Route] {
        text.split(separator: "\n").compactMap { line in
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count > 9, let length = Int(columns[1], radix: 16),
                let flags = UInt32(columns[8], radix: 16)
            else { return nil }
            let destination = columns[0]
            // fe80::/10 reaches this link only, ff00::/8 is multicast.
            let isNear = destination.hasPrefix("fe8") || destination.hasPrefix("ff")
            return Route(
                prefixLength: length, isLocal: columns[9] == "lo" || isNear || !isUsable(flags))
        }
    }

    /// RTF_UP without RTF_REJECT.
    private static func isUsable(_ flags: UInt32) -> Bool { flags & 0x1 != 0 && flags & 0x200 == 0 }

    // MARK: - Names

    private func canLookUp(_ host: String) -> Bool {
        if host.contains(":") || host.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (48...57).contains($0) }) {
            return true
        }
        let hasServer = Self.lines(resolver ?? "").contains { $0.count > 1 && $0[0] == "nameserver" }
        if hasServer { return true }
        // Other ways than name servers: systemd's resolver, multicast, a directory.
        guard let services else { return false }
        let ways = Self.lines(services).first { $0.first == "hosts:" }?.dropFirst() ?? []
        if ways.contains(where: { !["files", "dns", "myhostname"].contains($0) && !$0.hasPrefix("[") }) {
            return true
        }
        return Self.lines(hosts ?? "").contains { $0.dropFirst().contains(host) }
    }

    private static func lines(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { line in
            line.prefix { $0 != "#" && $0 != ";" }.split(whereSeparator: \.isWhitespace).map {
                $0.lowercased()
            }
        }
    }

    /// Without the port.
    private static func host(of name: String) -> String {
        if name.hasPrefix("[") { return String(name.dropFirst().prefix { $0 != "]" }) }
        return String(name.prefix { $0 != ":" }).lowercased()
    }

    private static func text(_ path: String) -> String? {
        guard case .bytes(let bytes) = SettingsFile.read(path) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
