import CCrypto
import Synchronization
import Wire

/// An RSA key that signs tokens (RS256); the only user of OpenSSL.
///
/// It stores nothing: ``SigningKeys`` keeps it in the database.
final class SigningKey: Sendable {
    private let handle: Mutex<OpaquePointer>
    /// `n` and `e` of the JWK.
    let modulus: String
    let exponent: String
    /// The thumbprint of RFC 7638.
    let id: String

    init(_ handle: sending OpaquePointer) throws(StoreFailure) {
        let modulus = Self.component(handle, 0)
        let exponent = Self.component(handle, 1)
        self.handle = Mutex(handle)
        guard let modulus, let exponent else { throw StoreFailure("The signing key cannot be read.") }
        self.modulus = modulus
        self.exponent = exponent
        id = digest(Secret(#"{"e":"\#(exponent)","kty":"RSA","n":"\#(modulus)"}"#))
    }

    /// A new one of 2048 bits.
    convenience init() throws(StoreFailure) {
        guard let key = ccrypto_rsa_generate(2048) else {
            throw StoreFailure("A signing key cannot be made: libcrypto.so.3 (Debian: libssl3) is needed.")
        }
        try self.init(key)
    }

    convenience init(pem: Secret) throws(StoreFailure) {
        guard let key = pem.withExposed({ ccrypto_key_from_pem($0, $0.count) }) else {
            throw StoreFailure("The signing key cannot be read.")
        }
        try self.init(key)
    }

    deinit { handle.withLock { ccrypto_key_free($0) } }

    func pem() throws(StoreFailure) -> Secret {
        let pem = handle.withLock { key -> [UInt8]? in
            var length = 0
            guard ccrypto_key_to_pem(key, nil, &length) == 1 else { return nil }
            var out = [UInt8](repeating: 0, count: length)
            return ccrypto_key_to_pem(key, &out, &length) == 1 ? Array(out.prefix(length)) : nil
        }
        guard let pem else { throw StoreFailure("The signing key cannot be written.") }
        return Secret(pem)
    }

    /// RSASSA-PKCS1-v1_5 over SHA-256.
    func signature(of bytes: [UInt8]) throws(StoreFailure) -> [UInt8] {
        let signature = handle.withLock { key -> [UInt8]? in
            var out = [UInt8](repeating: 0, count: 512)
            var length = out.count
            return ccrypto_sign_rs256(key, bytes, bytes.count, &out, &length) == 1
                ? Array(out.prefix(length)) : nil
        }
        guard let signature else { throw StoreFailure("A token cannot be signed.") }
        return signature
    }

    private static func component(_ key: OpaquePointer, _ which: Int32) -> String? {
        var out = [UInt8](repeating: 0, count: 512)
        let length = ccrypto_rsa_component(key, which, &out, out.count)
        return length > 0 ? base64URL(Array(out.prefix(Int(length)))) : nil
    }
}
