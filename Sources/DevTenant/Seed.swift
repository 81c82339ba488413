import FoundationEssentials
package import Wire

/// The tenant, its policy and its people as a database begins with them.
///
/// It is a description only: hashing and storing happen in the store.
package struct Seed: Sendable {
    package var tenant = "contoso"
    package var tenantID = "a5b0c7d2-4e1f-4c3a-9d68-0f2b7c9e1a34"
    package var clientID = "11111111-2222-4333-8444-555555555555"
    package var policy = Policy()
    package var people: [Person] = []

    package init() {}

    /// One entry of `users`.
    package struct Person: Sendable {
        package var email: String
        package var id: String
        package var password: Secret?
        package var profile: Account.Profile

        package init(
            _ email: String, id: String? = nil, password: Secret? = nil,
            profile: Account.Profile = Account.Profile()
        ) {
            self.email = email
            self.id = id ?? Random.identifier()
            self.password = password
            self.profile = profile
        }
    }
}

/// Why a seed file cannot be used, in one line.
package struct SeedFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package var description: String
}

extension Seed: Decodable {
    package init(json bytes: [UInt8]) throws(SeedFailure) {
        do {
            self = try JSONDecoder().decode(Seed.self, from: Data(bytes))
        } catch {
            throw SeedFailure(description: explain(error))
        }
    }

    package init(from decoder: any Decoder) throws {
        let fields = try StrictFields<CodingKeys>(decoder)
        tenant = try fields.value(.tenant, else: tenant)
        tenantID = try fields.value(.tenantId, else: tenantID).lowercased()
        clientID = try fields.value(.clientId, else: clientID).lowercased()
        policy = try fields.value(.policy, else: policy)
        people = try fields.value(.users, else: people)
        guard !tenant.isEmpty, tenant.utf8.allSatisfy(isHostLabelByte) else {
            throw fields.refusal(
                .tenant, "\"\(tenant)\" is not made of lower-case letters, digits and hyphens")
        }
        for (key, value) in [(CodingKeys.tenantId, tenantID), (.clientId, clientID)]
        where UUID(uuidString: value) == nil {
            throw fields.refusal(key, "\"\(value)\" is not a GUID")
        }
        var seen: Set<String> = []
        for person in people where !seen.insert(person.email.lowercased()).inserted {
            throw fields.refusal(.users, "\(person.email) is there twice")
        }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case tenant, tenantId, clientId, policy, users
    }
}

extension Seed.Person: Decodable {
    package init(from decoder: any Decoder) throws {
        let fields = try StrictFields<CodingKeys>(decoder)
        let email: String = try fields.required(.email)
        guard looksLikeEmail(email) else {
            throw fields.refusal(.email, "\"\(email)\" is not an e-mail address")
        }
        let id: String? = try fields.optional(.id)
        if let id, UUID(uuidString: id) == nil { throw fields.refusal(.id, "\"\(id)\" is not a GUID") }
        let password: String? = try fields.optional(.password)
        if password == "" { throw fields.refusal(.password, "a password is not empty") }
        var profile = Account.Profile()
        profile.attributes = try fields.value(.attributes, else: profile.attributes)
        profile.methods = try fields.value(.methods, else: profile.methods)
        profile.mfa = try fields.optional(.mfa)
        profile.registrationRequired = try fields.optional(.registrationRequired)
        profile.federated = try fields.optional(.federated)
        profile.mustUseBrowser = try fields.value(.mustUseBrowser, else: false)
        profile.disabled = try fields.value(.disabled, else: false)
        profile.mustChangePassword = try fields.value(.mustChangePassword, else: false)
        profile.groups = try fields.value(.groups, else: profile.groups)
        profile.roles = try fields.value(.roles, else: profile.roles)
        profile.signIns = try fields.value(.signIns, else: profile.signIns)
        self.init(email, id: id?.lowercased(), password: password.map { Secret($0) }, profile: profile)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case email, id, password, attributes, methods, mfa, registrationRequired, federated, mustUseBrowser
        case disabled, mustChangePassword, groups, roles, signIns
    }
}

private func isHostLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
}

/// One `@` with text on both sides and no blanks; the directory decides the rest.
func looksLikeEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
        && text.utf8.count <= 254
}
