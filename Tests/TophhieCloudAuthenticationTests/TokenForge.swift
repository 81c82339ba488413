import CCrypto
import FoundationEssentials

@testable import TophhieCloudAuthentication

/// Makes ID tokens, good and bad, with keys of its own.
struct TokenForge: Sendable {
    enum Value: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String), number(Int), list([String]), flag(Bool), object([String: String])

        init(stringLiteral value: String) { self = .text(value) }
        init(integerLiteral value: Int) { self = .number(value) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            case .flag(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
        }
    }

    let material: SigningKey.Material
    private let pem: [UInt8]

    struct NoKey: Error {}

    init(bits: Int32 = 2048) throws {
        guard let key = ccrypto_rsa_generate(bits) else { throw NoKey() }
        defer { ccrypto_key_free(key) }
        var length = 0
        guard ccrypto_key_to_pem(key, nil, &length) == 1 else { throw NoKey() }
        var pem = [UInt8](repeating: 0, count: length)
        guard ccrypto_key_to_pem(key, &pem, &length) == 1 else { throw NoKey() }
        self.pem = pem
        func component(_ which: Int32) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 2048)
            let length = ccrypto_rsa_component(key, which, &bytes, bytes.count)
            return Array(bytes.prefix(Int(length)))
        }
        material = .rsa(modulus: component(0), exponent: component(1))
    }

    func token(header: [String: Value], claims: [String: Value]) throws -> [UInt8] {
        let signed =
            try Self.base64URL(JSONEncoder().encode(header)) + [UInt8(ascii: ".")]
            + Self.base64URL(JSONEncoder().encode(claims))
        return signed + [UInt8(ascii: ".")] + Self.base64URL(Data(try signature(of: signed)))
    }

    private func signature(of bytes: [UInt8]) throws -> [UInt8] {
        guard let key = ccrypto_key_from_pem(pem, pem.count) else { throw NoKey() }
        defer { ccrypto_key_free(key) }
        var signature = [UInt8](repeating: 0, count: 2048)
        var length = signature.count
        guard ccrypto_sign_rs256(key, bytes, bytes.count, &signature, &length) == 1 else { throw NoKey() }
        return Array(signature.prefix(length))
    }

    static func base64URL(_ data: Data) -> [UInt8] {
        data.base64EncodedString().utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
    }
}
