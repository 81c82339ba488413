/// Refuses requests that a web page elsewhere might have sent, and names of this machine that are not ours.
///
/// It stands before every route. DNS rebinding is stopped by the `Host`, cross-site requests by `Origin` and
/// Fetch Metadata.
struct Gatekeeper {
    /// `http://127.0.0.1:PORT`.
    let origin: String

    func refusal(of request: TenantRequest) -> ProtocolFailure? {
        let hosts = request.headers("Host")
        guard hosts.count == 1, let host = hosts.first?.lowercased() else {
            return ProtocolFailure(.invalidRequest, 9_002_313, "The request names no host, or several.")
        }
        guard authorities.contains(host) else {
            return ProtocolFailure(
                .invalidRequest, 9_002_313, "This tenant is not served under that name.", status: 421)
        }
        let site = request.header("Sec-Fetch-Site")?.lowercased()
        if site == "cross-site" { return crossSite }
        switch request.header("Origin")?.lowercased() {
        case nil: return nil
        // A page with `Referrer-Policy: no-referrer` sends its forms with this origin.
        case "null"? where site == "same-origin": return nil
        case let sender? where sender == "\(scheme)://\(host)": return nil
        default: return crossSite
        }
    }

    private var crossSite: ProtocolFailure {
        ProtocolFailure(.invalidRequest, 9_002_326, "Requests from another origin are refused.", status: 403)
    }

    private var scheme: Substring { origin.prefix { $0 != ":" } }

    /// What may stand in `Host`; a port that is the scheme's own may be left out.
    private var authorities: [String] {
        let address = origin.dropFirst(scheme.count + 3)
        let names = [String(address), "localhost" + address.drop { $0 != ":" }]
        let usual = scheme == "https" ? ":443" : ":80"
        return names + names.filter { $0.hasSuffix(usual) }.map { String($0.dropLast(usual.count)) }
    }
}
