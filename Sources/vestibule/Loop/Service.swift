import AuthFlow
import Screens
import TophhieCloudAuthentication
import Wire

/// The tenant as the loop's orders reach it: requests, the token cache, and a demo's mailbox.
@MainActor
final class Service {
    let client: Client
    let cache: TokenCache
    private let demo: DemoMailbox?
    private let log: Log
    private var runner: FlowRunner

    init(_ client: Client, _ cache: TokenCache, demo: DemoMailbox? = nil, log: Log) {
        self.client = client
        self.cache = cache
        self.demo = demo
        self.log = log
        runner = FlowRunner(client)
    }

    var orders: Orders {
        let (cache, demo, client) = (cache, demo, client)
        return Orders(
            performer: { [self] in performer(for: $0) },
            refused: { [self] in log.write(refusal: $0, $1, runner.correlationID) },
            save: { tokens in
                do {
                    try await FlowRunner(client).save(tokens)
                    return nil
                } catch {
                    return .account(.notKept(Self.sentence(error)))
                }
            },
            signOut: {
                do {
                    _ = try await cache.clear()
                    return .account(.signedOut)
                } catch {
                    return .account(.notSignedOut(Self.sentence(error)))
                }
            },
            readMailbox: { await demo?.read() ?? .unreachable },
            warmUp: { (client.configuration.transport as? CurlTransport)?.warmUp() })
    }

    /// A conversation has one reference, which the service's administrator can find it by: a new one comes with
    /// the request that begins one.
    private func performer(for effect: FlowEffect) -> any EffectPerformer {
        switch effect {
        case .send(_, .initiate), .send(_, .signUpStart), .send(_, .resetStart), .send(_, .deviceAuthorize):
            runner = FlowRunner(client)
        default: break
        }
        return LoggingPerformer(runner, log)
    }

    private nonisolated static func sentence(_ error: any Error) -> String {
        (error as? TokenStoreError)?.localizedDescription ?? "Tokens cannot be kept."
    }
}
