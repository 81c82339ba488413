import DevTenant
import Testing
import Wire

@Suite("Forms")
struct FormTests {
    @Test(arguments: [
        ("a=b", "a", "b"), ("a=b+c%20d", "a", "b c d"), ("a=%2B1555", "a", "+1555"),
        ("a=%C3%A9%E6%BC%A2", "a", "é漢"),
        ("x=1&a=&y=2", "a", ""), ("a", "a", ""), ("&&a=1&", "a", "1"), ("a=b=c", "a", "b=c"),
        ("%61=1", "a", "1"),
    ])
    func decodes(_ body: String, _ name: String, _ value: String) throws {
        #expect(try Form(body.utf8).text(name) == value)
    }

    @Test(arguments: [
        ("a=%", Form.Malformed.percentEncoding), ("a=%4", .percentEncoding), ("a=%zz", .percentEncoding),
        ("a=%ff", .encoding(field: "a")), ("a=1&a=1", .repeated(field: "a")),
        ("a=1&%61=2", .repeated(field: "a")),
    ])
    func refuses(_ body: String, _ reason: Form.Malformed) {
        #expect(throws: reason) { try Form(body.utf8) }
    }

    @Test func keepsPasswordsByteForByte() throws {
        let form = try Form("password=+a%0Ab%20".utf8)
        #expect(form.secret("password") == Secret(" a\nb "))
    }
}

@Suite("JSON")
struct JSONTests {
    @Test(arguments: [
        (JSON.string("a\"b\\c\n\u{1}é漢"), "\"a\\\"b\\\\c\\n\\u0001é漢\""),
        (["z": 1, "a": [true, nil, 2]] as JSON, "{\"z\":1,\"a\":[true,null,2]}"), (.double(1.5), "1.5"),
        (.double(.infinity), "null"),
    ])
    func writes(_ value: JSON, _ text: String) {
        #expect(value.description == text)
    }

    @Test func readsWhatItWrites() throws {
        let value: JSON = ["a": ["b\u{2028}\u{7f}", 1, false, nil], "c": ["d": .double(0.5)]]
        #expect(try JSON(parsing: value.bytes) == value)
        #expect(try JSON(encoding: value) == value)
    }

    @Test func mergesObjectsAndReplacesTheRest() {
        let old: JSON = ["a": ["x": 1, "y": 2], "b": [1]]
        #expect(
            old.merged(with: ["b": [], "a": ["y": 3], "c": 4]) == ["a": ["x": 1, "y": 3], "b": [], "c": 4])
    }
}
