import CPattern
import FoundationEssentials
import Wire

/// What a person says about themselves at sign-up, held against what the tenant collects
/// (protocol reference, section 3.4).
///
/// It looks at values only; when they may come is the flow's matter.
struct AttributeRules {
    let collected: [Policy.Attribute]

    /// Longest values of the built-in attributes, in characters.
    private static let lengths = [
        "city": 128, "country": 128, "displayName": 256, "givenName": 64, "jobTitle": 128, "postalCode": 40,
        "state": 128, "streetAddress": 1024, "surname": 64,
    ]

    /// The values that the tenant collects, or the names of those that it does not accept.
    ///
    /// Names that it does not collect are left out in silence, and so are `null` and an optional value that is empty.
    func judge(_ given: [String: JSON]) -> Result<[String: JSON], Invalid> {
        var accepted: [String: JSON] = [:]
        var invalid: [String] = []
        for attribute in collected {
            guard let value = given[attribute.name], value != .null else { continue }
            if value == "", !attribute.required { continue }
            if let value = Self.value(value, of: attribute) {
                accepted[attribute.name] = value
            } else {
                invalid.append(attribute.name)
            }
        }
        return invalid.isEmpty ? .success(accepted) : .failure(Invalid(names: invalid))
    }

    /// What to ask for: nothing while no required value is missing, else the optional ones too.
    func missing(in values: [String: JSON]) -> [Policy.Attribute] {
        let missing = collected.filter { values[$0.name] == nil }
        return missing.contains(where: \.required) ? missing : []
    }

    struct Invalid: Error, Equatable { var names: [String] }

    /// The value in its own type, as Graph shows it later; numbers and flags may also come as text.
    private static func value(_ value: JSON, of attribute: Policy.Attribute) -> JSON? {
        switch attribute.type {
        case .int:
            guard let number = integer(value), matches(attribute, String(number)) else { return nil }
            return .int(number)
        case .boolean:
            return ["true": true, "false": false][value.text?.lowercased() ?? value.description].map {
                .bool($0)
            }
        case .string, .checkboxMultiSelect:
            guard let text = value.text, !text.isEmpty, !text.unicodeScalars.contains(where: isControl),
                text.unicodeScalars.count <= lengths[attribute.name] ?? 1024, matches(attribute, text)
            else { return nil }
            return value
        }
    }

    private static func integer(_ value: JSON) -> Int? {
        if case .int(let number) = value { number } else { value.text.flatMap { Int($0) } }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\n"
    }

    /// What the pattern gives no verdict on is not accepted.
    private static func matches(_ attribute: Policy.Attribute, _ text: String) -> Bool {
        guard let regex = attribute.regex else { return true }
        return cpattern_matches(regex, regex.utf8.count, text, text.utf8.count) == 1
    }
}

extension Policy.Attribute {
    /// One element of `required_attributes`.
    var request: JSON {
        var members: [JSON.Member] = [
            .init(name: "name", value: .string(name)), .init(name: "type", value: .string(type.rawValue)),
            .init(name: "required", value: .bool(required)),
        ]
        if let regex { members.append(.init(name: "options", value: ["regex": .string(regex)])) }
        return .object(members)
    }
}
