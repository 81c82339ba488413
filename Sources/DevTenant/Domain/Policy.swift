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
        package var name: String
        package var type = "string"
        package var required = false
        package var regex: String?

        package init(name: String, required: Bool = false, regex: String? = nil) {
            self.name = name
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
    package var registrationRequired = false
    package var strongMethods = [Channel.email, .sms]
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
        registrationRequired = try fields.value(.registrationRequired, else: registrationRequired)
        strongMethods = try fields.value(.strongMethods, else: strongMethods)
        password = try fields.value(.password, else: password)
        attributes = try fields.value(.attributes, else: attributes)
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case signUp, selfServiceReset, codeLength, codeSeconds, accessTokenSeconds, resendSeconds,
            lockoutAfter
        case mfa, registrationRequired, strongMethods, password, attributes
    }

    /// In the order of the seed file.
    package var json: JSON {
        [
            "signUp": .bool(signUp), "selfServiceReset": .bool(selfServiceReset),
            "codeLength": .int(codeLength),
            "codeSeconds": .int(codeSeconds), "accessTokenSeconds": .int(accessTokenSeconds),
            "resendSeconds": .int(resendSeconds), "lockoutAfter": .int(lockoutAfter),
            "mfa": .string(mfa.rawValue),
            "registrationRequired": .bool(registrationRequired),
            "strongMethods": .array(strongMethods.map { .string($0.rawValue) }),
            "password": [
                "minLength": .int(password.minLength), "maxLength": .int(password.maxLength),
                "classes": .int(password.classes), "banned": .array(password.banned.map { .string($0) }),
                "history": .int(password.history),
            ],
            "attributes": .array(
                attributes.map {
                    [
                        "name": .string($0.name), "type": .string($0.type), "required": .bool($0.required),
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
