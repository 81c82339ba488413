import FoundationEssentials
import Wire

/// One request with everything a route needs to judge it.
///
/// It is a value: what a route changes goes through the records of the transaction.
struct Exchange: Sendable {
    let tenant: DevTenant
    let request: TenantRequest
    /// Without the tenant segment and without the query.
    let path: String
    let query: Form
    let form: Form
    let now: Date
    let identity: RequestIdentity
    let settings: TenantSettings

    var policy: Policy { settings.policy }

    /// A field that must be there and must not be empty.
    func required(_ name: String) throws(ProtocolFailure) -> Secret {
        guard let value = form.secret(name) else {
            throw ProtocolFailure(
                .invalidRequest, 900_144, "The request body must contain the following parameter: '\(name)'.")
        }
        guard !value.isEmpty else {
            throw ProtocolFailure(.invalidRequest, 90100, "\(name) parameter is empty or not valid")
        }
        return value
    }

    /// The first check of every endpoint: an application that the tenant knows, and no client secret.
    func requireClient() throws(ProtocolFailure) {
        let client = try required("client_id").exposedAsString()
        guard UUID(uuidString: client) != nil else {
            throw ProtocolFailure(.invalidRequest, 90100, "client_id parameter is empty or not valid")
        }
        guard client.lowercased() == settings.clientID else {
            throw ProtocolFailure(
                .unauthorizedClient, 700_016,
                "Application with identifier '\(client)' was not found in the directory '\(settings.tenant)'."
            )
        }
        if form.secret("client_secret") != nil || form.secret("client_assertion") != nil {
            throw ProtocolFailure(
                .invalidClient, 700_025, "Client is public so no client credential may be presented.")
        }
    }

    /// The challenge types the client can do; the list always names `redirect` (protocol reference, section 1.5).
    func challengeTypes() throws(ProtocolFailure) -> [String] {
        let types = words(try required("challenge_type").exposedAsString())
        guard types.contains("redirect") else {
            throw ProtocolFailure(
                .unsupportedChallengeType, 901_007,
                "The challenge_type list parameter does not include the 'redirect' type.")
        }
        guard types.allSatisfy(["password", "oob", "redirect"].contains) else {
            throw ProtocolFailure(
                .invalidRequest, 90023,
                "The challenge_type list parameter contains an unsupported challenge type.")
        }
        return types
    }

    /// At a `challenge` the list may come again, and counts from then on.
    func updateTypes(of continuation: inout Continuation) throws(ProtocolFailure) {
        if form.secret("challenge_type") != nil { continuation.challengeTypes = try challengeTypes() }
    }

    /// An e-mail address, as every flow begins with one.
    func username() throws(ProtocolFailure) -> String {
        let username = try required("username").exposedAsString()
        guard looksLikeEmail(username) else { throw Self.badUsername }
        return username
    }

    static let badUsername = ProtocolFailure(
        .invalidRequest, 90100, "username parameter is empty or not valid")

    func scopes() throws(ProtocolFailure) -> Scopes { try Scopes(required("scope").exposedAsString()) }

    /// The conversation that the request goes on with (protocol reference, section 1.10).
    func continuation(_ records: Records) throws -> (token: Secret, Continuation) {
        let token = try required("continuation_token")
        guard let continuation = try records.continuation(token) else { throw Self.wrongStep }
        guard continuation.clientID == form.text("client_id")?.lowercased() else {
            throw ProtocolFailure(
                .unauthorizedClient, 700_016, "The conversation belongs to another application.")
        }
        guard continuation.expires > now else {
            throw ProtocolFailure(.expiredToken, 552_003, "The continuation_token is expired.")
        }
        return (token, continuation)
    }

    /// The same, at one of the steps that the endpoint serves.
    func continuation(
        _ flow: Continuation.Flow, at steps: Set<Continuation.Step>, _ records: Records
    ) throws -> (token: Secret, Continuation) {
        let found = try continuation(records)
        guard found.1.flow == flow, steps.contains(found.1.step) else { throw Self.wrongStep }
        return found
    }

    /// The beginning of a conversation.
    func newContinuation(_ flow: Continuation.Flow, _ account: Account?, types: [String]) -> Continuation {
        Continuation(
            flow: flow, step: .started, accountID: account?.id, clientID: settings.clientID,
            conversation: Random.identifier(), challengeTypes: types,
            capabilities: form.words("capabilities") ?? [], expires: now)
    }

    static let wrongStep = ProtocolFailure(
        .invalidRequest, 55200, "The continuation_token is not valid for this endpoint.")

    /// Another `grant_type` than the step asks for (protocol reference, section 3.3).
    static let wrongGrant = ProtocolFailure(
        .invalidGrant, nil, "The grant_type is not the one that this step asks for.")
}

extension TenantResponse {
    /// HTTP 200 that means: go on in a browser (protocol reference, section 1.7).
    static func redirect(_ reason: String) -> TenantResponse {
        .json(["challenge_type": "redirect", "redirect_reason": .string(reason)])
    }
}
