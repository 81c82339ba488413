public import FoundationEssentials

/// Why no answer came: what the network, and not the service, said.
///
/// No case holds a password, a token, or the credentials of a proxy's address. Text in it that came from outside
/// (a host, an issuer) is data: it is cleaned before a terminal sees it.
public enum TransportError: LocalizedError, Equatable, Sendable {
    /// The host has no address.
    case nameNotResolved(host: String)
    /// Nobody listens there.
    case connectionRefused(host: String)
    /// There is no way there from this machine.
    case unreachable(host: String)
    /// No whole answer within the time limit.
    case timedOut
    /// The proxy, by host and port, stood in the way.
    case proxy(name: String, ProxyProblem)
    /// The service's certificate was not accepted.
    case certificate(host: String, issuer: String?, CertificateProblem)
    /// The service speaks nothing newer than TLS 1.1.
    case tlsTooOld(host: String)
    /// The file of certificates to trust cannot be read.
    case caFileUnreadable(path: String)
    /// The file is readable, but there is no certificate in it.
    case caFileInvalid(path: String)
    /// A page or a redirect for browsers came where the service's answer was due: most often the sign-in page of
    /// the network that this machine is on.
    case intercepted(host: String)
    /// The body is beyond ``HTTPResponse/maximumBody``, or the header fields beyond any reason.
    case bodyTooLarge
    /// The connection ended before the answer did.
    case interrupted
    /// Plain http to another machine: refused before anything was sent.
    case insecureAddress(host: String)
    /// The library is not installed, or too old.
    case libraryMissing(name: String)
    /// The surrounding task was cancelled.
    case cancelled
    /// Anything else, with the library's code and its own words.
    case other(code: Int, text: String)

    /// What a proxy did.
    public enum ProxyProblem: Equatable, Sendable {
        /// It has no address.
        case nameNotResolved
        /// It does not answer.
        case unreachable
        /// It wants a user name and password (407: RFC 9110, section 15.5.8).
        case wantsCredentials
        /// It answered, but does not let the request through.
        case refused(status: Int)
    }

    /// What is wrong with a certificate.
    public enum CertificateProblem: Equatable, Sendable {
        /// The present lies outside its validity (RFC 5280, section 4.1.2.5).
        case expired, notYetValid
        /// None of the certificates to trust vouches for it (RFC 5280, section 6).
        case unknownIssuer
        /// It is for another host (RFC 9525).
        case wrongHost
        /// Anything else, in the library's words.
        case other(String)
    }

    /// One sentence for a person: what stands in the way, and who can do what about it. Hosts and issuers in it came from
    /// outside: clean them before a terminal sees them.
    public var errorDescription: String? {
        switch self {
        case .nameNotResolved(let host):
            "There is no address for \(host). Check the network, and the tenant's name in the configuration."
        case .connectionRefused(let host):
            "\(host) refuses connections. Check the address in the configuration, or try again later."
        case .unreachable(let host): "\(host) cannot be reached. Check this machine's network connection."
        case .timedOut: "The service did not answer in time. Try again; if it goes on, check the network."
        case .proxy(let name, let problem): "The proxy \(name) \(problem.sentence)"
        case .certificate(let host, let issuer, let problem):
            problem.sentence(host: host, issuer: issuer.map { " by \($0.asForeignText)" } ?? "")
        case .tlsTooOld(let host):
            "\(host) offers no connection of TLS 1.2 or newer. Its administrator must enable one."
        case .caFileUnreadable(let path):
            "The CA file \(path) cannot be read. Check caFile (or SSL_CERT_FILE) and the file's permissions."
        case .caFileInvalid(let path): "The CA file \(path) holds no certificate in PEM form. Check caFile."
        case .intercepted(let host):
            "A page for browsers came in place of the answer of \(host). The network may want a sign-in of its own:"
                + " open a page in a browser, or check the address."
        case .bodyTooLarge: "The service's answer is larger than any it should give. Check the address."
        case .interrupted: "The connection was closed before the answer was complete. Try again."
        case .insecureAddress(let host):
            "Plain http to \(host) is refused, since passwords would be readable on the way. Use https."
        case .libraryMissing(let name): "\(name) is missing or too old. An administrator must install it."
        case .cancelled: "The request was cancelled."
        case .other(let code, let text): "The service cannot be reached (\(code): \(text))."
        }
    }

    /// The same sentence; FoundationEssentials does not derive it.
    public var localizedDescription: String { errorDescription ?? "" }
}

extension TransportError.ProxyProblem {
    fileprivate var sentence: String {
        switch self {
        case .nameNotResolved: "has no address. Check the proxy setting."
        case .unreachable: "cannot be reached. Check the proxy setting, or ask who runs the proxy."
        case .wantsCredentials: "asks for a user name and password. Put them into the proxy setting."
        case .refused(let status):
            "does not let the connection through (\(status)). Ask who runs it to allow the service."
        }
    }
}

extension TransportError.CertificateProblem {
    fileprivate func sentence(host: String, issuer: String) -> String {
        let subject = "The certificate of \(host), issued\(issuer),"
        switch self {
        case .expired:
            return "\(subject) has expired. Check this machine's clock, or tell the service's administrator."
        case .notYetValid:
            return "\(subject) is not valid yet. Check this machine's clock."
        case .unknownIssuer:
            return
                "The certificate of \(host) was issued\(issuer.isEmpty ? " by somebody" : issuer), who is not trusted here. "
                + "If your organization inspects connections, set caFile to its CA certificate."
        case .wrongHost:
            return
                "The certificate shown is not one of \(host). Check the address, and the network you are on."
        case .other(let text): return "\(subject) was not accepted: \(text)."
        }
    }
}
