/// An answer that is no success, as sent: words and numbers are kept, known or not (protocol reference, 1.8).
package struct WireError: Error, Equatable, Sendable {
    /// The HTTP status.
    package var status: Int
    /// `error`; empty where none came.
    package var error: String
    package var suberror: String?
    /// `error_codes`, in the order sent.
    package var codes: [Int]
    /// `error_description`: text from outside, in whatever language.
    package var description: String?
    package var continuation: ContinuationToken?
    package var requiredAttributes: [RequiredAttribute]
    package var invalidAttributes: [String]
    package var unverifiedAttributes: [String]
    /// From the header `Retry-After`, be it seconds or a date.
    package var retryAfter: Duration?
    /// `interval` of a polling answer, where one came.
    package var interval: Duration?
    package var correlationID: String?
    package var traceID: String?
    package var timestamp: String?
    /// `claims` of a challenge, to be passed to the next interactive request.
    package var claims: String?
    /// Every other member, as JSON values.
    package var others: [String: JSONValue]
    /// Why the body could not be read, where it could not.
    package var malformed: MalformedReply?

    package init(
        status: Int, error: String = "", suberror: String? = nil, codes: [Int] = [],
        description: String? = nil,
        continuation: ContinuationToken? = nil, requiredAttributes: [RequiredAttribute] = [],
        invalidAttributes: [String] = [], unverifiedAttributes: [String] = [], retryAfter: Duration? = nil,
        interval: Duration? = nil, correlationID: String? = nil, traceID: String? = nil,
        timestamp: String? = nil, claims: String? = nil, others: [String: JSONValue] = [:],
        malformed: MalformedReply? = nil
    ) {
        self.status = status
        self.error = error
        self.suberror = suberror
        self.codes = codes
        self.description = description
        self.continuation = continuation
        self.requiredAttributes = requiredAttributes
        self.invalidAttributes = invalidAttributes
        self.unverifiedAttributes = unverifiedAttributes
        self.retryAfter = retryAfter
        self.interval = interval
        self.correlationID = correlationID
        self.traceID = traceID
        self.timestamp = timestamp
        self.claims = claims
        self.others = others
        self.malformed = malformed
    }
}

/// Why a body is not what its endpoint promises.
package enum MalformedReply: Error, Equatable, Sendable {
    /// More than ``HTTPResponse/maximumBody`` bytes, or values in such numbers or so deep within each other that no
    /// reply has them.
    case tooLarge
    case notUTF8
    case notJSON
    case notAnObject
    case missing(String)
    case wrongType(String)
    case unknownValue(String, String)
}
