import DevTenant
import Testing

@Suite("Seed files")
struct SeedTests {
    static let sample = """
        { "tenant": "contoso", "tenantId": "A5B0C7D2-4E1F-4C3A-9D68-0F2B7C9E1A34",
          "clientId": "11111111-2222-4333-8444-555555555555",
          "policy": { "signUp": true, "selfServiceReset": true, "codeLength": 6, "codeSeconds": 600,
            "accessTokenSeconds": 3600, "resendSeconds": 30, "lockoutAfter": 10, "mfa": "off",
            "registrationRequired": false, "strongMethods": ["email", "sms"],
            "password": { "minLength": 8, "maxLength": 256, "classes": 3, "banned": ["contoso"], "history": 3 },
            "attributes": [ { "name": "displayName", "type": "string", "required": true, "regex": "^.{1,64}$" } ] },
          "users": [ { "email": "ada@example.com", "id": "3f0e2b6a-8c14-4a57-9d0b-1815120ad401",
            "password": "Lovelace-1843", "attributes": { "displayName": "Ada Lovelace" },
            "methods": [ { "channel": "email", "target": "ada@example.com" },
                         { "channel": "sms", "target": "+15555550100" } ],
            "mfa": "required", "registrationRequired": false, "federated": null, "mustUseBrowser": false,
            "disabled": false, "mustChangePassword": false, "groups": [], "roles": ["Admin"],
            "signIns": [{"id": "1", "status": {"errorCode": 0}}] } ] }
        """

    @Test func readsEveryKey() throws {
        let seed = try Seed(json: Array(Self.sample.utf8))
        #expect(seed.tenantID == "a5b0c7d2-4e1f-4c3a-9d68-0f2b7c9e1a34")
        #expect(seed.policy.codeLength == 6)
        let ada = try #require(seed.people.first)
        #expect(ada.profile.mfa == .required)
        #expect(ada.profile.methods == [.init(.email, "ada@example.com"), .init(.sms, "+15555550100")])
        #expect(ada.profile.signIns.count == 1)
        #expect(ada.profile.federated == nil)
        #expect(ada.profile.roles == ["Admin"])
    }

    @Test func needsNothingButAnAddress() throws {
        #expect(try Seed(json: Array("{}".utf8)).people.isEmpty)
        let seed = try Seed(json: Array(#"{"users":[{"email":"a@b.c"}]}"#.utf8))
        #expect(seed.people.map(\.email) == ["a@b.c"])
        #expect(seed.policy == Policy())
    }

    @Test(arguments: [
        (#"{"users":[{}]}"#, #"users[0]: "email" is missing"#),
        (#"{"users":[{"email":"ada"}]}"#, #"users[0].email: "ada" is not an e-mail address"#),
        (#"{"users":[{"email":"a@b.c"},{"email":"A@b.c"}]}"#, "users: A@b.c is there twice"),
        (#"{"users":[{"email":"a@b.c","id":"7"}]}"#, #"users[0].id: "7" is not a GUID"#),
        (#"{"users":[{"email":"a@b.c","federated":"x"}]}"#, "users[0].federated: "),
        (
            #"{"users":[{"email":"a@b.c","methods":[{"channel":"fax","target":"1"}]}]}"#,
            "users[0].methods[0].channel: "
        ),
        (#"{"user":[]}"#, #"there is no key "user""#),
        (#"{"policy":{"mfa":true}}"#, "policy.mfa: the value has the wrong"),
        (#"{"policy":{"codeLength":99}}"#, "policy.codeLength: 99 is not between 4 and 12"),
        (#"{"policy":{"password":{"min":1}}}"#, #"policy.password: there is no key "min""#),
        (#"{"tenant":"A b"}"#, "tenant: "), (#"{"tenantId":"x"}"#, #"tenantId: "x" is not a GUID"#),
        ("{", ""),
    ])
    func saysWhatIsWrong(_ text: String, _ start: String) {
        let failure = #expect(throws: SeedFailure.self) { try Seed(json: Array(text.utf8)) }
        #expect(failure?.description.hasPrefix(start) == true, "\(failure?.description ?? "")")
    }

    @Test func demoPeopleAreThere() {
        let people = Seed.demo.people
        #expect(people.map(\.email) == ["ada", "grace", "alan", "joan", "linus"].map { "\($0)@example.com" })
        #expect(people.map { $0.password != nil } == [true, false, true, true, false])
        #expect(people.last?.profile.federated != nil)
    }
}

@Suite("Arguments")
struct CommandTests {
    @Test func readsServe() throws {
        let words = [
            "serve", "--port=8080", "--db", "a.db", "--seed", "s.json", "--ready-file", "r", "--tls-cert",
            "c",
        ]
        var options = Command.ServeOptions()
        options.port = 8080
        options.database = "a.db"
        options.seed = "s.json"
        options.readyFile = "r"
        options.certificate = "c"
        options.key = "k"
        options.endsWithStdin = true
        #expect(try Command(words + ["--tls-key=k", "--until-stdin-closes"]) == .serve(options))
    }

    @Test(arguments: [
        (
            ["outbox", "--to", "a@b.c", "--ready-file", "r"],
            Command.outbox(recipient: "a@b.c", readyFile: "r")
        ),
        (["--ready-file=r", "users"], .users(readyFile: "r")), (["serve", "--help"], .help),
        (["--version"], .version),
        (["--", "serve"], .serve(.init())),
    ])
    func reads(_ words: [String], _ command: Command) throws {
        #expect(try Command(words) == command)
    }

    @Test(arguments: [
        ([], "a command is missing"), (["run"], "unknown command run"),
        (["serve", "--prot"], "unknown option --prot"),
        (["serve", "--port"], "--port needs a value"), (["serve", "--port", "70000"], "70000 is no port"),
        (["serve", "--until-stdin-closes=1"], "--until-stdin-closes takes no value"),
        (["serve", "--tls-key", "k"], "--tls-cert and --tls-key go together"),
        (["outbox"], "--ready-file FILE is missing"),
        (["serve", "x"], "unexpected argument x"), (["users", "--to", "x"], "unknown option --to for users"),
        (["--", "--help"], "unknown command --help"),
    ])
    func refuses(_ words: [String], _ start: String) {
        let misuse = #expect(throws: Command.Misuse.self) { try Command(words) }
        #expect(misuse?.description.hasPrefix(start) == true, "\(misuse?.description ?? "")")
    }
}
