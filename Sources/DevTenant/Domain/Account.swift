import FoundationEssentials

/// A person's record in the directory.
///
/// It is not a session: what a person has proved in a conversation stands in its continuation.
package struct Account: Equatable, Sendable {
    /// What a seed file says about a person, but for address and password.
    package struct Profile: Codable, Equatable, Sendable {
        package var attributes: [String: JSON] = [:]
        package var methods: [Method] = []
        /// Wins over the tenant's.
        package var mfa: Policy.MFA?
        package var registrationRequired: Bool?
        package var federated: Federation?
        package var mustUseBrowser = false
        package var disabled = false
        package var mustChangePassword = false
        package var groups: [String] = []
        package var roles: [String] = []
        package var signIns: [JSON] = []

        package init() {}
    }

    /// A second factor.
    package struct Method: Codable, Equatable, Sendable {
        package var channel: Policy.Channel
        package var target: String

        package init(_ channel: Policy.Channel, _ target: String) {
            self.channel = channel
            self.target = target
        }

        package init(from decoder: any Decoder) throws {
            let fields = try StrictFields<CodingKeys>(decoder)
            channel = try fields.required(.channel)
            target = try fields.required(.target)
        }

        enum CodingKeys: String, CodingKey, CaseIterable { case channel, target }

        var masked: String {
            switch channel {
            case .email: Masks.email(target)
            case .sms: Masks.phone(target)
            }
        }
    }

    package enum Federation: String, Codable, Sendable { case apple, google, microsoft }

    /// The object id: `oid` of the tokens, `id` in Graph.
    package var id: String
    package var email: String
    var passwordHash: String?
    package var profile: Profile
    var failures = 0
    var lockedUntil: Date?

    package var hasPassword: Bool { passwordHash != nil }

    /// Whether native calls about this person are answered with `redirect`.
    var needsBrowser: Bool { profile.federated != nil || profile.mustUseBrowser }

    /// The credential type with which a native sign-in of this person begins.
    var firstFactor: String { hasPassword ? "password" : "oob" }

    func isLocked(at now: Date) -> Bool { lockedUntil.map { $0 > now } ?? false }

    /// In the form of the seed file, without the password.
    var json: JSON {
        [
            "email": .string(email), "id": .string(id), "hasPassword": .bool(hasPassword),
            "attributes": .object(
                profile.attributes.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }),
            "methods": .array(
                profile.methods.map {
                    ["channel": .string($0.channel.rawValue), "target": .string($0.target)]
                }),
            "mfa": profile.mfa.map { .string($0.rawValue) } ?? .null,
            "registrationRequired": profile.registrationRequired.map { .bool($0) } ?? .null,
            "federated": profile.federated.map { .string($0.rawValue) } ?? .null,
            "mustUseBrowser": .bool(profile.mustUseBrowser), "disabled": .bool(profile.disabled),
            "mustChangePassword": .bool(profile.mustChangePassword),
            "groups": .array(profile.groups.map { .string($0) }),
            "roles": .array(profile.roles.map { .string($0) }),
        ]
    }
}

/// What a first factor leaves to be done.
enum Demand: Equatable, Sendable {
    case nothing
    case secondFactor([Account.Method])
    /// The person must add a method, and has none.
    case registration

    init(for account: Account, under policy: Policy) {
        let usable = account.profile.methods.filter { policy.strongMethods.contains($0.channel) }
        let mfa = account.profile.mfa ?? policy.mfa
        let mustRegister = account.profile.registrationRequired ?? policy.registrationRequired
        if usable.isEmpty {
            self = mustRegister || mfa == .required ? .registration : .nothing
        } else {
            self = mfa == .off ? .nothing : .secondFactor(usable)
        }
    }
}
