extension WireError {
    /// Reads an answer that is no success (protocol reference, section 1.8). It never fails: what cannot be
    /// read leaves its mark in ``malformed``, and the status is kept.
    init(_ response: HTTPResponse) {
        self.init(
            status: response.status, retryAfter: response.retryAfter,
            correlationID: response.reference)
        do throws(MalformedReply) {
            take(try Members(response.body))
        } catch {
            malformed = error
        }
    }

    private mutating func take(_ members: Members) {
        switch members["error"] {
        case .string(let word): error = word
        case .object(let values):
            // Microsoft Graph's form, and that of the second version of native authentication.
            error = Members(values).lenientText("code") ?? ""
            description = Members(values).lenientText("message")
            others["error"] = .object(values)
        case nil: malformed = .missing("error")
        default: malformed = .wrongType("error")
        }
        suberror = members.lenientText("suberror")
        codes = members.codes
        description = members.lenientText("error_description") ?? description
        continuation = members.lenientText("continuation_token").map { ContinuationToken($0) }
        requiredAttributes = members.requiredAttributes
        invalidAttributes = members.names("invalid_attributes")
        unverifiedAttributes = members.names("unverified_attributes")
        interval = members.lenientNumber("interval").map { .seconds($0) }
        correlationID = members.lenientText("correlation_id")?.asReference ?? correlationID
        traceID = members.lenientText("trace_id")?.asReference
        timestamp = members.lenientText("timestamp")
        claims = members.lenientText("claims")
        others.merge(members.all(but: Self.knownMembers)) { known, _ in known }
    }

    /// Members with a place of their own, and secrets that have no business in an error.
    private static let knownMembers: Set<String> = [
        "error", "suberror", "error_codes", "error_description", "continuation_token",
        "required_attributes", "invalid_attributes", "unverified_attributes", "interval", "correlation_id",
        "trace_id", "timestamp", "claims",
        "access_token", "refresh_token", "id_token", "device_code",
    ]
}

extension Members {
    /// Text that is there, not empty and text; an error is read for whatever it holds.
    fileprivate func lenientText(_ name: String) -> String? {
        guard case .string(let text) = self[name], !text.isEmpty else { return nil }
        return text
    }

    fileprivate func lenientNumber(_ name: String) -> Int? {
        guard let number = self[name]?.wholeNumber, (0...86_400).contains(number) else { return nil }
        return number
    }

    /// `error_codes`: numbers, or numbers as text, or one number without its list.
    fileprivate var codes: [Int] {
        switch self["error_codes"] {
        case .array(let elements): elements.compactMap(\.wholeNumber)
        case .some(let value): [value.wholeNumber].compactMap(\.self)
        case nil: []
        }
    }

    /// The names in a list of objects, or of plain names.
    fileprivate func names(_ list: String) -> [String] {
        guard case .array(let elements) = self[list] else { return [] }
        return elements.compactMap { element in
            switch element {
            case .object(let values): Members(values).lenientText("name")
            case .string(let name): name
            default: nil
            }
        }
    }

    private static let mostAttributes = 200
    private static let longestName = 256

    /// Section 3.4. An attribute without a name, or with one that no directory has, cannot be asked for; what else is
    /// missing has a default. A list beyond any form is none.
    fileprivate var requiredAttributes: [RequiredAttribute] {
        guard case .array(let elements) = self["required_attributes"], elements.count <= Self.mostAttributes
        else { return [] }
        return elements.compactMap { element in
            guard case .object(let values) = element else { return nil }
            let attribute = Members(values)
            guard let name = attribute.lenientText("name"), name.utf8.count <= Self.longestName else {
                return nil
            }
            var regex: String?
            if case .object(let options) = attribute["options"] {
                regex = Members(options).lenientText("regex")
            }
            return RequiredAttribute(
                name: name, type: attribute.lenientText("type") ?? "string",
                isRequired: attribute["required"] != .bool(false), regex: regex)
        }
    }
}
