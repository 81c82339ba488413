import FoundationEssentials
import Screens
import TophhieCloudAuthentication

/// The messages that a demo's tenant sent, asked for over its admin interface.
struct DemoMailbox: Sendable {
    private let address: URL?
    private let token: String
    private let transport: any Transport

    init(_ ready: DemoTenant.Ready, _ transport: any Transport) {
        address = URL(string: ready.admin)
        token = ready.adminToken
        self.transport = transport
    }

    private struct Message: Decodable {
        var to: String
        var channel: String
        var code: String
        var purpose: String
        var at: Time

        /// Seconds since 1970, or the same as ISO 8601.
        enum Time: Decodable {
            case seconds(Int)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if let number = try? value.decode(Double.self) {
                    self = .seconds(Int(number))
                } else {
                    let date = try Date(value.decode(String.self), strategy: .iso8601)
                    self = .seconds(Int(date.timeIntervalSince1970))
                }
            }
        }

        var mail: Mail {
            let seconds =
                switch at {
                case .seconds(let seconds): seconds
                }
            return Mail(to: to, channel: channel, code: code, purpose: purpose, at: seconds)
        }
    }

    func read() async -> MailboxEvent {
        guard let answer = await send("GET", "/outbox"), answer.status == 200,
            let messages = try? JSONDecoder().decode([Message].self, from: Data(answer.body))
        else { return .unreachable }
        return .received(messages.map(\.mail))
    }

    /// Whether the tenant did as it was told.
    func order(_ method: String, _ path: String, _ body: String) async -> Bool {
        guard let answer = await send(method, path, body) else { return false }
        return (200..<300).contains(answer.status)
    }

    private func send(_ method: String, _ path: String, _ body: String = "") async -> HTTPResponse? {
        guard let url = address?.extended(by: path) else { return nil }
        var headers = [
            HTTPField("Authorization", "Bearer \(token)"), HTTPField("Accept", "application/json"),
        ]
        if !body.isEmpty { headers.append(HTTPField("Content-Type", "application/json")) }
        let request = HTTPRequest(
            method: method, url: url, headers: headers, body: Array(body.utf8), timeLimit: .seconds(5))
        return try? await transport.send(request)
    }
}
