package import AuthFlow
import FoundationEssentials
import Wire

extension Problem {
    /// The same as a whole problem, with what the answer said besides.
    package init(_ problem: DiscoveryProblem, host: String, correlationID: String?) {
        var wire: WireError?
        if case .status(let status, let retryAfter) = problem {
            wire = WireError(status: status, retryAfter: retryAfter)
        }
        self.init(Kind(problem, host: host), wire: wire, correlationID: correlationID)
    }
}

extension Problem.Kind {
    /// What a flow is told when the tenant's metadata or keys could not be had from `host`.
    package init(_ problem: DiscoveryProblem, host: String) {
        self =
            switch problem {
            case .transport(let error):
                TransportProblem(error, host: host).map { .unreachable($0) } ?? .malformed
            case .status(429, _): .throttled
            case .status(let status, _) where status >= 500: .serviceUnavailable
            case .status(let status, _): .misconfigured(.discovery(.notFound(status: status)))
            case .malformed: .misconfigured(.discovery(.notADocument))
            case .issuerRefused(let issuer): .misconfigured(.discovery(.issuerRefused(issuer)))
            case .tenantRefused: .misconfigured(.discovery(.tenantMismatch))
            case .endpointRefused(let member): .misconfigured(.discovery(.endpointRefused(member)))
            }
    }
}

extension TrustProblem {
    /// - Parameter serverTime: the answer's own date, to measure this machine's clock with; seconds since 1970.
    init(_ problem: IDTokenProblem, serverTime: Int?, now: Date) {
        switch problem {
        case .expired, .notYetValid, .issuedBeforeStart:
            let difference = serverTime.map { Int(now.timeIntervalSince1970) - $0 }
            let skew = Int(IDTokenVerifier.skew.components.seconds)
            if let difference, abs(difference) > skew {
                self = .clock(.seconds(difference))
            } else {
                self = .claim("exp")
            }
        case .malformed: self = .claim("JWT")
        case .missing(let claim): self = .claim(claim)
        case .algorithmRefused: self = .claim("alg")
        case .typeRefused: self = .claim("typ")
        case .criticalRefused: self = .claim("crit")
        case .unknownKey: self = .claim("kid")
        case .keyRefused, .badSignature: self = .signature
        case .wrongIssuer: self = .claim("iss")
        case .wrongTenant: self = .claim("tid")
        case .wrongAudience: self = .claim("aud")
        case .wrongParty: self = .claim("azp")
        case .wrongNonce: self = .claim("nonce")
        case .libraryMissing: self = .keysUnavailable
        }
    }
}
