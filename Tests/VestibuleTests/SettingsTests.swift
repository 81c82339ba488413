import FoundationEssentials
import Glibc
import Testing
import TophhieCloudAuthentication

@testable import vestibule

@Suite("Settings") struct SettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try #require(TemporaryFolder()) }

    private func chain(
        machine: String? = nil, person: String? = nil, environment: [String: String] = [:],
        flags: [SettingKey: String] = [:]
    ) -> SettingsChain {
        SettingsChain(
            machineFile: machine.map { folder.write($0, to: "machine.json") },
            personFile: person.map { folder.write($0, to: "person.json") },
            environment: { environment[$0] }, flags: flags)
    }

    @Test("each place outdoes the one before it, and each value remembers its place")
    func precedence() throws {
        let all = chain(
            machine: #"{"clientId":"m","tenantSubdomain":"m","caFile":"m","proxy":"m"}"#,
            person: #"{"clientId":"p","tenantSubdomain":"p","caFile":"p"}"#,
            environment: ["VESTIBULE_CLIENT_ID": "v", "VESTIBULE_TENANT_SUBDOMAIN": "v"],
            flags: [.clientId: "f"])
        let settings = try all.settings()
        #expect(settings.text(.proxy) == "m")
        #expect(settings.source(.proxy) == .file(folder.path + "/machine.json", rank: 0))
        #expect(settings.text(.caFile) == "p")
        #expect(settings.source(.caFile).name == folder.path + "/person.json")
        #expect(settings.text(.tenantSubdomain) == "v")
        #expect(settings.source(.tenantSubdomain) == .variable("VESTIBULE_TENANT_SUBDOMAIN"))
        #expect(settings.text(.clientId) == "f")
        #expect(settings.source(.clientId) == .flag("--client-id"))
    }

    @Test("files are JSON with comments, and those of later features parse")
    func json5() throws {
        let text = """
            // a comment
            { clientId: 'one', /* another */ "scopes": ["User.Read", "x",], timeoutSeconds: 2.5,
              rememberLastUser: true, allow: {users: ["a"]}, sessionCommand: [{name: "Shell", command: "bash"}],
              maxAttempts: 6, }
            """
        let settings = try chain(person: text).settings()
        #expect(settings.text(.clientId) == "one")
        #expect(settings.list(.scopes) == ["User.Read", "x"])
        #expect(settings.number(.timeoutSeconds) == 2.5)
        #expect(settings.entries[.rememberLastUser]?.value == .flag(true))
        #expect(settings.entries[.allow]?.value == .other)
    }

    @Test("a pipe from which nothing came is no file without settings")
    func pipes() throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(SettingsFile.read(path) == .failure("it is a pipe, and nothing came from it"))
    }

    struct Ownership: Sendable {
        var mode: mode_t
        var owner: uid_t = 1000
        var isNamed = false
        var word: String?
    }

    @Test(
        "settings that others may write are not obeyed",
        arguments: [
            Ownership(mode: S_IFREG | 0o644), Ownership(mode: S_IFREG | 0o664),
            Ownership(mode: S_IFREG | 0o444, owner: 0), Ownership(mode: S_IFIFO | 0o600),
            Ownership(mode: S_IFCHR | 0o666, owner: 0),
            Ownership(mode: S_IFREG | 0o644, owner: 7, isNamed: true),
            Ownership(mode: S_IFREG | 0o666, word: "chmod o-w"),
            Ownership(mode: S_IFREG | 0o602, owner: 0, word: "chmod o-w"),
            Ownership(mode: S_IFREG | 0o646, isNamed: true, word: "chmod o-w"),
            Ownership(mode: S_IFIFO | 0o622, word: "chmod o-w"),
            Ownership(mode: S_IFREG | 0o600, owner: 7, word: "neither yours"),
        ])
    func ownership(_ row: Ownership) {
        var status = stat()
        status.st_mode = row.mode
        status.st_uid = row.owner
        let objection = SettingsFile.objection(to: status, isNamed: row.isNamed, user: 1000)
        #expect(objection?.contains(row.word ?? "?") == row.word.map { _ in true })
    }

    @Test("a file that anybody may write is refused by its name")
    func writableByAll() {
        let chain = chain(machine: "{}", person: "{}")
        chmod(folder.path + "/person.json", 0o666)
        let error = #expect(throws: SettingsError.self) { try chain.settings() }
        #expect(error?.name == .unreadableFile)
        #expect(error?.message.hasPrefix(folder.path + "/person.json: anybody may write") == true)
    }

    @Test("a file that is not there, or blank, sets nothing")
    func nothing() throws {
        let absent = SettingsChain(
            machineFile: folder.path + "/no/such", personFile: folder.path + "/none",
            environment: { _ in nil })
        #expect(try absent.settings().entries.isEmpty)
        #expect(try chain(person: " \n").settings().entries.isEmpty)
    }

    @Test("a file that was named must be there")
    func named() {
        let path = folder.path + "/none"
        let chain = SettingsChain(
            machineFile: nil, personFile: path, personFileIsNamed: true, environment: { _ in nil })
        let error = #expect(throws: SettingsError.self) { try chain.settings() }
        #expect(error?.name == .unreadableFile)
        #expect(error?.message.contains(path) == true)
    }

    @Test(
        "what cannot be used is refused, naming key and place",
        arguments: [
            (#"{"clientID":"x"}"#, SettingsError.Name.unknownKey, ["clientID", "clientId"]),
            (#"{"tenantSubdoman":"x"}"#, .unknownKey, ["tenantSubdoman", "tenantSubdomain"]),
            (#"{"clientId":7}"#, .invalidValue, ["clientId", "text", "a number"]),
            (#"{"scopes":"User.Read"}"#, .invalidValue, ["scopes", "a list"]),
            (#"{"scopes":[1]}"#, .invalidValue, ["scopes", "a list"]),
            (#"{"timeoutSeconds":"20"}"#, .invalidValue, ["timeoutSeconds", "a number", "text"]),
            (#"{"timeoutSeconds":0}"#, .invalidValue, ["timeoutSeconds", "more than 0"]),
            (#"{"cache":"disk"}"#, .invalidValue, ["cache", "file, memory", "disk"]),
            (#"{"capabilities":["mfa"]}"#, .invalidValue, ["capabilities", "mfaRequired", "\"mfa\""]),
            (#"{"allowRoot":"yes"}"#, .invalidValue, ["allowRoot", "true or false"]),
            (#"{"clientId":null}"#, .invalidValue, ["clientId", "not null"]),
            (#"{"proxy":"\u0000"}"#, .invalidValue, ["proxy", "no text"]),
            (#"{"proxy":{"a":1}}"#, .invalidValue, ["proxy", "an object"]),
            (#"{"scopes":[1]}"#, .invalidValue, ["scopes", "other things"]),
            (#"{"clientId":"#, .invalidSyntax, ["JSON"]),
            (#"["clientId"]"#, .invalidSyntax, ["object"]),
        ])
    func refuses(_ text: String, _ name: SettingsError.Name, _ words: [String]) {
        let error = #expect(throws: SettingsError.self) { try chain(person: text).settings() }
        #expect(error?.name == name)
        for word in words + ["person.json"] {
            #expect(error?.message.contains(word) == true, "\(word) in \(error?.message ?? "")")
        }
    }

    @Test("bytes that are no UTF-8 are named as that")
    func encoding() {
        let bytes = Array(#"{"proxy":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        let error = #expect(throws: SettingsError.self) { try SettingsFile.decode(bytes, path: "c.json") }
        #expect(error == SettingsError(.invalidSyntax, "c.json: this is not text in UTF-8."))
    }

    @Test("variables are spelled out; those of no key and empty ones are ignored")
    func variables() throws {
        let settings = try chain(environment: [
            "VESTIBULE_SCOPES": "User.Read, openid,", "VESTIBULE_TIMEOUT_SECONDS": "3.5",
            "VESTIBULE_REMEMBER_LAST_USER": "true", "VESTIBULE_PLAIN": "1", "VESTIBULE_CA_FILE": "",
        ]).settings()
        #expect(settings.list(.scopes) == ["User.Read", "openid"])
        #expect(settings.number(.timeoutSeconds) == 3.5)
        #expect(settings.entries[.rememberLastUser]?.value == .flag(true))
        #expect(settings.entries.count == 3)
    }

    @Test(
        "a variable that does not fit is named",
        arguments: [
            ("VESTIBULE_TIMEOUT_SECONDS", "soon"), ("VESTIBULE_CACHE", "disk"),
            ("VESTIBULE_ALLOW_ROOT", "maybe"), ("VESTIBULE_CAPABILITIES", "mfa_required"),
        ])
    func wrongVariable(_ name: String, _ value: String) {
        let error = #expect(throws: SettingsError.self) { try chain(environment: [name: value]).settings() }
        #expect(error?.message.contains(name) == true)
        #expect(error?.message.contains(value) == true)
    }

    @Test(
        "names of variables",
        arguments: [
            (SettingKey.tenantSubdomain, "VESTIBULE_TENANT_SUBDOMAIN"), (.clientId, "VESTIBULE_CLIENT_ID"),
            (.log, "VESTIBULE_LOG"), (.caFile, "VESTIBULE_CA_FILE"),
        ])
    func variableNames(_ key: SettingKey, _ name: String) { #expect(key.variable == name) }

    struct Declared: Sendable {
        var variable: String?
        var expected: TophhieNativeAuthCapabilities
    }

    @Test(
        "what the program can do is declared, unless it is told to declare less",
        arguments: [
            Declared(expected: [.mfaRequired, .registrationRequired]),
            Declared(variable: "mfaRequired", expected: [.mfaRequired]),
            Declared(
                variable: " registrationRequired ,mfaRequired",
                expected: [.mfaRequired, .registrationRequired]),
            Declared(variable: ",", expected: []),
        ])
    func capabilities(_ row: Declared) throws {
        var environment = ["VESTIBULE_CLIENT_ID": Self.client, "VESTIBULE_TENANT_SUBDOMAIN": "contoso"]
        environment["VESTIBULE_CAPABILITIES"] = row.variable
        let configuration = try chain(environment: environment).settings().configuration()
        #expect(configuration.capabilities == row.expected)
    }

    // MARK: - The SDK's configuration

    private static let client = "11111111-2222-4333-8444-555555555555"

    @Test("the authority and the tenant's name: the stronger place counts, at the same place the authority")
    func authority() throws {
        let file =
            #"{"clientId":"\#(Self.client)","authority":"https://login.example.com/t","tenantSubdomain":"contoso"}"#
        let same = try chain(person: file).settings()
        #expect(try same.configuration().authority.absoluteString == "https://login.example.com/t")
        let flag = try chain(person: file, flags: [.tenantSubdomain: "fabrikam"]).settings()
        #expect(try flag.configuration().authority.host() == "fabrikam.ciamlogin.com")
    }

    @Test(
        "what is missing or wrong is named with its place",
        arguments: [
            (#"{}"#, SettingsError.Name.notConfigured, "clientId"),
            (#"{"clientId":"11111111-2222-4333-8444-555555555555"}"#, .notConfigured, "vestibule demo"),
            (#"{"clientId":"x","tenantSubdomain":"contoso"}"#, .invalidValue, "clientId"),
            (
                #"{"clientId":"11111111-2222-4333-8444-555555555555","authority":"http://login.example.com/t"}"#,
                .invalidValue, "authority"
            ),
            (
                #"{"clientId":"11111111-2222-4333-8444-555555555555","tenantSubdomain":"a.b"}"#,
                .invalidValue,
                "tenantSubdomain"
            ),
        ])
    func misconfigured(_ text: String, _ name: SettingsError.Name, _ word: String) throws {
        let settings = try chain(person: text).settings()
        let error = #expect(throws: SettingsError.self) { try settings.configuration() }
        #expect(error?.name == name)
        #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
        if name == .invalidValue { #expect(error?.message.contains("person.json") == true) }
    }

    @Test("plain http is for this machine only")
    func loopback() throws {
        let file = #"{"clientId":"\#(Self.client)","authority":"http://127.0.0.1:8080/contoso"}"#
        #expect(try chain(person: file).settings().configuration().authority.port == 8080)
    }

    @Test("config show names places, hides what a proxy's address holds, and tells what has no effect")
    func show() throws {
        let settings = try chain(
            person: #"{"proxy":"http://me:secret@proxy:8080","clientId":"x","theme":"dark"}"#,
            environment: ["VESTIBULE_SCOPES": "a,b"]
        ).settings()
        let lines = ConfigShowCommand.lines(settings)
        #expect(lines.contains(#"proxy = "http://•••@proxy:8080"  (\#(folder.path)/person.json)"#))
        #expect(lines.contains(#"scopes = ["a","b"]  (VESTIBULE_SCOPES)"#))
        #expect(lines.contains { $0.hasPrefix("theme: no effect") })
        #expect(!lines.joined().contains("secret"))
    }

    @Test("config show ends with what is built in, which is what the SDK does")
    func builtIn() throws {
        let file = #"{"clientId":"\#(Self.client)","tenantSubdomain":"contoso","timeoutSeconds":5}"#
        let settings = try chain(person: file).settings()
        let lines = ConfigShowCommand.lines(settings)
        #expect(lines.contains("refusalSeconds = 0  (built in)"))
        #expect(lines.contains(#"cache = "file"  (built in)"#))
        #expect(!lines.contains { $0.hasPrefix("timeoutSeconds = 20") })

        let sdk = TophhieConfiguration(clientId: Self.client, tenantSubdomain: "contoso")
        #expect(Settings.builtIn[.provider] == .text(sdk.provider.rawValue))
        #expect(Settings.builtIn[.scopes] == .list(sdk.scopes))
        #expect(Settings.builtIn[.graphEndpoint] == .text(sdk.graphEndpoint.absoluteString))
        #expect(Settings.builtIn[.timeoutSeconds] == .number(Double(sdk.timeout.components.seconds)))
        var written = settings
        written.set(.capabilities, try #require(Settings.builtIn[.capabilities]), from: .program)
        #expect(try settings.configuration().capabilities == [.mfaRequired, .registrationRequired])
        #expect(try written.configuration().capabilities == [.mfaRequired, .registrationRequired])
    }

    @Test("config init writes a file that is read back")
    func initFile() throws {
        let empty = try chain(person: ConfigInitCommand.text([:])).settings()
        #expect(empty.entries.isEmpty)
        let filled = try chain(
            person: ConfigInitCommand.text([.tenantSubdomain: "contoso", .clientId: Self.client])
        ).settings()
        #expect(filled.text(.tenantSubdomain) == "contoso")
        #expect(try filled.configuration().clientId == Self.client)
    }

    @Test(
        "places follow the XDG specification",
        arguments: [
            (["HOME": "/home/ada"], "/home/ada/.config/vestibule/config.json"),
            (["HOME": "/home/ada", "XDG_CONFIG_HOME": "/x"], "/x/vestibule/config.json"),
            (
                ["HOME": "/home/ada", "XDG_CONFIG_HOME": "relative"],
                "/home/ada/.config/vestibule/config.json"
            ),
            ([:], nil),
        ] as [([String: String], String?)])
    func places(_ environment: [String: String], _ expected: String?) {
        #expect(Places { environment[$0] }.configurationFile == expected)
    }
}
