import FoundationEssentials
import Glibc

/// Tokens in a sealed file, for one account of one application at one authority.
///
/// The key lies in another folder, so that a copied or backed-up cache is useless by itself. It does not protect
/// against whoever can read all of the person's files.
public actor FileTokenStore: TokenStore {
    /// Where things are.
    public struct Location: Equatable, Sendable {
        /// The folder of the sealed file.
        public var cache: String
        /// The folder of the key: another one.
        public var key: String

        /// Two folders, by absolute paths.
        public init(cache: String, key: String) {
            self.cache = cache
            self.key = key
        }

        /// `vestibule` in `$XDG_STATE_HOME` and in `$XDG_DATA_HOME` (XDG Base Directory Specification); nil when
        /// there is no home either. Relative paths count as unset, as the specification says.
        ///
        /// - Parameter environment: gives a variable's value by its name.
        /// - Returns: the two folders, neither of them made yet.
        public static func standard(environment: (String) -> String? = Self.process) -> Location? {
            func folder(_ variable: String, _ fallback: String) -> String? {
                if let path = environment(variable), path.hasPrefix("/") { return path + "/vestibule" }
                guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
                return home + fallback + "/vestibule"
            }
            guard let cache = folder("XDG_STATE_HOME", "/.local/state"),
                let key = folder("XDG_DATA_HOME", "/.local/share")
            else { return nil }
            return Location(cache: cache, key: key)
        }

        /// The process's own environment.
        ///
        /// - Parameter name: of a variable.
        /// - Returns: its value; nil where it is not set.
        public static func process(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    }

    /// What happened that a person should be told; no error.
    public enum Note: Equatable, Sendable {
        /// The cache was damaged, or sealed with another key, and now lies at `to`.
        case movedAside(from: String, to: String)
    }

    /// The sealed file's path: for `status`.
    public nonisolated var path: String { location.cache + "/" + name }

    private let scope: TokenSeal.Scope
    private let location: Location
    private let time: TimeSource
    private let note: @Sendable (Note) -> Void
    /// Worked out when it is asked for: a store that nobody looks into needs no cryptography.
    private nonisolated var name: String { "tokens-\(scope.fileTag)" }

    private static let keyName = "cache.key"
    private static let lockName = "lock"
    /// How long to wait for another process.
    private static let patience: Duration = .seconds(5)
    private static let maximumSize = 1 << 20

    /// A store for one application at one authority; nothing is made or read yet.
    ///
    /// - Parameter note: is told what a person should know, from whichever thread found it.
    public init(
        clientId: String, authority: String, location: Location, time: TimeSource = .system,
        note: @escaping @Sendable (Note) -> Void = { _ in }
    ) {
        scope = TokenSeal.Scope(clientID: clientId, authority: authority)
        self.location = location
        self.time = time
        self.note = note
    }

    /// A damaged file counts as none, and is moved aside.
    ///
    /// - Parameter account: whose; nil for whoever signed in last.
    /// - Returns: the tokens; nil when there are none.
    /// - Throws: ``TokenStoreError`` when the folders cannot be used.
    public func tokens(for account: AccountID?) async throws -> StoredTokens? {
        // No folder, no tokens; and none is made by looking.
        guard let cache = try PrivateFolder.open(location.cache, creating: false) else { return nil }
        try needLibrary()
        var content = try read(in: cache)
        if case .damaged = content { content = await setAside(in: cache) }
        guard case .tokens(let found) = content, account == nil || found.account == account else {
            return nil
        }
        return found
    }

    /// Keeps these tokens in place of what was kept.
    ///
    /// - Parameter tokens: sealed before they reach the disk.
    /// - Throws: ``TokenStoreError`` when the file cannot be written. What was kept of the same account is then still
    ///   there; another's is forgotten, since whoever asks for tokens next means who signed in last.
    public func save(_ tokens: StoredTokens) async throws {
        do {
            try await write(tokens)
        } catch {
            let reason = (error as? TokenStoreError)?.localizedDescription ?? "Tokens cannot be kept."
            try forget(otherThan: tokens.account, because: reason)
            throw error
        }
    }

    private func write(_ tokens: StoredTokens) async throws {
        try needLibrary()
        guard let cache = try PrivateFolder.open(location.cache, creating: true),
            let keys = try PrivateFolder.open(location.key, creating: true)
        else { throw TokenStoreError.notWritable(path: location.cache) }
        guard !cache.isSame(as: keys) else { throw TokenStoreError.sameFolder(path: location.cache) }
        var key = try await key(in: keys)
        defer { wipeBytes(&key) }
        try await locked(cache) {
            if case .damaged = try self.read(in: cache) { try self.moveAside(in: cache) }
            try cache.replace(self.name, with: TokenSeal(self.scope, key: key).sealed(tokens))
        }
    }

    /// Removes another account's tokens, with the lock or without it: where nothing can be written, the lock cannot
    /// always be had either, and a refused sign-in is better than a command that acts as somebody else.
    ///
    /// Throws ``TokenStoreError/stays(username:reason:)`` where they are still there afterwards.
    private func forget(otherThan account: AccountID, because reason: String) throws(TokenStoreError) {
        guard Self.isAvailable, let cache = try? PrivateFolder.open(location.cache, creating: false) else {
            return
        }
        guard case .tokens(let found)? = try? read(in: cache), found.account != account else { return }
        do {
            try cache.remove(name)
        } catch {
            guard cache.empty(name) else { throw .stays(username: found.label.asForeignText, reason: reason) }
        }
    }

    /// Forgets the account. A damaged file is moved aside, and is no error.
    ///
    /// - Parameter account: whose tokens go.
    /// - Throws: ``TokenStoreError`` when the folders cannot be used.
    public func remove(_ account: AccountID) async throws { try await remove { $0?.account == account } }

    /// Forgets whatever is there.
    ///
    /// - Returns: whether that was something readable.
    /// - Throws: ``TokenStoreError`` when the folders cannot be used.
    @discardableResult
    public func removeAll() async throws -> Bool { try await remove { _ in true } }

    /// - Parameter isMeant: is asked about the tokens, or with nil about those that no key is there for.
    @discardableResult
    private func remove(_ isMeant: (StoredTokens?) -> Bool) async throws -> Bool {
        guard let cache = try PrivateFolder.open(location.cache, creating: false) else { return false }
        try needLibrary()
        var content = try read(in: cache)
        if case .damaged = content { content = await setAside(in: cache) }
        guard content.mayHoldTokens else { return false }
        return try await locked(cache) {
            let content = try self.read(in: cache)
            guard content.mayHoldTokens, isMeant(content.tokens) else { return false }
            try cache.remove(self.name)
            return content.tokens != nil
        }
    }

    /// Whether the library that seals can be used; ``path`` must not be asked for without.
    package static var isAvailable: Bool { TokenSeal.isAvailable }

    private func needLibrary() throws(TokenStoreError) {
        if Self.isAvailable { return }
        let probe = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let reason = probe < 0 ? String(cString: strerror(errno)) : "missing, or of another version"
        if probe >= 0 { close(probe) }
        throw .failed(path: "libsodium.so.23", reason: reason)
    }

    private enum Content {
        case none, damaged
        /// There is no key: nothing says that the file is not good, where its key is.
        case locked
        case tokens(StoredTokens)

        var tokens: StoredTokens? { if case .tokens(let tokens) = self { tokens } else { nil } }

        var mayHoldTokens: Bool {
            switch self {
            case .none, .damaged: false
            case .locked, .tokens: true
            }
        }
    }

    private func read(in cache: PrivateFolder) throws(TokenStoreError) -> Content {
        switch try cache.read(name, atMost: Self.maximumSize) {
        case .none: return .none
        case .odd: return .damaged
        case .bytes(let sealed):
            guard let keys = try PrivateFolder.open(location.key, creating: false) else { return .locked }
            let found = try keys.read(Self.keyName, atMost: TokenSeal.keyLength)
            if case .none = found { return .locked }
            guard case .bytes(var key) = found else { return .damaged }
            defer { wipeBytes(&key) }
            guard key.count == TokenSeal.keyLength, let tokens = TokenSeal(scope, key: key).opened(sealed)
            else {
                return .damaged
            }
            return .tokens(tokens)
        }
    }

    /// The key, made if there is none that can be one. Its folder has a lock of its own: stores of several cache
    /// folders may share it.
    private func key(in keys: PrivateFolder) async throws -> [UInt8] {
        func found() throws(TokenStoreError) -> [UInt8]? {
            guard case .bytes(let key) = try keys.read(Self.keyName, atMost: TokenSeal.keyLength) else {
                return nil
            }
            return key.count == TokenSeal.keyLength ? key : nil
        }
        if let key = try found() { return key }
        return try await locked(keys) {
            // Once more under the lock: it may have been made since.
            if let key = try found() { return key }
            if case .none = try keys.read(Self.keyName, atMost: 0) {
            } else {
                _ = try keys.moveAside(Self.keyName)
            }
            let key = TokenSeal.newKey()
            try keys.replace(Self.keyName, with: key)
            return key
        }
    }

    /// Moves a damaged file aside and returns what is there then. Where that cannot be done it stays, as nothing.
    private func setAside(in cache: PrivateFolder) async -> Content {
        let content = try? await locked(cache) {
            // Once more under the lock: it may have been replaced since.
            let content = try self.read(in: cache)
            if case .damaged = content { try self.moveAside(in: cache) }
            return content
        }
        return content ?? Content.none
    }

    private func moveAside(in cache: PrivateFolder) throws(TokenStoreError) {
        let aside = try cache.moveAside(name)
        note(.movedAside(from: path, to: location.cache + "/" + aside))
    }

    /// Runs `body` while no other process is at the folder's files. Waits in steps, so that no thread is blocked.
    private func locked<R>(_ folder: PrivateFolder, _ body: () throws -> R) async throws -> R {
        let start = time.elapsed()
        while true {
            if let result = try folder.tryLocked(Self.lockName, body) { return result }
            guard time.elapsed() - start < Self.patience else { throw TokenStoreError.busy(path: path) }
            try await time.sleep(.milliseconds(20))
        }
    }
}
