import FoundationEssentials
import Testing
import TophhieCloudAuthentication

@testable import vestibule

@Suite("Offline at the start") struct LocalNetworkTests {
    private static let header = "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n"
    private static let wide = header + "eth0 00000000 010200C0 0003 0 0 0 00000000 0 0 0\n"
    private static let narrow = header + "eth0 000200C0 00000000 0001 0 0 0 00FFFFFF 0 0 0\n"
    private static let halves =
        header + "tun0 00000000 00000000 0001 0 0 0 00000080 0 0 0\n"
        + "tun0 00000080 00000000 0001 0 0 0 00000080 0 0 0\n"
    private static let rejected = header + "eth0 00000000 00000000 0201 0 0 0 00000000 0 0 0\n"
    private static let none = String(repeating: "0", count: 32)
    private static let wide6 =
        "\(none) 00 \(none) 00 20010db80000000000000000000000fe 00000400 00000001 00000000 00000003     eth0\n"
    private static let near6 =
        "fe800000000000000000000000000000 40 \(none) 00 \(none) 00000100 00000001 00000000 00000001     eth0\n"
        + "\(none) 00 \(none) 00 \(none) ffffffff 00000001 00000000 00200200       lo\n"
    private static let resolver = "# made by hand\nnameserver 192.0.2.53\n"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var routes: String? = header
        var routesIPv6: String? = near6
        var resolver: String? = LocalNetworkTests.resolver
        var services: String? = "hosts: files dns\n"
        var hosts: String? = "127.0.0.1 localhost\n"
        var authority = "https://contoso.ciamlogin.com"
        var proxy: String?
        let isOffline: Bool
    }

    @Test(
        "VB-69 judged by routes and name servers alone",
        arguments: [
            Row(testDescription: "no route", isOffline: true),
            Row(testDescription: "a default route", routes: wide, isOffline: false),
            Row(testDescription: "a default route in halves", routes: halves, isOffline: false),
            Row(testDescription: "a default route of IPv6 only", routesIPv6: near6 + wide6, isOffline: false),
            Row(testDescription: "a route that rejects", routes: rejected, isOffline: true),
            Row(testDescription: "the next room only", routes: narrow, isOffline: true),
            Row(
                testDescription: "a tenant in the next room", routes: narrow,
                authority: "https://id.example/t/a",
                isOffline: false),
            Row(
                testDescription: "a proxy in the next room", routes: narrow,
                proxy: "http://proxy.example:3128",
                isOffline: false),
            Row(testDescription: "a proxy and no route", proxy: "http://proxy.example:3128", isOffline: true),
            Row(testDescription: "a proxy on this machine", proxy: "http://127.0.0.1:3128", isOffline: false),
            Row(
                testDescription: "this machine", authority: "http://127.0.0.1:8080/contoso", isOffline: false),
            Row(
                testDescription: "no name server", routes: wide, resolver: "search example\n", isOffline: true
            ),
            Row(testDescription: "no resolver file", routes: wide, resolver: nil, isOffline: true),
            Row(
                testDescription: "another way to look names up", routes: wide, resolver: nil,
                services: "hosts: mymachines resolve [!UNAVAIL=return] files dns\n", isOffline: false),
            Row(
                testDescription: "a host in the machine's own table", routes: wide, resolver: "",
                hosts: "192.0.2.7 x contoso.ciamlogin.com # ours\n", isOffline: false),
            Row(
                testDescription: "an address needs no name server", routes: wide, resolver: "",
                authority: "https://192.0.2.7/contoso", isOffline: false),
            Row(testDescription: "routes that cannot be read", routes: nil, isOffline: false),
        ])
    func judges(_ row: Row) throws {
        let network = LocalNetwork(
            routes: row.routes, routesIPv6: row.routesIPv6, resolver: row.resolver, services: row.services,
            hosts: row.hosts)
        let address = try Address(checking: #require(URL(string: row.authority)), setting: "authority")
        #expect(network.isOffline(for: address, proxy: row.proxy.flatMap { Proxy($0) }) == row.isOffline)
    }
}
