import CCrypto

/// The signatures that ID tokens may bear (RFC 7518, section 3.1). Those with shared secrets, and none, are not
/// among them.
enum SignatureAlgorithm: String {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"

    enum Verdict { case good, bad, keyDoesNotFit, noLibrary }

    /// Smaller RSA keys are not taken (RFC 7518, section 3.3).
    private static let minimumBits: Int32 = 2048

    func check(_ signature: [UInt8], of signed: ArraySlice<UInt8>, with material: SigningKey.Material)
        -> Verdict
    {
        guard ccrypto_available() == 1 else { return .noLibrary }
        guard let key = key(material) else { return .keyDoesNotFit }
        defer { ccrypto_key_free(key) }
        guard self == .es256 || ccrypto_key_bits(key) >= Self.minimumBits else { return .keyDoesNotFit }
        let isGood = signed.withUnsafeBytes { data in
            data.baseAddress.map { ccrypto_verify(key, code, $0, data.count, signature, signature.count) }
        }
        return isGood == 1 ? .good : .bad
    }

    private var code: Int32 {
        switch self {
        case .rs256: Int32(CCRYPTO_RS256)
        case .ps256: Int32(CCRYPTO_PS256)
        case .es256: Int32(CCRYPTO_ES256)
        }
    }

    /// The caller frees it. Nil when the material is of the other kind, or no key.
    private func key(_ material: SigningKey.Material) -> OpaquePointer? {
        switch (self, material) {
        case (.rs256, .rsa(let n, let e)), (.ps256, .rsa(let n, let e)):
            ccrypto_rsa_from_components(n, n.count, e, e.count)
        case (.es256, .p256(let x, let y)): ccrypto_ec_p256_from_components(x, x.count, y, y.count)
        default: nil
        }
    }
}
