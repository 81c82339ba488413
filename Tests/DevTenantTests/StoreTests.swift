import FoundationEssentials
import Glibc
import Testing

@testable import DevTenant

@Suite("The store")
struct StoreTests {
    /// A directory of its own that goes away with the test.
    private final class Directory {
        let path: String

        init() throws {
            var template = Array("/tmp/devtenant-test-XXXXXX".utf8CString)
            path = try #require(mkdtemp(&template).map { String(cString: $0) })
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func mode(_ name: String) -> mode_t? {
            var info = stat()
            return stat("\(path)/\(name)", &info) == 0 ? info.st_mode & 0o777 : nil
        }
    }

    @Test func filesAreThePersonsOwn() throws {
        let directory = try Directory()
        let file = "\(directory.path)/t.db"
        close(open(file, O_CREAT | O_WRONLY, 0o644))
        let tenant = try DevTenant(store: TenantStore(path: file))
        _ = tenant.respond(to: TenantRequest(method: "GET", target: "/"))
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            #expect(directory.mode(name) == 0o600, "\(name)")
        }
        #expect(directory.mode("t.db") == 0o600)
    }

    @Test func nothingPlainOfAPasswordOrTokenIsStored() throws {
        let directory = try Directory()
        let bench = try Bench(store: TenantStore(path: "\(directory.path)/t.db"))
        let reply = try bench.signIn()
        let token = try #require(reply["refresh_token"])
        let pending = try bench.challenged("ada@example.com")
        #expect(bench.signUp(password: "Long-Enough-77").status == 200)
        #expect(bench.submit(try bench.resetVerified("ada@example.com"), "Brand-New-88").status == 200)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let bytes = try Data(contentsOf: URL(filePath: "\(directory.path)/\(name)"))
            for secret in [
                "Lovelace-1843", "Long-Enough-77", "Brand-New-88", token, pending,
                reply["access_token"] ?? "-",
            ] {
                #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test func stateOutlivesTheProcess() throws {
        let directory = try Directory()
        let path = "\(directory.path)/t.db"
        let first = try Bench(store: TenantStore(path: path))
        let token = try #require(try first.signIn()["refresh_token"])
        let keys = first.send("GET", "/contoso/discovery/v2.0/keys").text
        let second = try Bench(Seed(), store: TenantStore(path: path))
        #expect(first.tenant.isNew && !second.tenant.isNew)
        #expect(second.send("GET", "/contoso/discovery/v2.0/keys").text == keys)
        let fields = ["grant_type": "refresh_token", "refresh_token": token]
        #expect(second.post("/oauth2/v2.0/token", fields).status == 200)
        #expect(second.tenant.adminToken != first.tenant.adminToken)
    }

    @Test func oldRecordsGoAtTheNextStart() throws {
        let directory = try Directory()
        let store = try TenantStore(path: "\(directory.path)/t.db")
        let bench = try Bench(store: store)
        _ = try bench.signIn()
        _ = try bench.challenged("grace@example.com")
        let count = { @Sendable (records: Records) throws -> [Int] in
            try ["continuations", "codes", "access_tokens", "refresh_tokens"].map {
                try records.database.row("SELECT count(*) AS n FROM \($0)")?.int("n") ?? -1
            }
        }
        #expect(try store.transaction(count) == [1, 1, 1, 1])
        try store.transaction { try $0.prune(now: Date(timeIntervalSince1970: 1_796_000_000 + 86_000)) }
        #expect(try store.transaction(count) == [1, 1, 1, 1])
        try store.transaction { try $0.prune(now: Date(timeIntervalSince1970: 1_796_000_000 + 100_000)) }
        #expect(try store.transaction(count) == [0, 0, 0, 1])
    }

    @Test func theReadyFileIsExclusiveAndTheOwnersOnly() throws {
        let directory = try Directory()
        let contact = try Bench().tenant.contact()
        let path = "\(directory.path)/ready.json"
        let file = try ReadyFile(path, contact)
        #expect(directory.mode("ready.json") == 0o600)
        let json = try JSON(parsing: Array(Data(contentsOf: URL(filePath: path))))
        #expect(json["authority"] == "http://127.0.0.1:4433/contoso")
        #expect(
            json["graph"] == "http://127.0.0.1:4433/graph" && json["admin"] == "http://127.0.0.1:4433/admin")
        #expect(json["adminToken"]?.text?.count == 43 && json["pid"] == .int(Int(getpid())))
        #expect(throws: StoreFailure.self) { try ReadyFile(path, contact) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["ready.json"])
        file.remove()
        #expect(directory.mode("ready.json") == nil)
        #expect(contact.json(pid: 1, withToken: false)["adminToken"] == nil)
    }

    @Test func migratesStepByStep() throws {
        let database = try SQLite(path: ":memory:")
        try Schema.migrate(database, steps: ["CREATE TABLE a (x INTEGER)"])
        try database.run("INSERT INTO a VALUES (1)")
        try Schema.migrate(
            database, steps: ["CREATE TABLE a (x INTEGER)", "ALTER TABLE a ADD COLUMN y TEXT"])
        #expect(try database.row("SELECT * FROM a")?.int("x") == 1)
        #expect(try database.row("PRAGMA user_version")?.int("user_version") == 2)
        #expect(throws: StoreFailure.self) { try Schema.migrate(database, steps: []) }
    }

    @Test func aDatabaseOfTheFirstSchemaIsBroughtUpToDate() throws {
        let directory = try Directory()
        let path = "\(directory.path)/t.db"
        try Schema.migrate(SQLite(path: path), steps: Array(Schema.steps.prefix(1)))
        let bench = try Bench(store: TenantStore(path: path))
        let token = try bench.resetVerified("ada@example.com")
        let submitted = try #require(bench.submit(token, "Brand-New-88")["continuation_token"])
        #expect(bench.poll(submitted)["status"] == "succeeded")
    }

    @Test func failuresUndoWhatTheyDid() throws {
        let store = try TenantStore()
        #expect(throws: StoreFailure.self) {
            try store.transaction { records in
                try records.set("a", "1")
                throw StoreFailure("on purpose")
            }
        }
        #expect(try store.transaction { try $0.setting("a") } == nil)
    }

    @Test(arguments: ["/nonexistent/t.db", "/tmp"])
    func unusablePathsAreToldInOneLine(_ path: String) {
        let failure = #expect(throws: StoreFailure.self) { try TenantStore(path: path) }
        #expect(failure?.description.contains(path) == true)
    }
}
