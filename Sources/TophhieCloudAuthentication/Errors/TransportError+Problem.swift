package import AuthFlow

extension TransportProblem {
    /// What a flow is told; nil for a cancellation, of which it knows. `host` is the one that was asked.
    package init?(_ error: TransportError, host: String) {
        switch error {
        case .nameNotResolved(let host): self = .nameNotResolved(host: host)
        case .connectionRefused(let host): self = .connectionRefused(host: host)
        case .unreachable(let host): self = .unreachable(host: host)
        case .timedOut: self = .timedOut(host: host)
        case .proxy(let name, let problem): self = .proxy(name: name, ProxyProblem(problem))
        case .certificate(let host, let issuer, let problem):
            self = .certificate(host: host, issuer: issuer, CertificateProblem(problem))
        case .tlsTooOld(let host): self = .tlsTooOld(host: host)
        case .caFileUnreadable(let path): self = .caFileUnreadable(path: path)
        case .caFileInvalid(let path): self = .caFileInvalid(path: path)
        case .intercepted(let host): self = .intercepted(host: host)
        case .bodyTooLarge: self = .bodyTooLarge
        case .interrupted: self = .interrupted(host: host)
        case .insecureAddress(let host): self = .insecureAddress(host: host)
        case .libraryMissing(let name): self = .libraryMissing(name: name)
        case .cancelled: return nil
        case .other(let code, let text): self = .other(code: code, text: text)
        }
    }
}

extension TransportProblem.ProxyProblem {
    fileprivate init(_ problem: TransportError.ProxyProblem) {
        switch problem {
        case .nameNotResolved: self = .nameNotResolved
        case .unreachable: self = .unreachable
        case .wantsCredentials: self = .wantsCredentials
        case .refused(let status): self = .refused(status: status)
        }
    }
}

extension TransportProblem.CertificateProblem {
    fileprivate init(_ problem: TransportError.CertificateProblem) {
        switch problem {
        case .expired: self = .expired
        case .notYetValid: self = .notYetValid
        case .unknownIssuer: self = .unknownIssuer
        case .wrongHost: self = .wrongHost
        case .other(let text): self = .other(text)
        }
    }
}

extension TransportError {
    /// What a person's program is told in turn.
    init(_ problem: TransportProblem) {
        switch problem {
        case .nameNotResolved(let host): self = .nameNotResolved(host: host)
        case .connectionRefused(let host): self = .connectionRefused(host: host)
        case .unreachable(let host): self = .unreachable(host: host)
        case .timedOut: self = .timedOut
        case .proxy(let name, let problem): self = .proxy(name: name, ProxyProblem(problem))
        case .certificate(let host, let issuer, let problem):
            self = .certificate(host: host, issuer: issuer, CertificateProblem(problem))
        case .tlsTooOld(let host): self = .tlsTooOld(host: host)
        case .caFileUnreadable(let path): self = .caFileUnreadable(path: path)
        case .caFileInvalid(let path): self = .caFileInvalid(path: path)
        case .intercepted(let host): self = .intercepted(host: host)
        case .bodyTooLarge: self = .bodyTooLarge
        case .interrupted: self = .interrupted
        case .insecureAddress(let host): self = .insecureAddress(host: host)
        case .libraryMissing(let name): self = .libraryMissing(name: name)
        case .other(let code, let text): self = .other(code: code, text: text)
        }
    }
}

extension TransportError.ProxyProblem {
    fileprivate init(_ problem: TransportProblem.ProxyProblem) {
        switch problem {
        case .nameNotResolved: self = .nameNotResolved
        case .unreachable: self = .unreachable
        case .wantsCredentials: self = .wantsCredentials
        case .refused(let status): self = .refused(status: status)
        }
    }
}

extension TransportError.CertificateProblem {
    fileprivate init(_ problem: TransportProblem.CertificateProblem) {
        switch problem {
        case .expired: self = .expired
        case .notYetValid: self = .notYetValid
        case .unknownIssuer: self = .unknownIssuer
        case .wrongHost: self = .wrongHost
        case .other(let text): self = .other(text)
        }
    }
}
