/// The scopes of a token request, sorted into OpenID Connect's own and those of Microsoft Graph.
///
/// The tenant knows one resource, Graph, and grants what it knows: administrators consented beforehand
/// (protocol reference, section 2.7).
struct Scopes: Equatable, Sendable {
    private static let openID = ["openid", "profile", "email", "offline_access"]
    private static let graph = [
        "User.Read", "User.ReadWrite", "AuditLog.Read.All", "Directory.AccessAsUser.All",
    ]
    private static let graphPrefix = "https://graph.microsoft.com/"

    /// In the order of the request, in their canonical spelling, without repetitions.
    var names: [String] = []

    init(_ text: String) throws(ProtocolFailure) {
        let requested = words(text)
        guard !requested.isEmpty else {
            throw ProtocolFailure(.invalidScope, 28003, "The scope parameter is empty or not valid.")
        }
        for word in requested {
            let name = try Self.canonical(word)
            if !names.contains(name) { names.append(name) }
        }
    }

    private static func canonical(_ word: String) throws(ProtocolFailure) -> String {
        let lowercased = word.lowercased()
        let short =
            lowercased.hasPrefix(graphPrefix) ? String(lowercased.dropFirst(graphPrefix.count)) : lowercased
        if short == ".default" { return "User.Read" }
        if short == lowercased, openID.contains(short) { return short }
        if let known = graph.first(where: { $0.lowercased() == short }) { return known }
        if lowercased.contains("://"), !lowercased.hasPrefix(graphPrefix) {
            throw ProtocolFailure(
                .invalidResource, 500011,
                "The resource principal of the scope '\(word)' was not found in the tenant.")
        }
        throw ProtocolFailure(
            .invalidScope, 70011,
            "The provided value for the input parameter 'scope' is not valid: '\(word)'.")
    }

    func contains(_ name: String) -> Bool { names.contains(name) }

    /// What the answer names: it never lists `offline_access` (protocol reference, section 2.4).
    var granted: String { names.filter { $0 != "offline_access" }.joined(separator: " ") }

    var text: String { names.joined(separator: " ") }
}
