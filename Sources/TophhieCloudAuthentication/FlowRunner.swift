package import AuthFlow
import FoundationEssentials
import Wire

/// Carries out a flow's orders and reports what came of them.
package protocol EffectPerformer: Sendable {
    /// Carries out one order and returns the fact to tell the flow: nil when there is none, as for an order
    /// that was given up (by cancelling the task that runs this).
    func perform(_ effect: FlowEffect) async -> FlowEvent?
}

/// The one place where a flow's orders meet the network, the clock and the token store.
///
/// It holds nothing but a reference for this flow, by which the service's administrator finds it.
package struct FlowRunner: EffectPerformer {
    package let client: Client
    /// Sent as `client-request-id` with each request of the flow (protocol reference, 1.2).
    package let correlationID: String

    package init(_ client: Client) {
        self.client = client
        correlationID = UUID().uuidString.lowercased()
    }

    package func perform(_ effect: FlowEffect) async -> FlowEvent? {
        switch effect {
        case .send(let id, let request):
            return await send(request, as: id)
        case .wait(let id, let time, let jitter):
            let jitter = jitter * Double.random(in: 0..<1)
            do { try await client.configuration.time.sleep(time + jitter) } catch { return nil }
            return .timerFired(id)
        case .save(let tokens):
            try? await save(tokens)
            return nil
        case .abandon, .stopWaiting:
            return nil
        }
    }

    /// Keeps the tokens of a sign-in where the configuration says.
    ///
    /// - Throws: what the store throws, when they cannot be kept.
    package func save(_ tokens: TokenSet) async throws {
        try await client.configuration.store.save(stored(tokens))
    }

    /// The tokens as a store keeps them.
    package func stored(_ tokens: TokenSet) -> StoredTokens {
        let identity = tokens.identity
        let home = identity.tenantID.isEmpty ? identity.objectID : "\(identity.objectID).\(identity.tenantID)"
        return StoredTokens(
            account: client.accountID(home), identifier: identity.objectID, username: identity.username,
            name: identity.name ?? "", tenantId: identity.tenantID, environment: client.authority.host,
            scopes: tokens.scopes, expiresOn: Date(timeIntervalSince1970: TimeInterval(tokens.expiresAt)),
            accessSecret: tokens.accessToken, refreshSecret: tokens.refreshToken, idSecret: tokens.idToken)
    }

    /// Tells the flow a fact and carries out its orders, one after the other, until it is the person's turn or
    /// over. When the surrounding task is cancelled, so is the flow.
    ///
    /// - Parameter observing: is told each state that the flow comes through.
    func settle(
        _ start: Flow, _ event: FlowEvent, observing: (Flow) async -> Void = { _ in }
    ) async -> Flow {
        let time = client.configuration.time
        var flow = start
        var orders = flow.handle(event, at: time.elapsed())[...]
        await observing(flow)
        while let order = orders.popFirst() {
            if let fact = await perform(order) {
                orders += flow.handle(fact, at: time.elapsed())
                await observing(flow)
            } else if Task.isCancelled, flow.outcome == nil {
                orders = flow.handle(.cancelled, at: time.elapsed())[...]
            }
        }
        if Task.isCancelled { _ = flow.handle(.cancelled, at: time.elapsed()) }
        return flow
    }
}
