import FoundationEssentials
import Wire

/// The device's side of the device code flow (RFC 8628; protocol reference, section 7). The person's is the page.
enum DeviceRoutes {
    static let all: [Route] = [.form("/oauth2/v2.0/devicecode", authorize)]

    /// Clients measure the interval on their own clock; this much early is not too fast.
    private static let tolerance: TimeInterval = 0.1

    @Sendable private static func authorize(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        try exchange.requireClient()
        let scopes = try Scopes(exchange.required("scope").exposedAsString())
        let (code, request) = try records.newDeviceRequest(
            client: exchange.settings.clientID, scopes: scopes, now: exchange.now)
        let page = "\(exchange.tenant.origin)/device"
        return .json([
            "user_code": .string(request.shownCode), "device_code": .string(code),
            "verification_uri": .string(page),
            "expires_in": .int(Int(DeviceRequest.lifetime)), "interval": .int(request.interval),
            "message": """
            To sign in, use a web browser to open the page \(page) and enter the code \(request.shownCode) to authenticate.
            """,
        ])
    }

    @Sendable static func deviceGrant(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let code = try exchange.required("device_code")
        guard let request = try records.deviceRequest(code: code),
            request.clientID == exchange.settings.clientID
        else {
            throw ProtocolFailure(.badVerificationCode, 70018, "The device code is not recognized.")
        }
        guard request.expires > exchange.now else {
            throw ProtocolFailure(
                .expiredToken, 70020, "The provided value for the 'device_code' has expired.")
        }
        switch request.state {
        case .pending: throw try notYet(request, exchange, records)
        case .denied:
            try records.remove(request)
            throw ProtocolFailure(.authorizationDeclined, 65004, "The user declined the request.")
        case .approved:
            try records.remove(request)
            guard let id = request.accountID, let account = try records.account(id: id) else {
                throw ProtocolFailure(.invalidGrant, 50034, "The user account does not exist.")
            }
            try account.requireUsable()
            return try TokenMinter(exchange: exchange, records: records)
                .tokens(for: account, scopes: Scopes(request.scopes))
        }
    }

    /// `slow_down` raises the interval by five seconds for good; the first poll never meets it.
    private static func notYet(
        _ request: DeviceRequest, _ exchange: Exchange, _ records: Records
    ) throws -> ProtocolFailure {
        let since = request.polled.map { exchange.now.timeIntervalSince($0) } ?? .infinity
        let isTooFast = since < Double(request.interval) - tolerance
        try records.notePoll(request, interval: request.interval + (isTooFast ? 5 : 0), now: exchange.now)
        return isTooFast
            ? ProtocolFailure(.slowDown, nil, "The device polls more often than it was asked to.")
            : ProtocolFailure(
                .authorizationPending, 70016, "OAuth 2.0 device flow error. Authorization is pending.")
    }
}
