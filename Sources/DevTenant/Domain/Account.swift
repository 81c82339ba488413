import FoundationEssentials
import Wire

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

        /// An e-mail address, or a phone number in E.164 form.
        var isWellFormed: Bool { channel == .email ? looksLikeEmail(target) : looksLikePhone(target) }

        /// What `introspect` calls it: opaque, and the same each time.
        func id(of account: Account) -> String {
            String(digest(Secret("\(account.id) \(channel.rawValue) \(target)")).prefix(22))
        }

        /// Refuses a number that is blocked (protocol reference, sections 2.2 and 5.2).
        func requireReachable(_ policy: Policy) throws(ProtocolFailure) {
            guard channel == .sms else { return }
            if policy.blockedPhones.contains(where: { target.hasPrefix($0) }) {
                throw ProtocolFailure(
                    .accessDenied, 550_024, "The phone number is blocked because of its reputation.",
                    suberror: "provider_blocked_by_rep")
            }
            if policy.blockedRegions.contains(where: { target.hasPrefix($0) }) {
                throw ProtocolFailure(
                    .accessDenied, nil, "An administrator has blocked the region of the phone number.",
                    suberror: "provider_blocked_by_admin")
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

    /// The second factors that the tenant lets the person use.
    func usableMethods(_ policy: Policy) -> [Method] {
        profile.methods.filter { policy.strongMethods.contains($0.channel) }
    }

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
        let usable = account.usableMethods(policy)
        let mfa = account.profile.mfa ?? policy.mfa
        let mustRegister = account.profile.registrationRequired ?? policy.registrationRequired
        if usable.isEmpty {
            self = mustRegister || mfa == .required ? .registration : .nothing
        } else {
            self = mfa == .off ? .nothing : .secondFactor(usable)
        }
    }
}
