/// What the tenant demands: the `policy` of the seed file and of the admin interface.
///
/// It holds no state and asks nobody; what a person's own record says wins over it where both speak.
package struct Policy: Codable, Equatable, Sendable {
    package enum MFA: String, Codable, Sendable {
        case off
        /// Asked when the person has a method.
        case optional
        case required
    }

    package enum Channel: String, Codable, Sendable { case email, sms }

    package struct Password: Codable, Equatable, Sendable {
        package var minLength = 8
        package var maxLength = 256
        package var classes = 3
        package var banned = ["contoso"]
        package var history = 3

        package init() {}

        package init(from decoder: any Decoder) throws {
            let fields = try StrictFields<CodingKeys>(decoder)
            minLength = try fields.value(.minLength, else: minLength)
            maxLength = try fields.value(.maxLength, else: maxLength)
            classes = try fields.value(.classes, in: 0...4, else: classes)
            banned = try fields.value(.banned, else: banned)
            history = try fields.value(.history, in: 0...100, else: history)
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case minLength, maxLength, classes, banned, history
        }
    }

    package struct Attribute: Codable, Equatable, Sendable {
        /// The words of `required_attributes`; the last one's value is text, comma separated
        /// (protocol reference, section 3.4).
        package enum Kind: String, Codable, Sendable {
            case string, int, boolean
            case checkboxMultiSelect = "CheckboxMultiSelect"
        }

        package var name: String
        package var type = Kind.string
        package var required = false
        package var regex: String?

        package init(name: String, type: Kind = .string, required: Bool = false, regex: String? = nil) {
            self.name = name
            self.type = type
            self.required = required
            self.regex = regex
        }

        package init(from decoder: any Decoder) throws {
            let fields = try StrictFields<CodingKeys>(decoder)
            name = try fields.required(.name)
            type = try fields.value(.type, else: type)
            required = try fields.value(.required, else: required)
            regex = try fields.optional(.regex)
        }

        enum CodingKeys: String, CodingKey, CaseIterable { case name, type, required, regex }
    }

    package var signUp = true
    package var selfServiceReset = true
    package var codeLength = 8
    package var codeSeconds = 600
    package var accessTokenSeconds = 3600
    package var resendSeconds = 30
    package var lockoutAfter = 10
    package var mfa = MFA.off
    /// Whether a first factor by e-mail code is followed by what ``mfa`` and ``registrationRequired`` ask for, as a
    /// password is (protocol reference, section 1.6).
    package var mfaAfterCode = false
    package var registrationRequired = false
    package var strongMethods = [Channel.email, .sms]
    /// Beginnings of phone numbers that are blocked: by reputation, and by an administrator's choice of regions.
    package var blockedPhones = ["+1555666"]
    package var blockedRegions: [String] = []
    /// How many codes one address is sent within half an hour.
    package var codeLimit = 50
    /// At which poll a password reset has succeeded.
    package var resetPolls = 1
    package var password = Password()
    package var attributes = [Attribute(name: "displayName", required: true, regex: "^.{1,64}$")]

    package init() {}

    package init(from decoder: any Decoder) throws {
        let fields = try StrictFields<CodingKeys>(decoder)
        signUp = try fields.value(.signUp, else: signUp)
        selfServiceReset = try fields.value(.selfServiceReset, else: selfServiceReset)
        codeLength = try fields.value(.codeLength, in: 4...12, else: codeLength)
        codeSeconds = try fields.value(.codeSeconds, in: 1...86_400, else: codeSeconds)
        accessTokenSeconds = try fields.value(.accessTokenSeconds, in: 1...86_400, else: accessTokenSeconds)
        resendSeconds = try fields.value(.resendSeconds, in: 0...86_400, else: resendSeconds)
        lockoutAfter = try fields.value(.lockoutAfter, in: 1...1000, else: lockoutAfter)
        mfa = try fields.value(.mfa, else: mfa)
        mfaAfterCode = try fields.value(.mfaAfterCode, else: mfaAfterCode)
        registrationRequired = try fields.value(.registrationRequired, else: registrationRequired)
        blockedPhones = try fields.value(.blockedPhones, else: blockedPhones)
        blockedRegions = try fields.value(.blockedRegions, else: blockedRegions)
        codeLimit = try fields.value(.codeLimit, in: 1...1000, else: codeLimit)
        resetPolls = try fields.value(.resetPolls, in: 1...1000, else: resetPolls)
        strongMethods = try fields.value(.strongMethods, else: strongMethods)
        password = try fields.value(.password, else: password)
        attributes = try fields.value(.attributes, else: attributes)
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case signUp, selfServiceReset, codeLength, codeSeconds, accessTokenSeconds, resendSeconds,
            lockoutAfter
        case mfa, mfaAfterCode, registrationRequired, strongMethods, blockedPhones, blockedRegions, codeLimit,
            resetPolls
        case password, attributes
    }

    /// In the order of the seed file.
    package var json: JSON {
        [
            "signUp": .bool(signUp), "selfServiceReset": .bool(selfServiceReset),
            "codeLength": .int(codeLength),
            "codeSeconds": .int(codeSeconds), "accessTokenSeconds": .int(accessTokenSeconds),
            "resendSeconds": .int(resendSeconds), "lockoutAfter": .int(lockoutAfter),
            "mfa": .string(mfa.rawValue), "mfaAfterCode": .bool(mfaAfterCode),
            "registrationRequired": .bool(registrationRequired),
            "strongMethods": .array(strongMethods.map { .string($0.rawValue) }),
            "blockedPhones": .array(blockedPhones.map { .string($0) }),
            "blockedRegions": .array(blockedRegions.map { .string($0) }),
            "codeLimit": .int(codeLimit), "resetPolls": .int(resetPolls),
            "password": [
                "minLength": .int(password.minLength), "maxLength": .int(password.maxLength),
                "classes": .int(password.classes), "banned": .array(password.banned.map { .string($0) }),
                "history": .int(password.history),
            ],
            "attributes": .array(
                attributes.map {
                    [
                        "name": .string($0.name), "type": .string($0.type.rawValue),
                        "required": .bool($0.required),
                        "regex": $0.regex.map { .string($0) } ?? .null,
                    ]
                }),
        ]
    }

    /// This policy with the keys of `patch` laid over it.
    package func merged(with patch: JSON) throws -> Policy {
        guard case .object = patch else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "A policy is an object."))
        }
        return try json.merged(with: patch).decoded()
    }
}
