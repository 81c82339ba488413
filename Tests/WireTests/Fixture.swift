import FoundationEssentials
import Testing
import Wire

/// One request and its possible answers, transcribed by hand from the protocol reference's section 12.
///
/// It is an independent witness of encoder and decoder, and uses neither.
struct Fixture {
    var path: String
    var fields: [String]
    var answers: [HTTPResponse]

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let text = String(
            decoding: try Data(contentsOf: folder.appending(path: name + ".txt")), as: UTF8.self)
        var blocks = text.split(separator: "\n\n").map { $0.split(separator: "\n") }
        let request = blocks.removeFirst()
        path = String(try #require(request.first).dropFirst("POST ".count))
        fields = request.dropFirst().map { String($0) }
        answers = try blocks.map { lines in
            let status = try #require(lines.first.flatMap { Int($0) })
            return HTTPResponse(status: status, body: Secret(lines.dropFirst().joined(separator: "\n")))
        }
    }
}

extension HTTPRequest {
    /// The body's fields, decoded, in the order sent.
    var fields: [String] {
        body.exposedAsString().split(separator: "&").map { percentDecoded(String($0)) }
    }
}

/// Undoes percent-encoding and nothing else: a `+` stays one, so that a blank sent as `+` would show.
private func percentDecoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"),
            let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

extension ClientIdentity {
    static let contoso = ClientIdentity(clientID: "11111111-2222-3333-4444-555555555555")
    static let capable = ClientIdentity(
        clientID: contoso.clientID, capabilities: ["mfa_required", "registration_required"])
    static let codeOnly = ClientIdentity(
        clientID: contoso.clientID, challengeTypes: [.oneTimeCode, .redirect])
}
