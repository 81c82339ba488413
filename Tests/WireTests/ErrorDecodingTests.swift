import Testing
import Wire

private let request = WireRequest.initiate(username: "a@b")

private func refusal(_ body: String, status: Int = 400, headers: [HTTPHeader] = []) -> WireError? {
    do throws(WireError) {
        _ = try request.decode(HTTPResponse(status: status, headers: headers, body: Secret(body)))
        return nil
    } catch {
        return error
    }
}

@Suite("Decoding errors")
struct ErrorDecodingTests {
    @Test("Everything of section 1.8, and what nobody promised")
    func readsAll() {
        let error = refusal(
            #"""
            {"error":"brand_new_error","suberror":"brand_new_suberror","error_description":"AADSTS1: x\r\ny",
             "error_codes":[1,2],"timestamp":"2026-11-30 05:00:00Z","trace_id":"t","correlation_id":"c",
             "continuation_token":"ct","error_uri":"https://e","inner_errors":[{"error":"deep"}],
             "required_attributes":[{"name":"city"},{"type":"string"},7],"invalid_attributes":["a",{"name":"b"},{}],
             "unverified_attributes":[{"name":"e"}],"claims":"{}","interval":"7","target":null}
            """#, status: 401)
        #expect(
            error
                == WireError(
                    status: 401, error: "brand_new_error", suberror: "brand_new_suberror", codes: [1, 2],
                    description: "AADSTS1: x\r\ny", continuation: ContinuationToken("ct"),
                    requiredAttributes: [
                        RequiredAttribute(name: "city", type: "string", isRequired: true, regex: nil)
                    ], invalidAttributes: ["a", "b"], unverifiedAttributes: ["e"], interval: .seconds(7),
                    correlationID: "c", traceID: "t", timestamp: "2026-11-30 05:00:00Z", claims: "{}",
                    others: [
                        "error_uri": .string("https://e"), "target": .null,
                        "inner_errors": .array([.object(["error": .string("deep")])]),
                    ]))
    }

    @Test("More attributes than a form can hold are none, and a name without end is no name")
    func boundsAttributes() {
        func asked(_ names: [String]) -> [String]? {
            let list = names.map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
            return refusal(#"{"error":"attributes_required","required_attributes":[\#(list)]}"#)?
                .requiredAttributes.map(\.name)
        }
        let many = (1...200).map { "a\($0)" }
        #expect(asked(many) == many)
        #expect(asked(many + ["a201"]) == [])
        let long = String(repeating: "n", count: 256)
        #expect(asked([long, long + "n", "city"]) == [long, "city"])
    }

    @Test(
        "A reference is one that can be quoted, whoever sends it",
        arguments: [
            ("1f1e-AB", "1f1e-AB"), ("", nil), ("two words", nil), ("\u{1B}[31m", nil), ("a\u{202E}b", nil),
            (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
            (String(repeating: "a", count: 65), nil),
        ] as [(String, String?)])
    func reference(_ text: String, _ reference: String?) {
        #expect(text.asReference == reference)
        let header = [HTTPHeader("client-request-id", text)]
        #expect(refusal(#"{"error":"e"}"#, headers: header)?.correlationID == reference)
        #expect(refusal("{}", status: 200, headers: header)?.correlationID == reference)
        #expect(
            refusal(#"{"error":"e","correlation_id":"two words"}"#, headers: header)?.correlationID
                == reference)
    }

    @Test(
        "Codes as services spell them",
        arguments: [
            (#"{"error":"e"}"#, []), (#"{"error":"e","error_codes":[]}"#, []),
            (#"{"error":"e","error_codes":null}"#, []),
            (#"{"error":"e","error_codes":["50126",7]}"#, [50126, 7]),
            (#"{"error":"e","error_codes":["x",50126]}"#, [50126]),
            (#"{"error":"e","error_codes":50126}"#, [50126]),
            (#"{"error":"e","error_codes":{"a":1}}"#, []),
        ] as [(String, [Int])])
    func readsCodes(body: String, codes: [Int]) {
        #expect(refusal(body) == WireError(status: 400, error: "e", codes: codes))
    }

    @Test(
        "Bodies that are no error object keep the status", arguments: [302, 400, 404, 429, 500, 503])
    func keepsStatus(_ status: Int) {
        #expect(refusal("", status: status) == WireError(status: status, malformed: .notJSON))
        #expect(
            refusal("<html>Bad gateway</html>", status: status)
                == WireError(status: status, malformed: .notJSON))
        #expect(refusal("[]", status: status) == WireError(status: status, malformed: .notAnObject))
        #expect(refusal("{}", status: status) == WireError(status: status, malformed: .missing("error")))
        #expect(
            refusal(#"{"error":7}"#, status: status)
                == WireError(status: status, malformed: .wrongType("error")))
        #expect(
            refusal(String(repeating: " ", count: (1 << 20) + 1), status: status)
                == WireError(status: status, malformed: .tooLarge))
    }

    @Test("An error object of another service is kept, not understood")
    func keepsForeignErrors() {
        let inner = #"{"code":"invalidGrant","message":"No.","innerError":{"code":"invalidOneTimeCode"}}"#
        #expect(
            refusal(#"{"error":"# + inner + "}", status: 403)
                == WireError(
                    status: 403, error: "invalidGrant", description: "No.",
                    others: [
                        "error": .object([
                            "code": .string("invalidGrant"), "message": .string("No."),
                            "innerError": .object(["code": .string("invalidOneTimeCode")]),
                        ])
                    ]))
        #expect(
            refusal(#"{"error":{}}"#) == WireError(status: 400, others: ["error": .object([:])]))
    }

    @Test("Known members of a wrong kind are left out")
    func ignoresWrongKinds() {
        #expect(
            refusal(
                #"{"error":"e","suberror":7,"continuation_token":{},"invalid_attributes":"a","#
                    + #""required_attributes":{},"correlation_id":[],"interval":"soon","claims":""}"#)
                == WireError(status: 400, error: "e"))
    }

    @Test("VB-25 a token in an error does not show")
    func hidesTokens() throws {
        let error = try #require(
            refusal(
                #"{"error":"e","continuation_token":"canary","access_token":"canary","refresh_token":"canary","#
                    + #""id_token":"canary","device_code":"canary"}"#))
        for text in everyPrint(of: error) { #expect(!text.contains("canary")) }
    }

    @Test("The reference: the body's, else the header's")
    func readsReference() {
        let headers = [HTTPHeader("Client-Request-Id", "from-header")]
        #expect(refusal(#"{"error":"e","correlation_id":"c"}"#, headers: headers)?.correlationID == "c")
        #expect(refusal(#"{"error":"e"}"#, headers: headers)?.correlationID == "from-header")
        #expect(refusal("<html>", headers: headers)?.correlationID == "from-header")
    }

    @Test(
        "Retry-After in seconds, or as a date measured against the answer's own",
        arguments: [
            ("7", nil, 7), ("0", nil, 0), ("-1", nil, nil), ("soon", nil, nil), ("", nil, nil),
            ("999999999999", nil, 86_400),
            ("Mon, 30 Nov 2026 05:01:30 GMT", "Mon, 30 Nov 2026 05:00:00 GMT", 90),
            ("Tue, 01 Dec 2026 00:00:01 GMT", "Mon, 30 Nov 2026 23:59:59 GMT", 2),
            ("Wed, 01 Mar 2028 00:00:00 GMT", "Mon, 28 Feb 2028 23:00:00 GMT", 86_400),
            ("Tue, 29 Feb 2028 00:00:05 GMT", "Mon, 28 Feb 2028 23:59:55 GMT", 10),
            ("Fri, 01 Jan 2027 00:00:00 GMT", "Thu, 31 Dec 2026 23:59:00 GMT", 60),
            ("Mon, 30 Nov 2026 05:00:00 GMT", "Mon, 30 Nov 2026 05:01:00 GMT", 0),
            ("Mon, 30 Nov 2026 05:00:00 GMT", nil, nil),
            ("Mon, 30 Nov 2026 05:00:00 CET", "Mon, 30 Nov 2026 05:00:00 GMT", nil),
            ("Mon, 30 Foo 2026 05:00:00 GMT", "Mon, 30 Nov 2026 05:00:00 GMT", nil),
        ] as [(String, String?, Int?)])
    func readsRetryAfter(value: String, date: String?, seconds: Int?) {
        var headers = [HTTPHeader("retry-after", value)]
        if let date { headers.append(HTTPHeader("date", date)) }
        let expected = seconds.map { Duration.seconds($0) }
        #expect(refusal("", status: 429, headers: headers)?.retryAfter == expected)
        #expect(refusal(#"{"error":"e"}"#, status: 429, headers: headers)?.retryAfter == expected)
    }
}
