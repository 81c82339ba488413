import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import TophhieCloudAuthentication

/// What can be wrong with the files and their folders.
extension FileTokenStoreTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (_ folder: String, _ path: String) throws -> Void

        init(_ name: String, _ apply: @escaping @Sendable (_ folder: String, _ path: String) throws -> Void) {
            testDescription = name
            self.apply = apply
        }
    }

    private static let damages: [Damage] = [
        Damage("empty") { _, path in try put([], path) },
        Damage("random bytes") { _, path in try put((0..<300).map { UInt8($0 * 7 % 256) }, path) },
        Damage("cut short") { _, path in try put(try contents(path).dropLast(20), path) },
        Damage("longer") { _, path in try put(try contents(path) + [0], path) },
        Damage("one bit") { _, path in
            var content = try contents(path)
            content[content.count - 1] ^= 1
            try put(content, path)
        },
        Damage("another account's tag") { _, path in
            var content = try contents(path)
            content[14] ^= 1
            try put(content, path)
        },
        Damage("another version") { _, path in
            var content = try contents(path)
            content[8] = 2
            try put(content, path)
        },
        Damage("a folder") { _, path in
            unlink(path)
            mkdir(path, 0o700)
        },
        Damage("a link") { folder, path in
            rename(path, folder + "/elsewhere")
            symlink(folder + "/elsewhere", path)
        },
        Damage("a pipe") { _, path in
            unlink(path)
            mkfifo(path, 0o600)
        },
        Damage("huge") { _, path in truncate(path, 1 << 21) },
        Damage("another key") { folder, _ in
            try put([UInt8](repeating: 7, count: 32), folder + "/data/vestibule/cache.key")
        },
        Damage("a short key") { folder, _ in try put([7], folder + "/data/vestibule/cache.key") },
        Damage("a folder as key") { folder, _ in
            unlink(folder + "/data/vestibule/cache.key")
            mkdir(folder + "/data/vestibule/cache.key", 0o700)
        },
    ]

    @Test("VB-72: a damaged file stops neither sign-in nor sign-out", arguments: damages)
    func damage(_ damage: Damage) async throws {
        for act in ["read", "save", "remove", "removeAll"] {
            try await withFolder { folder in
                let notes = Mutex<[FileTokenStore.Note]>([])
                let store = store(in: folder) { note in notes.withLock { $0.append(note) } }
                try await store.save(sample())
                try damage.apply(folder, store.path)
                switch act {
                case "read": #expect(try await store.tokens(for: nil) == nil)
                case "save": break
                case "remove": try await store.remove(sample().account)
                default: #expect(try await !store.removeAll())
                }
                if act != "save" {
                    #expect(
                        notes.withLock { $0 } == [
                            .movedAside(from: store.path, to: store.path + ".damaged-1")
                        ])
                    #expect(try await store.tokens(for: nil) == nil)
                }
                let next = sample(access: "after")
                try await store.save(next)
                #expect(try await store.tokens(for: nil) == next)
                #expect(notes.withLock { $0.count } == 1)
                #expect(names(folder + "/state/vestibule").contains { $0.hasSuffix(".damaged-1") })
            }
        }
    }

    @Test(
        "only what is to blame itself is given up, not what a moment lacks",
        arguments: [
            (ELOOP, true), (EACCES, true), (EPERM, true), (EISDIR, true), (ENOTDIR, true), (ENXIO, true),
            (EMFILE, false), (ENFILE, false), (ENOMEM, false), (EIO, false), (EINTR, false), (ESTALE, false),
        ]) func oddness(_ code: Int32, isOdd: Bool)
    {
        #expect(PrivateFolder.isOdd(code) == isOdd)
    }

    /// As with another `XDG_DATA_HOME`, or before the key's folder is mounted.
    @Test("without any key nobody is signed in, and the file stays as it is")
    func keyIsElsewhere() async throws {
        try await withFolder { folder in
            let notes = Mutex<[FileTokenStore.Note]>([])
            let store = store(in: folder) { note in notes.withLock { $0.append(note) } }
            let (here, away) = (folder + "/data/vestibule", folder + "/away")
            try await store.save(sample())
            for takesFolder in [true, false] {
                if takesFolder { rename(here, away) } else { rename(here + "/cache.key", away) }
                #expect(try await store.tokens(for: nil) == nil)
                try await store.remove(sample().account)
                if takesFolder { rename(away, here) } else { rename(away, here + "/cache.key") }
                #expect(try await store.tokens(for: nil) == sample())
            }
            // Signing out forgets all the same.
            rename(here, away)
            #expect(try await !store.removeAll())
            rename(away, here)
            #expect(try await store.tokens(for: nil) == nil)
            #expect(notes.withLock { $0 }.isEmpty)
            // A sign-in without it begins anew.
            try await store.save(sample())
            rename(here, away)
            try await store.save(sample(access: "after"))
            #expect(try await store.tokens(for: nil) == sample(access: "after"))
        }
    }

    @Test func thereIsAlwaysRoomForADamagedFile() async throws {
        try await withFolder { folder in
            let store = store(in: folder)
            try await store.save(sample())
            for number in 1...99 { try put([1], store.path + ".damaged-\(number)") }
            try put([2, 3], store.path)
            try await store.save(sample(access: "after"))
            #expect(try await store.tokens(for: nil) == sample(access: "after"))
            #expect(try contents(store.path + ".damaged-99") == [2, 3])
        }
    }

    /// What keeps a sign-in from being kept, though whose tokens lie there can still be read.
    private static let hindrances: [Damage] = [
        Damage("a folder where the new file is written") { _, path in mkdir(path + ".new", 0o700) },
        Damage("a lock that cannot be had") { folder, _ in
            unlink(folder + "/state/vestibule/lock")
            mkdir(folder + "/state/vestibule/lock", 0o700)
        },
        Damage("a read-only folder") { folder, _ in chmod(folder + "/state/vestibule", 0o500) },
    ]

    @Test("a sign-in that cannot be kept leaves nobody else signed in", arguments: hindrances)
    func anotherAccountIsForgotten(_ hindrance: Damage) async throws {
        try await withFolder { folder in
            let store = store(in: folder)
            try await store.save(sample())
            try hindrance.apply(folder, store.path)
            defer { chmod(folder + "/state/vestibule", 0o700) }
            var grace = sample(access: "hers")
            grace.account.homeAccountId = "grace.tenant"
            // Nothing hinders the superuser in a read-only folder.
            try? await store.save(grace)
            let found = try await store.tokens(for: nil)
            #expect(found == nil || found == grace)
        }
    }

    @Test func ownTokensOutliveASaveThatFails() async throws {
        try await withFolder { folder in
            let store = store(in: folder)
            try await store.save(sample())
            mkdir(store.path + ".new", 0o700)
            await #expect(throws: TokenStoreError.self) { try await store.save(sample(access: "after")) }
            #expect(try await store.tokens(for: nil) == sample())
        }
    }

    @Test("VB-76: what cannot be written is told, by type") func unusableFolders() async throws {
        try await withFolder { folder in
            try put([], folder + "/state")
            await #expect(throws: TokenStoreError.notWritable(path: folder + "/state/vestibule")) {
                try await store(in: folder).save(sample())
            }
            #expect(try await store(in: folder).tokens(for: nil) == nil)
            unlink(folder + "/state")
            mkdir(folder + "/state", 0o700)
            mkdir(folder + "/elsewhere", 0o700)
            symlink(folder + "/elsewhere", folder + "/state/vestibule")
            await #expect(throws: TokenStoreError.notPrivate(path: folder + "/state/vestibule")) {
                try await store(in: folder).save(sample())
            }
            let relative = FileTokenStore(
                clientId: "client", authority: "https://a.example",
                location: FileTokenStore.Location(cache: "state", key: folder))
            await #expect(throws: TokenStoreError.notWritable(path: "state")) {
                try await relative.save(sample())
            }
        }
    }
}
