import Synchronization
import Wire

/// The key of the database, made once and kept in it.
///
/// It is made when first needed, or by ``prepare()`` beforehand on a thread of the caller's choosing.
final class SigningKeys: Sendable {
    private struct Present {
        var key: SigningKey
        var isStored: Bool
    }

    private let present = Mutex<Present?>(nil)

    /// Makes a key if there is none in memory. It holds no database lock, so requests go on meanwhile.
    func prepare() throws {
        try present.withLock {
            if $0 == nil { $0 = Present(key: try SigningKey(), isStored: false) }
        }
    }

    /// The database's key; one that has none is given ours.
    func current(_ records: Records) throws -> SigningKey {
        try present.withLock { present in
            if let present, present.isStored { return present.key }
            let key: SigningKey
            if let stored = try records.setting("signingKey") {
                key = try SigningKey(pem: Secret(stored))
            } else {
                key = try present?.key ?? SigningKey()
                try records.set("signingKey", try key.pem().exposedAsString())
            }
            present = Present(key: key, isStored: true)
            return key
        }
    }

    /// One entry of the JWKS (protocol reference, section 8.5).
    func jwk(issuer: String, _ records: Records) throws -> JSON {
        let key = try current(records)
        return [
            "kty": "RSA", "use": "sig", "kid": .string(key.id), "n": .string(key.modulus),
            "e": .string(key.exponent),
            "issuer": .string(issuer),
        ]
    }

    /// A compact JWT with these claims.
    func signed(_ claims: JSON, _ records: Records) throws -> String {
        let key = try current(records)
        let header: JSON = ["typ": "JWT", "alg": "RS256", "kid": .string(key.id)]
        let input = base64URL(header.bytes) + "." + base64URL(claims.bytes)
        return input + "." + base64URL(try key.signature(of: Array(input.utf8)))
    }
}
