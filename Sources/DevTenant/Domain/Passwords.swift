import CSodium
import Wire

/// argon2id in a light preset (19 MiB, two passes), so that seeding and sign-in stay quick.
///
/// It judges no password: the policy does.
enum Passwords {
    private static let passes: UInt64 = 2
    private static let memory = 19 * 1024 * 1024

    static func hashed(_ password: Secret) throws(StoreFailure) -> String {
        var out = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let result = withCharacters(of: password) { crypto_pwhash_str(&out, $0, $1, passes, memory) }
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
