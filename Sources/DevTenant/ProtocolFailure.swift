/// An answer of the service that says no, or not yet, in the words of the protocol (protocol reference, section 1.8).
///
/// What the route did before is kept: failures are counted, polls are noted.
struct ProtocolFailure: Error, Equatable, Sendable {
    enum Name: String, CaseIterable, Sendable {
        case invalidRequest = "invalid_request"
        case invalidGrant = "invalid_grant"
        case invalidClient = "invalid_client"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedChallengeType = "unsupported_challenge_type"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidScope = "invalid_scope"
        case invalidResource = "invalid_resource"
        case userNotFound = "user_not_found"
        case userAlreadyExists = "user_already_exists"
        case credentialRequired = "credential_required"
        case attributesRequired = "attributes_required"
        case verificationRequired = "verification_required"
        case unsupportedAuthMethod = "unsupported_auth_method"
        case accessDenied = "access_denied"
        case expiredToken = "expired_token"
        case authorizationPending = "authorization_pending"
        case authorizationDeclined = "authorization_declined"
        case slowDown = "slow_down"
        case badVerificationCode = "bad_verification_code"
        case serverError = "server_error"
    }

    var name: Name
    var suberror: String?
    var codes: [Int]
    var text: String
    var status = 400
    var continuationToken: String?
    /// What some errors carry beside the usual: which attributes they are about.
    var members: [JSON.Member] = []
    var headers: [TenantHeader] = []

    init(
        _ name: Name, _ code: Int?, _ text: String, suberror: String? = nil, status: Int = 400,
        continuationToken: String? = nil, members: [JSON.Member] = [], headers: [TenantHeader] = []
    ) {
        self.name = name
        self.suberror = suberror
        self.codes = code.map { [$0] } ?? []
        self.text = text
        self.status = status
        self.continuationToken = continuationToken
        self.members = members
        self.headers = headers
    }

    func response(_ identity: RequestIdentity) -> TenantResponse {
        let prefix = codes.first.map { "AADSTS\($0): " } ?? ""
        let lines = [
            prefix + text, "Trace ID: \(identity.trace)", "Correlation ID: \(identity.correlation)",
            "Timestamp: \(identity.timestamp)",
        ]
        var members: [JSON.Member] = [.init(name: "error", value: .string(name.rawValue))]
        if let suberror { members.append(.init(name: "suberror", value: .string(suberror))) }
        members += [
            .init(name: "error_description", value: .string(lines.joined(separator: "\r\n"))),
            .init(name: "error_codes", value: .array(codes.map { .int($0) })),
            .init(name: "timestamp", value: .string(identity.timestamp)),
            .init(name: "trace_id", value: .string(identity.trace)),
            .init(name: "correlation_id", value: .string(identity.correlation)),
        ]
        if let continuationToken {
            members.append(.init(name: "continuation_token", value: .string(continuationToken)))
        }
        var response = TenantResponse.json(.object(members + self.members), status: status)
        response.headers += headers
        return response
    }
}

/// The two ids that every answer carries, and its time.
struct RequestIdentity: Equatable, Sendable {
    /// `client-request-id` when it is a GUID, else one of our own.
    var correlation: String
    var trace: String
    var timestamp: String
}
