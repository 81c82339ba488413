import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TophhieCloudAuthentication

@Suite struct FileTokenStoreTests {
    @Test func tokensComeBackWhole() async throws {
        try await withFolder { folder in
            let tokens = sample()
            try await store(in: folder).save(tokens)
            // Another store, as another process would have.
            #expect(try await store(in: folder).tokens(for: nil) == tokens)
            #expect(try await store(in: folder).tokens(for: tokens.account) == tokens)
            let stranger = AccountID(clientId: "client", authority: "https://a.example", homeAccountId: "x.y")
            #expect(try await store(in: folder).tokens(for: stranger) == nil)
            var later = sample(access: "newer", refresh: nil)
            later.name = ""
            try await store(in: folder).save(later)
            #expect(try await store(in: folder).tokens(for: nil) == later)
        }
    }

    @Test(
        "a date that no file can hold is kept as the nearest that it can",
        arguments: [
            (Double.infinity, Date.distantFuture), (1e300, .distantFuture), (-.infinity, .distantPast),
            (.nan, Date(timeIntervalSince1970: 0)), (64_092_211_200, .distantFuture),
            (1_800_003_600.75, Date(timeIntervalSince1970: 1_800_003_600)),
        ])
    func oddDates(_ seconds: Double, _ expected: Date) async throws {
        try await withFolder { folder in
            var tokens = sample()
            tokens.expiresOn = Date(timeIntervalSince1970: seconds)
            try await store(in: folder).save(tokens)
            tokens.expiresOn = expected
            #expect(try await store(in: folder).tokens(for: nil) == tokens)
        }
    }

    @Test func lookingMakesNothing() async throws {
        try await withFolder { folder in
            let store = store(in: folder)
            #expect(try await store.tokens(for: nil) == nil)
            try await store.remove(sample().account)
            #expect(try await !store.removeAll())
            #expect(names(folder).isEmpty)
        }
    }

    @Test("VB-77: files are the person's alone, and nothing is in them in plain") func privacy() async throws
    {
        try await withFolder { folder in
            let store = store(in: folder)
            try await store.save(sample())
            #expect(mode(folder + "/state/vestibule") == 0o700)
            #expect(mode(folder + "/data/vestibule") == 0o700)
            for path in [
                store.path, folder + "/data/vestibule/cache.key", folder + "/data/vestibule/lock",
                folder + "/state/vestibule/lock",
            ] {
                #expect(mode(path) == 0o600, "\(path)")
            }
            #expect(names(folder + "/state/vestibule").count == 2)
            #expect(names(folder + "/data/vestibule").sorted() == ["cache.key", "lock"])
            let text = String(decoding: try contents(store.path), as: UTF8.self)
            for word in ["canary", "ada", "object.tenant", "client", "example"] {
                #expect(!text.contains(word), "\(word)")
            }
        }
    }

    @Test func looseModesAreTightened() async throws {
        try await withFolder { folder in
            let store = store(in: folder)
            try await store.save(sample())
            chmod(folder + "/state/vestibule", 0o755)
            chmod(store.path, 0o644)
            chmod(folder + "/data/vestibule/cache.key", 0o644)
            #expect(try await store.tokens(for: nil) == sample())
            #expect(mode(folder + "/state/vestibule") == 0o700)
            #expect(mode(store.path) == 0o600)
            #expect(mode(folder + "/data/vestibule/cache.key") == 0o600)
        }
    }

    @Test("a key that another process makes meanwhile is the key") func keyRace() async throws {
        try await withFolder { folder in
            let time = ManualTime()
            let store = FileTokenStore(
                clientId: "client", authority: "https://a.example", location: location(folder),
                time: time.source)
            for path in [folder + "/data", folder + "/data/vestibule"] { mkdir(path, 0o700) }
            let held = open(folder + "/data/vestibule/lock", O_RDWR | O_CREAT, 0o600)
            defer { close(held) }
            #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
            let saving = Task { try await store.save(sample()) }
            await time.untilAsleep()
            let key = [UInt8](repeating: 9, count: 32)
            try put(key, folder + "/data/vestibule/cache.key")
            flock(held, LOCK_UN)
            time.advance(by: .milliseconds(20))
            try await saving.value
            #expect(try contents(folder + "/data/vestibule/cache.key") == key)
            #expect(try await store.tokens(for: nil) == sample())
        }
    }

    @Test func fileOfAnotherApplicationIsNotOpened() async throws {
        try await withFolder { folder in
            let mine = store(in: folder)
            try await mine.save(sample())
            for (client, authority) in [("other", "https://a.example"), ("client", "https://b.example")] {
                let theirs = FileTokenStore(
                    clientId: client, authority: authority, location: location(folder),
                    time: ManualTime().source)
                #expect(theirs.path != mine.path)
                #expect(try await theirs.tokens(for: nil) == nil)
                // Put in the place of theirs, under the same key, it still does not open.
                try put(try contents(mine.path), theirs.path)
                #expect(try await theirs.tokens(for: nil) == nil)
            }
            #expect(try await mine.tokens(for: nil) == sample())
        }
    }

    @Test func removingForgetsTheAccountOnly() async throws {
        try await withFolder { folder in
            let store = store(in: folder)
            try await store.save(sample())
            try await store.remove(
                AccountID(clientId: "client", authority: "https://a.example", homeAccountId: "somebody.else"))
            #expect(try await store.tokens(for: nil) == sample())
            try await store.remove(sample().account)
            #expect(try await store.tokens(for: nil) == nil)
            #expect(names(folder + "/state/vestibule") == ["lock"])
            try await store.save(sample())
            #expect(try await store.removeAll())
            #expect(try await store.tokens(for: nil) == nil)
        }
    }

    @Test("VB-73: writers at the same time leave a whole file") func concurrentWriters() async throws {
        try await withFolder { folder in
            let location = location(folder)
            try await withThrowingTaskGroup { group in
                for number in 0..<30 {
                    let tokens = sample(access: String(repeating: "\(number),", count: 500))
                    group.addTask {
                        let store = FileTokenStore(
                            clientId: "client", authority: "https://a.example", location: location)
                        try await store.save(tokens)
                        let found = try await store.tokens(for: nil)
                        #expect(found?.accessToken.split(separator: ",").count == 500)
                    }
                }
                try await group.waitForAll()
            }
            #expect(names(folder + "/state/vestibule").count == 2)
        }
    }

    @Test func writeThatWasKilledIsNoHindrance() async throws {
        try await withFolder { folder in
            let store = store(in: folder)
            try await store.save(sample())
            try put([1, 2, 3], store.path + ".new")
            #expect(try await store.tokens(for: nil) == sample())
            let next = sample(access: "after")
            try await store.save(next)
            #expect(try await store.tokens(for: nil) == next)
            #expect(names(folder + "/state/vestibule").count == 2)
        }
    }

    @Test func heldLockIsWaitedForButNotForEver() async throws {
        try await withFolder { folder in
            let time = ManualTime()
            let store = FileTokenStore(
                clientId: "client", authority: "https://a.example", location: location(folder),
                time: time.source)
            try await store.save(sample())
            let held = open(folder + "/state/vestibule/lock", O_RDWR)
            #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
            let patient = Task { try await store.save(sample(access: "after")) }
            await time.untilAsleep()
            #expect(try await store.tokens(for: nil) == sample())
            flock(held, LOCK_UN)
            time.advance(by: .milliseconds(20))
            try await patient.value
            #expect(try await store.tokens(for: nil) == sample(access: "after"))
            #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
            let impatient = Task { try await store.save(sample()) }
            await time.untilAsleep()
            time.advance(by: .seconds(5))
            await #expect(throws: TokenStoreError.busy(path: store.path)) { try await impatient.value }
            close(held)
        }
    }

    @Test func keyBesideTheCacheIsRefused() async throws {
        try await withFolder { folder in
            let place = folder + "/one"
            let store = FileTokenStore(
                clientId: "client", authority: "https://a.example",
                location: FileTokenStore.Location(cache: place, key: place))
            await #expect(throws: TokenStoreError.sameFolder(path: place)) { try await store.save(sample()) }
            #expect(names(place).isEmpty)
        }
    }

    @Test(
        arguments: [
            (["HOME": "/home/ada"], "/home/ada/.local/state/vestibule", "/home/ada/.local/share/vestibule"),
            (
                ["HOME": "/home/ada", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"], "/s/vestibule",
                "/d/vestibule"
            ),
            (
                ["HOME": "/home/ada", "XDG_STATE_HOME": "s", "XDG_DATA_HOME": ""],
                "/home/ada/.local/state/vestibule",
                "/home/ada/.local/share/vestibule"
            ),
            ([:], nil, nil), (["XDG_STATE_HOME": "/s"], nil, nil),
        ] as [([String: String], String?, String?)])
    func standardLocation(_ environment: [String: String], _ cache: String?, _ key: String?) {
        let location = FileTokenStore.Location.standard { environment[$0] }
        #expect(location?.cache == cache)
        #expect(location?.key == key)
    }

    @Test func memoryKeepsTheNewestFirst() async {
        let store = MemoryTokenStore()
        #expect(await store.tokens(for: nil) == nil)
        var other = sample(access: "other")
        other.account.homeAccountId = "other.tenant"
        await store.save(sample())
        await store.save(other)
        #expect(await store.tokens(for: nil) == other)
        #expect(await store.tokens(for: sample().account) == sample())
        await store.remove(other.account)
        #expect(await store.tokens(for: nil) == sample())
    }

    @Test func storedTokensDoNotPrint() {
        var text = "\(sample())"
        dump(sample(), to: &text)
        #expect(!text.contains("canary"))
        #expect(!text.contains("ada"))
    }

    func sample(access: String = "canary-access", refresh: String? = "canary-refresh") -> StoredTokens {
        StoredTokens(
            account: AccountID(
                clientId: "client", authority: "https://a.example", homeAccountId: "object.tenant"),
            identifier: "object", username: "ada@example.com", name: "Ada Lovelace", tenantId: "tenant",
            environment: "a.example", scopes: ["User.Read", "openid"],
            expiresOn: Date(timeIntervalSince1970: 1_800_003_600), accessToken: access, refreshToken: refresh,
            idToken: "canary-id")
    }

    func location(_ folder: String) -> FileTokenStore.Location {
        FileTokenStore.Location(cache: folder + "/state/vestibule", key: folder + "/data/vestibule")
    }

    func store(
        in folder: String, note: @escaping @Sendable (FileTokenStore.Note) -> Void = { _ in }
    ) -> FileTokenStore {
        FileTokenStore(
            clientId: "client", authority: "https://a.example", location: location(folder),
            time: ManualTime().source, note: note)
    }

    func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/vestibule-" + UUID().uuidString
        try #require(mkdir(folder, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    func names(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}

func contents(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }

func put(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
