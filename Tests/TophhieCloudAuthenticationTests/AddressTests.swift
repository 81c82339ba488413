import FoundationEssentials
import Testing
import Wire

@testable import TophhieCloudAuthentication

@Suite struct AddressTests {
    private static let clientID = "11111111-2222-4333-8444-555555555555"

    struct Authority: Sendable, CustomTestStringConvertible {
        let text: String
        var testDescription: String { text }
        let provider: TophhieConfiguration.Provider
        let outcome: Outcome

        enum Outcome: Equatable, Sendable { case address(String), refused(ConfigurationError.Reason) }

        init(_ text: String, _ outcome: Outcome, provider: TophhieConfiguration.Provider = .entra) {
            self.text = text
            self.provider = provider
            self.outcome = outcome
        }
    }

    private static let authorities = [
        Authority(
            "https://contoso.ciamlogin.com", .address("https://contoso.ciamlogin.com/contoso.onmicrosoft.com")
        ),
        Authority(
            "https://contoso.ciamlogin.com/",
            .address("https://contoso.ciamlogin.com/contoso.onmicrosoft.com")),
        Authority("https://contoso.ciamlogin.com/x/", .address("https://contoso.ciamlogin.com/x")),
        Authority("HTTPS://Contoso.CiamLogin.com/X", .address("https://contoso.ciamlogin.com/X")),
        Authority("https://login.example.com/g", .address("https://login.example.com/g")),
        Authority("https://login.example.com:8443/g", .address("https://login.example.com:8443/g")),
        Authority("http://127.0.0.1:8080/contoso", .address("http://127.0.0.1:8080/contoso")),
        Authority("http://127.9.9.9/contoso", .address("http://127.9.9.9/contoso")),
        Authority("http://[::1]:8080/contoso", .address("http://[::1]:8080/contoso")),
        Authority("http://localhost:8080/contoso", .address("http://localhost:8080/contoso")),
        Authority("https://idp.example.com", .address("https://idp.example.com"), provider: .oidc),
        Authority("https://login.example.com", .refused(.noTenant)),
        Authority("https://a.b.ciamlogin.com", .refused(.noTenant)),
        Authority("http://contoso.ciamlogin.com", .refused(.notHTTPS)),
        Authority("http://127.0.0.1.example.com/x", .refused(.notHTTPS)),
        Authority("http://127.1/x", .refused(.notHTTPS)),
        Authority("http://0177.0.0.1/x", .refused(.notHTTPS)),
        Authority("http://localhost.example.com/x", .refused(.notHTTPS)),
        Authority("https://person@contoso.ciamlogin.com", .refused(.hasUserInfo)),
        Authority("https://person:secret@contoso.ciamlogin.com", .refused(.hasUserInfo)),
        Authority("http://127.0.0.1@example.com/x", .refused(.hasUserInfo)),
        Authority("https://contoso.ciamlogin.com/x?a=b", .refused(.hasQuery)),
        Authority("https://contoso.ciamlogin.com/x#a", .refused(.hasFragment)),
        Authority("contoso.ciamlogin.com", .refused(.notAnAddress)),
        Authority("ftp://contoso.ciamlogin.com", .refused(.notAnAddress)),
        Authority("https:///x", .refused(.notAnAddress)),
        Authority("https://contoso.ciamlogin.com/x/../y", .refused(.notAnAddress)),
        Authority("https://contoso.ciamlogin.com/x/%2E%2e", .refused(.notAnAddress)),
        Authority("https://contoso.ciamlogin.com/./x", .refused(.notAnAddress)),
        Authority("https://contoso.ciamlogin.com/%ff/../x", .refused(.notAnAddress)),
        Authority("https://contoso.ciamlogin.com/x%2F..", .refused(.notAnAddress)),
        Authority("https://contoso.ciamlogin.com/x...", .address("https://contoso.ciamlogin.com/x...")),
        Authority("https://contoso.ciamlogin.com/x..y", .address("https://contoso.ciamlogin.com/x..y")),
        Authority("https://a.example/x%2Fy", .refused(.notAnAddress)),
        Authority("https://a.example/%00", .refused(.notAnAddress)),
        Authority("https://a.example/\u{1B}[31m", .refused(.notAnAddress)),
        Authority("https://a.example/x\r\ny", .refused(.notAnAddress)),
        Authority("https://a.example/realms/a%20b", .address("https://a.example/realms/a%20b")),
        Authority("https://con%74oso.ciamlogin.com/x", .refused(.notAnAddress)),
    ]

    @Test(
        "what is read without a parser of addresses is what the parser reads, and is spelled as it was given",
        arguments: authorities.map(\.text) + [
            "https://a.example", "https://a.example:0/x", "https://a.example:65536/x",
            "https://a.example:080/x",
            "https://a.example:/x", "https://a..example/x", "https://-a.example/x", "https://a.example/x//y",
            "https://a.example/../x", "https://a.example/a%20b", "https://a.example/ä",
            "https://a.example\\x",
            "http://0x7f.0.0.1/x", "https://", "https:///x", "https://a.example/x\n", "ftp://a.example/x",
        ])
    func plain(text: String) throws {
        guard let plain = Address(plain: text) else { return }
        let url = try #require(URL(string: text))
        #expect(try plain == Address(checking: url, setting: "authority"))
        #expect(plain.origin + plain.path == text)
    }

    @Test("addresses as people have them are read without a parser")
    func plainOnes() {
        for text in [
            "https://contoso.ciamlogin.com/contoso.onmicrosoft.com", "https://contoso.ciamlogin.com",
            "https://login.example.com:8443/11111111-2222-4333-8444-555555555555",
            "http://127.0.0.1:9/contoso.onmicrosoft.com",
        ] {
            #expect(Address(plain: text) != nil)
        }
    }

    @Test(arguments: authorities) func authorityIsChecked(_ row: Authority) throws {
        var configuration = TophhieConfiguration(
            clientId: Self.clientID, authority: try #require(URL(string: row.text)))
        configuration.provider = row.provider
        var outcome: Authority.Outcome
        do {
            let address = try configuration.checkedAuthority()
            outcome = .address(address.origin + address.path)
        } catch {
            #expect(error.setting == "authority")
            outcome = .refused(error.reason)
        }
        #expect(outcome == row.outcome, "\(row.text)")
    }

    struct Setting: Sendable {
        let name: String
        let reason: ConfigurationError.Reason
        let change: @Sendable (inout TophhieConfiguration) -> Void

        init(
            _ name: String, _ reason: ConfigurationError.Reason,
            _ change: @escaping @Sendable (inout TophhieConfiguration) -> Void
        ) {
            self.name = name
            self.reason = reason
            self.change = change
        }
    }

    private static let settings = [
        Setting("clientId", .missing) { $0.clientId = "" },
        Setting("clientId", .notAGUID) { $0.clientId = "my-application" },
        Setting("clientId", .notAGUID) { $0.clientId = "11111111-2222-4333-8444-55555555555g" },
        Setting("tenantId", .notAGUID) { $0.tenantId = "contoso" },
        Setting("graphEndpoint", .notHTTPS) {
            $0.graphEndpoint = URL(filePath: "/").with("http://graph.example")
        },
        Setting("verificationUri", .notHTTPS) { $0.verificationUri = "http://example.com/device" },
        Setting("verificationUri", .notAnAddress) { $0.verificationUri = "https://example.com/de\u{1B}vice" },
        Setting("verificationUri", .notAnAddress) { $0.verificationUri = "https://example.com/de vice" },
        Setting("scopes", .badItem("User.Read Mail.Read")) { $0.scopes = ["User.Read Mail.Read"] },
        Setting("scopes", .badItem("")) { $0.scopes = [""] },
        Setting("scopes", .badItem("Usér")) { $0.scopes = ["Usér"] },
        Setting("scopes", .badItem("a\"b")) { $0.scopes = ["a\"b"] },
        Setting("scopes", .badItem("a\\b")) { $0.scopes = ["a\\b"] },
        Setting("timeout", .notPositive) { $0.timeout = .zero },
        Setting("caFile", .missing) { $0.caFile = "" },
        Setting("proxy", .unknownScheme) { $0.proxy = "gopher://proxy.example" },
    ]

    @Test(arguments: settings) func settingIsChecked(_ row: Setting) {
        var configuration = TophhieConfiguration(clientId: Self.clientID, tenantSubdomain: "contoso")
        row.change(&configuration)
        #expect(throws: ConfigurationError(row.name, row.reason)) { try configuration.validate() }
    }

    @Test func goodConfigurationPasses() throws {
        var configuration = TophhieConfiguration(clientId: Self.clientID, tenantSubdomain: "contoso")
        configuration.proxy = ""
        configuration.tenantId = "AAAABBBB-0000-4000-8000-000000000000"
        configuration.verificationUri = "https://login.example.com/device"
        try configuration.validate()
        var other = TophhieConfiguration(
            clientId: "terminal", authority: try #require(URL(string: "https://idp.example.com/realms/a")))
        #expect(other.scopes == ["User.Read"])
        other.provider = .oidc
        #expect(other.scopes == [], "User.Read is Microsoft's; elsewhere it is an unknown scope")
        other.scopes = ["email"]
        #expect(other.scopes == ["email"])
        try other.validate()
    }

    @Test(arguments: ["", "con.toso", "con toso", "-contoso", "contoso-", "contoso/x", "contöso", "a@b"])
    func tenantNameIsOneLabel(_ name: String) {
        let configuration = TophhieConfiguration(clientId: Self.clientID, tenantSubdomain: name)
        #expect(throws: ConfigurationError("tenantSubdomain", name.isEmpty ? .missing : .notOneLabel)) {
            try configuration.validate()
        }
    }

    struct ProxyRow: Sendable {
        let setting: String?
        let variables: [String: String]
        let host: String
        let name: String?
    }

    @Test(
        "VB-66: which proxy is asked, and under which name it is shown",
        arguments: [
            ProxyRow(setting: nil, variables: [:], host: "a.example", name: nil),
            ProxyRow(setting: "http://p:8080", variables: [:], host: "a.example", name: "p:8080"),
            ProxyRow(setting: "me:s@cret@p:8080", variables: [:], host: "a.example", name: "p:8080"),
            ProxyRow(setting: "http://p:8080", variables: [:], host: "127.0.0.1", name: nil),
            ProxyRow(setting: "", variables: ["https_proxy": "p:1"], host: "a.example", name: nil),
            ProxyRow(
                setting: nil, variables: ["https_proxy": "http://u:w@p:1/"], host: "a.example", name: "p:1"),
            ProxyRow(setting: nil, variables: ["HTTPS_PROXY": "p:1"], host: "a.example", name: "p:1"),
            ProxyRow(setting: nil, variables: ["all_proxy": "socks5h://p:1"], host: "a.example", name: "p:1"),
            ProxyRow(setting: nil, variables: ["http_proxy": "p:1"], host: "a.example", name: nil),
            ProxyRow(setting: nil, variables: ["https_proxy": "p:1"], host: "localhost", name: nil),
            ProxyRow(
                setting: nil, variables: ["https_proxy": "p:1", "no_proxy": "b.example, .example"],
                host: "a.example", name: nil),
            ProxyRow(
                setting: nil, variables: ["https_proxy": "p:1", "NO_PROXY": "xample"], host: "a.example",
                name: "p:1"),
            ProxyRow(
                setting: nil, variables: ["https_proxy": "p:1", "no_proxy": "*"], host: "a.example", name: nil
            ),
            // What cannot be read as a proxy is no leave to go without one.
            ProxyRow(setting: "ftp://p:1", variables: [:], host: "a.example", name: "p:1"),
            ProxyRow(
                setting: nil, variables: ["https_proxy": "htp://me:secret@p:1"], host: "a.example",
                name: "p:1"),
            ProxyRow(
                setting: nil, variables: ["https_proxy": "http://me:sec/ret@p:1"], host: "a.example",
                name: "p:1"),
            ProxyRow(
                setting: nil, variables: ["https_proxy": "http://me:secret@"], host: "a.example",
                name: "http://"),
            ProxyRow(setting: nil, variables: ["all_proxy": "http://"], host: "a.example", name: "http://"),
            ProxyRow(setting: nil, variables: ["all_proxy": " "], host: "a.example", name: " "),
        ])
    func proxyIsChosen(_ row: ProxyRow) {
        let proxy = Proxy.choose(
            scheme: "https", host: row.host, setting: row.setting, environment: { row.variables[$0] })
        #expect(proxy?.name == row.name)
    }
}

extension URL {
    fileprivate func with(_ text: String) -> URL { URL(string: text) ?? self }
}
