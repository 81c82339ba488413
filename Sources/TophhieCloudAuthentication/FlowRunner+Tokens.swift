import AuthFlow
import FoundationEssentials
import Wire

extension FlowRunner {
    /// Tokens are taken only with an ID token that holds (protocol reference, 8.6).
    func verified(
        _ reply: TokenReply, _ metadata: ProviderMetadata, serverTime: Int?, before deadline: Duration
    ) async throws(NoAnswer) -> TokenSet {
        guard let idToken = reply.idToken else { throw NoAnswer(kind: .untrusted(.missing)) }
        let now = client.configuration.time.now()
        do {
            let claims = try await claims(of: idToken, metadata, now, before: deadline)
            let issued = Int(now.timeIntervalSince1970)
            // `oid` and `tid` mean something at Entra only; elsewhere the subject is what stays
            // (OpenID Connect Core 1.0, section 5.7).
            let isEntra = client.configuration.provider == .entra
            return TokenSet(
                accessToken: reply.accessToken, refreshToken: reply.refreshToken, idToken: idToken,
                scopes: reply.scopes, issuedAt: issued,
                expiresAt: issued + Int(reply.expiresIn.components.seconds),
                identity: Identity(
                    objectID: (isEntra ? claims.objectID : nil) ?? claims.subject,
                    tenantID: (isEntra ? claims.tenantID : nil) ?? "",
                    username: claims.preferredUsername ?? claims.email ?? "", name: claims.name))
        } catch let problem as IDTokenProblem {
            throw NoAnswer(kind: .untrusted(TrustProblem(problem, serverTime: serverTime, now: now)))
        } catch let problem as DiscoveryProblem {
            throw NoAnswer(kind: Problem.Kind(problem, host: metadata.keysEndpoint.host() ?? ""))
        } catch {
            throw NoAnswer(kind: .untrusted(.keysUnavailable))
        }
    }

    private func claims(
        of token: Secret, _ metadata: ProviderMetadata, _ now: Date, before deadline: Duration
    ) async throws -> IDTokenClaims {
        let kid = try token.withExposed { try IDTokenVerifier.keyID(of: $0) }
        let keys = try await client.discovery.keys(
            for: kid, of: metadata, within: remaining(before: deadline))
        let expected = IDTokenExpectations(
            metadata: metadata, provider: client.configuration.provider,
            clientID: client.configuration.clientId)
        return try token.withExposed { try IDTokenVerifier(expected).verify($0, keys: keys, now: now) }
    }
}
