import CSodium
import FoundationEssentials
import Wire

/// Random values and digests, all of them libsodium's.
enum Random {
    static func bytes(_ count: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: count)
        randombytes_buf(&out, count)
        return out
    }

    /// 256 bits as base64url: continuation tokens, device codes, access and refresh tokens, cookies.
    static func token() -> String { base64URL(bytes(32)) }

    static func digits(_ count: Int) -> String {
        String(
            decoding: (0..<count).map { _ in UInt8(ascii: "0") + UInt8(randombytes_uniform(10)) },
            as: UTF8.self)
    }

    /// Eight consonants, so that no word comes out (RFC 8628, section 6.1).
    static func userCode() -> String {
        let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
        return String((0..<8).map { _ in letters[Int(randombytes_uniform(UInt32(letters.count)))] })
    }

    static func identifier() -> String { UUID().uuidString.lowercased() }
}

func base64URL(_ bytes: [UInt8]) -> String {
    let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
    var out = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, Int32(variant)))
    sodium_bin2base64(&out, out.count, bytes, bytes.count, Int32(variant))
    return String(decoding: out.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// What is kept of a token in the store: SHA-256, base64url.
func digest(_ token: Secret) -> String {
    token.withExposed { bytes in
        var out = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&out, bytes, UInt64(bytes.count))
        return base64URL(out)
    }
}
