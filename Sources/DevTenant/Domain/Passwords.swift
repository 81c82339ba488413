import CSodium
import Wire

/// argon2id, as strong as the place of the hashes asks for.
///
/// It judges no password: the policy does.
struct Passwords: Sendable {
    private let passes: UInt64
    private let memory: Int

    /// For a database file: 19 MiB and two passes, light enough that seeding and sign-in stay quick.
    static let stored = Passwords(passes: 2, memory: 19 * 1024 * 1024)
    /// For a database in memory, which no thief of files gets: the least that libsodium takes.
    static let passing = Passwords(
        passes: UInt64(crypto_pwhash_argon2id_OPSLIMIT_MIN), memory: Int(crypto_pwhash_argon2id_MEMLIMIT_MIN))

    func hashed(_ password: Secret) throws(StoreFailure) -> String {
        var out = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let result = Self.withCharacters(of: password) { crypto_pwhash_str(&out, $0, $1, passes, memory) }
        guard result == 0 else { throw StoreFailure("A password cannot be hashed.") }
        return String(decoding: out.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func matches(_ password: Secret, _ hash: String) -> Bool {
        withCharacters(of: password) { crypto_pwhash_str_verify(hash, $0, $1) } == 0
    }

    private static func withCharacters(
        of password: Secret, _ body: (UnsafePointer<CChar>, UInt64) -> Int32
    ) -> Int32 {
        password.withExposed { bytes in
            bytes.withUnsafeBytes { buffer in
                guard let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress else { return -1 }
                return body(start, UInt64(buffer.count))
            }
        }
    }
}
