import FoundationEssentials
import Synchronization

/// A public key with which ID tokens are signed (RFC 7517, RFC 7518 section 6). It was not yet used for anything.
package struct SigningKey: Equatable, Sendable {
    package enum Material: Equatable, Sendable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        case p256(x: [UInt8], y: [UInt8])
    }

    package var id: String?
    /// The only algorithm for it, where the set says so.
    package var algorithm: String?
    /// Whose tokens it signs, where the set says so.
    package var issuer: String?
    package var material: Material

    package init(id: String?, algorithm: String? = nil, issuer: String? = nil, material: Material) {
        self.id = id
        self.algorithm = algorithm
        self.issuer = issuer
        self.material = material
    }
}

/// A provider's key set, kept for a day and asked for anew when a token names a key that is not in it.
///
/// Tokens are anybody's to write, so an unknown name leads to a request once a minute at most.
final class KeySet: Sendable {
    private struct Cache {
        var url: URL?
        var keys: [SigningKey] = []
        var since: Duration = .zero
    }

    private let transport: any Transport
    private let time: TimeSource
    private let cache = Mutex(Cache())
    private let loads = SharedLoad<[SigningKey], DiscoveryProblem>()

    static let pause: Duration = .seconds(60)

    init(transport: any Transport, time: TimeSource) {
        self.transport = transport
        self.time = time
    }

    func keys(
        for kid: String?, at url: URL, within limit: Duration
    ) async throws(DiscoveryProblem) -> [SigningKey] {
        if let kept = kept(kid, url) { return kept }
        return try await loads.load(cancelled: .transport(.cancelled)) { () async throws(DiscoveryProblem) in
            // Another caller's load may have ended just now.
            if let kept = kept(kid, url) { return kept }
            let document: KeyDocument = try await transport.document(
                at: url, within: limit, time)
            let keys = document.keys.compactMap(\.key)
            let now = time.elapsed()
            cache.withLock { $0 = Cache(url: url, keys: keys, since: now) }
            return keys
        }
    }

    private func kept(_ kid: String?, _ url: URL) -> [SigningKey]? {
        let kept = cache.withLock { $0 }
        let isKnown = kid == nil || kept.keys.contains { $0.id == kid }
        let age = time.elapsed() - kept.since
        return kept.url == url && age < (isKnown ? Discovery.lifetime : Self.pause) ? kept.keys : nil
    }
}

/// The key set as sent. Keys of kinds that are not known, not for signatures, or not as keys are written are passed
/// over (RFC 7517, section 5).
struct KeyDocument: Decodable {
    var keys: [Entry]

    private enum CodingKeys: CodingKey { case keys }

    init(from decoder: any Decoder) throws {
        var list = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .keys)
        keys = []
        while !list.isAtEnd {
            let entry = try list.superDecoder()
            if let key = try? Entry(from: entry) { keys.append(key) }
        }
    }

    struct Entry: Decodable {
        var kty: String?
        var use: String?
        var kid: String?
        var alg: String?
        var crv: String?
        var n: String?
        var e: String?
        var x: String?
        var y: String?
        var issuer: String?

        var key: SigningKey? {
            guard use == nil || use == "sig", let material else { return nil }
            return SigningKey(id: kid, algorithm: alg, issuer: issuer, material: material)
        }

        private var material: SigningKey.Material? {
            switch kty {
            case "RSA":
                guard let n = n.flatMap(Base64URL.decode), let e = e.flatMap(Base64URL.decode) else {
                    return nil
                }
                return .rsa(modulus: n, exponent: e)
            case "EC" where crv == "P-256":
                guard let x = x.flatMap(Base64URL.decode), let y = y.flatMap(Base64URL.decode) else {
                    return nil
                }
                return .p256(x: x, y: y)
            default: return nil
            }
        }
    }
}
