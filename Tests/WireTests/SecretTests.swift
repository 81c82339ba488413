import Testing
import Wire

/// Every way in which Swift turns a value into text.
func everyPrint(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    let mirrored = Mirror(reflecting: value).children.map { "\($0.value)" }.joined()
    return [String(describing: value), String(reflecting: value), "\(value)", dumped, mirrored]
}

@Suite("Secrets")
struct SecretTests {
    @Test("VB-25 nothing prints, dumps or mirrors what a secret holds")
    func hides() {
        let secret = Secret("canary")
        let token = ContinuationToken("canary")
        let holders: [Any] = [
            secret, [secret], ["key": secret], Optional(secret) as Any, token, (secret, token),
            HTTPResponse(status: 200, body: secret),
            WireReply.tokens(TokenReply(scopes: [], expiresIn: .zero, accessToken: secret)),
            WireError(status: 400, continuation: token),
        ]
        for holder in holders {
            for text in everyPrint(of: holder) { #expect(!text.contains("canary")) }
        }
        #expect(String(describing: secret) == "•••")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test(
        "Secrets are equal when their bytes are",
        arguments: [
            ("", "", true), ("abc", "abc", true), ("abc", "abd", false), ("abc", "ab", false),
            ("Abc", "abc", false), ("é", "e\u{301}", false),
        ])
    func compares(one: String, other: String, equal: Bool) {
        #expect((Secret(one) == Secret(other)) == equal)
        #expect((Secret(other) == Secret(one)) == equal)
    }

    @Test("A secret equals itself and its copies")
    func comparesItself() {
        let secret = Secret("abc")
        let copy = secret
        #expect(copy == secret)
    }

    @Test("A secret lends exactly its bytes")
    func lends() {
        #expect(Secret("né").withExposed { $0 } == [0x6E, 0xC3, 0xA9])
        #expect(Secret([0xFF, 0x00]).count == 2)
        #expect(Secret.empty.isEmpty)
        #expect(Secret("né").exposedAsString() == "né")
    }

    @Test("Wiping leaves zeros of the same length")
    func wipes() {
        var bytes: [UInt8] = [1, 2, 255]
        wipe(&bytes)
        #expect(bytes == [0, 0, 0])
    }

    @Test("Wiping overwrites the bytes in place")
    func wipesInPlace() {
        var bytes: [UInt8] = Array(repeating: 7, count: 64)
        let before = bytes.withUnsafeBufferPointer { $0.baseAddress }
        wipe(&bytes)
        #expect(bytes.withUnsafeBufferPointer { $0.baseAddress } == before)
        #expect(bytes.allSatisfy { $0 == 0 })
    }
}
