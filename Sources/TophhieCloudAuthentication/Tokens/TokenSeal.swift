import CSodium

/// Sealing and opening of the cache: XChaCha20-Poly1305 over the record, bound to application, authority and
/// account (associated data). It touches no file.
///
/// ```text
/// file    "VESTIBUL" version(1) record…      one record now; a later version may hold several
/// record  length(4) account(16) nonce(24) ciphertext and tag
/// ```
/// `account` is a keyed hash, so that the file does not say who it is.
struct TokenSeal {
    /// Which application at which authority.
    struct Scope: Equatable, Sendable {
        let clientID: String
        let authority: String

        /// Sixteen hexadecimal digits to tell the files of several apart.
        var fileTag: String {
            let digits = Array("0123456789abcdef")
            let hash = TokenSeal.hash(TokenRecord.joined([clientID, authority]), key: [], length: 16)
            return String(hash.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        }
    }

    /// Whether there is the library to do it with; nothing else here may be used without.
    static var isAvailable: Bool { csodium_available() == 1 }

    static let keyLength = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)

    private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    private static let accountLength = 16
    private static let head = Array("VESTIBUL".utf8) + [1]

    private let scope: Scope
    private let key: [UInt8]

    init(_ scope: Scope, key: [UInt8]) {
        self.scope = scope
        self.key = key
    }

    static func newKey() -> [UInt8] { random(keyLength) }

    func sealed(_ tokens: StoredTokens) -> [UInt8] {
        var plain = TokenRecord.encoded(tokens)
        defer { wipeBytes(&plain) }
        let account = accountTag(tokens.account)
        let nonce = Self.random(Self.nonceLength)
        let bound = associatedData(account)
        var cipher = [UInt8](repeating: 0, count: plain.count + Self.tagLength)
        crypto_aead_xchacha20poly1305_ietf_encrypt(
            &cipher, nil, plain, UInt64(plain.count), bound, UInt64(bound.count), nil, nonce, key)
        let record = account + nonce + cipher
        return Self.head + TokenRecord.length(record.count) + record
    }

    /// Nil for anything that was not sealed with this key for this scope.
    func opened(_ file: [UInt8]) -> StoredTokens? {
        var rest = file[...]
        guard rest.starts(with: Self.head) else { return nil }
        rest = rest.dropFirst(Self.head.count)
        guard let length = TokenRecord.takeLength(&rest), length == rest.count,
            length >= Self.accountLength + Self.nonceLength + Self.tagLength
        else { return nil }
        let account = Array(rest.prefix(Self.accountLength))
        let nonce = Array(rest.dropFirst(Self.accountLength).prefix(Self.nonceLength))
        let cipher = Array(rest.dropFirst(Self.accountLength + Self.nonceLength))
        let bound = associatedData(account)
        var plain = [UInt8](repeating: 0, count: cipher.count - Self.tagLength)
        defer { wipeBytes(&plain) }
        guard
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                &plain, nil, nil, cipher, UInt64(cipher.count), bound, UInt64(bound.count), nonce, key) == 0,
            let tokens = TokenRecord.decoded(plain), accountTag(tokens.account) == account,
            tokens.account.clientId == scope.clientID, tokens.account.authority == scope.authority
        else { return nil }
        return tokens
    }

    private func associatedData(_ account: [UInt8]) -> [UInt8] {
        Self.head + TokenRecord.joined([scope.clientID, scope.authority]) + account
    }

    private func accountTag(_ account: AccountID) -> [UInt8] {
        Self.hash(Array(account.homeAccountId.utf8), key: key, length: Self.accountLength)
    }

    private static func hash(_ bytes: [UInt8], key: [UInt8], length: Int) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: length)
        crypto_generichash(&hash, length, bytes, UInt64(bytes.count), key, key.count)
        return hash
    }

    private static func random(_ count: Int) -> [UInt8] {
        // Without it random bytes come just the same, but not yet by the fastest way; it may be called often.
        _ = sodium_init()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}

/// Overwrites the array's own storage with zeros, in a way no optimiser removes.
func wipeBytes(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { buffer in
        if let start = buffer.baseAddress { sodium_memzero(start, buffer.count) }
    }
}
