package import FoundationEssentials

/// What a verified ID token says of the person (protocol reference, section 2.6). There is no unverified one.
package struct IDTokenClaims: Equatable, Sendable {
    package var subject: String
    /// The directory object's id, where there is one.
    package var objectID: String?
    package var tenantID: String?
    package var name: String?
    package var preferredUsername: String?
    package var email: String?
    package var issuer: String
    package var expiresOn: Date
    package var issuedOn: Date
    package var nonce: String?
    /// Nil when the token says nothing of groups.
    package var groups: [String]?
    /// There are more groups than the token holds, so ``groups`` is no list of them.
    package var hasGroupOverage: Bool
    package var roles: [String]
    /// How the person proved who they are, where it says so.
    package var methods: [String]
}

/// Why an ID token is not believed: the first rule that failed. It holds no claim of the token but names of methods.
package enum IDTokenProblem: Error, Equatable, Sendable {
    case malformed
    case missing(claim: String)
    case algorithmRefused(String)
    case typeRefused(String)
    /// The header demands an extension.
    case criticalRefused
    case unknownKey
    /// The key with that name does not fit the algorithm, is too small, or is another issuer's.
    case keyRefused
    case badSignature
    case wrongIssuer, wrongTenant, wrongAudience, wrongParty, wrongNonce
    /// It ended this long ago by this machine's clock.
    case expired(by: Duration)
    /// It begins, or was issued, this far ahead of this machine's clock.
    case notYetValid(by: Duration)
    /// It is older than the sign-in that it answers.
    case issuedBeforeStart
    /// No library to check the signature with.
    case libraryMissing
}

/// A token's header and claims as sent.
struct IDTokenParts {
    /// Only what is asked: `jku`, `jwk`, `x5u` and `x5c` would let the token bring its own key.
    struct Header: Decodable {
        var alg: String?
        var typ: String?
        var kid: String?
        var crit: Anything?
    }

    struct Claims: Decodable {
        var iss: String?
        var sub: String?
        var aud: Audience?
        var azp: String?
        var exp: Double?
        var nbf: Double?
        var iat: Double?
        var nonce: String?
        var oid: String?
        var tid: String?
        var name: String?
        var preferred_username: String?
        var email: String?
        var groups: [String]?
        var roles: [String]?
        var amr: [String]?
        var hasgroups: Bool?
        var _claim_names: [String: Anything]?

        private enum Key: String, CodingKey {
            case iss, sub, aud, azp, exp, nbf, iat, nonce, oid, tid, name, preferred_username, email, groups,
                roles
            case amr, hasgroups, _claim_names
        }

        /// What decides must be of its kind. The rest is as good as absent when it is not: other providers fill those
        /// names as they please (OpenID Connect Core 1.0, section 5.1.2).
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            func decided<Value: Decodable>(_ key: Key) throws -> Value? {
                try members.decodeIfPresent(Value.self, forKey: key)
            }
            func told<Value: Decodable>(_ key: Key) -> Value? { try? decided(key) }
            iss = try decided(.iss)
            sub = try decided(.sub)
            aud = try decided(.aud)
            azp = try decided(.azp)
            exp = try decided(.exp)
            nbf = try decided(.nbf)
            iat = try decided(.iat)
            nonce = try decided(.nonce)
            oid = try decided(.oid)
            tid = try decided(.tid)
            name = told(.name)
            preferred_username = told(.preferred_username)
            email = told(.email)
            groups = told(.groups)
            roles = told(.roles)
            amr = told(.amr)
            hasgroups = told(.hasgroups)
            _claim_names = told(._claim_names)
        }
    }

    /// One text or a list of them (RFC 7519, section 4.1.3).
    struct Audience: Decodable {
        var values: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                values = [one]
            } else {
                values = try container.decode([String].self)
            }
        }
    }

    /// That it is there is all that counts.
    struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    let header: Header
    let claims: Claims
    /// What is signed: header and claims as sent, with the dot.
    let signed: ArraySlice<UInt8>
    let signature: [UInt8]

    /// Far beyond any the service sends.
    private static let maximumLength = 1 << 16

    init(_ token: [UInt8]) throws(IDTokenProblem) {
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard token.count <= Self.maximumLength, parts.count == 3, let header = Base64URL.decode(parts[0]),
            let claims = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
        else { throw .malformed }
        do {
            self.header = try JSONDecoder().decode(Header.self, from: Data(header))
            self.claims = try JSONDecoder().decode(Claims.self, from: Data(claims))
        } catch { throw .malformed }
        signed = token[..<parts[1].endIndex]
        self.signature = signature
    }
}
