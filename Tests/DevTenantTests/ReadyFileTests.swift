import DevTenant
import Testing
import Wire

@Suite("A ready file that is read")
struct ReadyFileTests {
    private func admin(_ address: String, _ token: String) -> ReadyFile.Admin? {
        let file: JSON = ["admin": .string(address), "adminToken": .string(token)]
        return ReadyFile.Admin(parsing: file.bytes)
    }

    @Test func aTenantsOwnIsTaken() throws {
        let contact = try Bench().tenant.contact()
        let file = contact.json(pid: 1, withToken: true).bytes
        let admin = try #require(ReadyFile.Admin(parsing: file))
        #expect(admin.address == contact.admin)
        #expect(admin.header == "Authorization: Bearer \(contact.adminToken.exposedAsString())")
        #expect(self.admin("https://127.0.0.1:8443/admin", "t") != nil)
    }

    @Test(
        "the token goes to this machine and nowhere else",
        arguments: [
            "http://127.0.0.1:1@evil.example/", "http://127.0.0.1:1@evil.example/admin",
            "http://127.0.0.1:1:2/admin", "http://127.0.0.1:/admin", "http://127.0.0.1:0/admin",
            "http://127.0.0.1:65536/admin", "http://127.0.0.1:+1/admin", "http://127.0.0.1:1#@x/admin",
            "http://127.0.0.1:1/other/../admin", "http://127.0.0.1.evil.example:1/admin",
            "ftp://127.0.0.1:1/admin", "http://localhost:1/admin", "http://127.0.0.1:1/admin\n", "",
        ])
    func strangeAddress(_ address: String) { #expect(admin(address, "token") == nil) }

    @Test(
        "nothing in the token ends a header field",
        arguments: ["", "a b", "a\r\nX-More: 1", "a\n", "a\u{0}b", "ä"])
    func strangeToken(_ token: String) { #expect(admin("http://127.0.0.1:1/admin", token) == nil) }

    @Test(arguments: [
        "", "{}", "[]", #"{"admin":"http://127.0.0.1:1/admin"}"#, #"{"admin":7,"adminToken":"t"}"#,
    ])
    func noReadyFile(_ text: String) { #expect(ReadyFile.Admin(parsing: Array(text.utf8)) == nil) }
}
