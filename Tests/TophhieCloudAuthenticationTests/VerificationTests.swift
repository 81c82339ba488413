import DevTenant
import FoundationEssentials
import TestSupport
import Testing
import TophhieCloudAuthentication
import Wire

/// Second factor and registration through the SDK, against the dev tenant.
@Suite struct VerificationTests {
    private let tenant: TestTenant
    private let native = TophhieNativeAuth()

    init() throws {
        tenant = try TestTenant()
        try native.configure(
            try tenant.configuration(capabilities: [.mfaRequired, .registrationRequired]))
    }

    private func code(_ address: String) throws -> String { try #require(tenant.code(to: address)) }

    private func other(than code: String) -> String { code == "00000000" ? "11111111" : "00000000" }

    // MARK: - Second factor

    @Test func severalMethodsAreToBeChosenFromWithoutARequest() async throws {
        let step = try await Station.factor(native)
        #expect(step.availableMethods.map(\.channel) == [.email, .phone])
        #expect(step.availableMethods.allSatisfy { $0.challengeType == "oob" && !$0.id.isEmpty })
        #expect(step.availableMethods.allSatisfy { $0.loginHint?.contains("*") == true })
        let asked = tenant.requests().count
        guard case .selectionRequired(let methods, let selection) = try await step.requestChallenge() else {
            Issue.record("nothing to choose from")
            return
        }
        #expect(methods == step.availableMethods)
        #expect(tenant.requests().count == asked)
        let phone = try #require(methods.last)
        guard case .verificationRequired(let verification) = try await selection.requestChallenge(phone)
        else {
            Issue.record("no code")
            return
        }
        #expect(verification.channel == .phone)
        #expect(verification.codeLength == 8)
        #expect(verification.sentTo.contains("*"))
        let result = try await verification.submitCode(code("%2B15555550100"))
        #expect(result.username == "alan@example.com")
        #expect(result.idToken?.isEmpty == false && result.accountIdentifier?.isEmpty == false)
    }

    @Test func theOnlyMethodNeedsNoChoice() async throws {
        _ = tenant.admin("PUT", "policy", #"{"strongMethods":["email"]}"#)
        let step = try await Station.factor(native)
        #expect(step.availableMethods.count == 1)
        guard case .verificationRequired(let verification) = try await step.requestChallenge() else {
            Issue.record("no code")
            return
        }
        let first = try code("alan@example.com")
        await #expect { try await verification.submitCode(other(than: first)) } throws: {
            $0.isNative(.invalidCode)
        }
        await #expect { try await verification.submitCode("") } throws: { $0.isNative(.invalidCode) }
        let renewed = try await verification.resendCode()
        await #expect { try await renewed.submitCode(other(than: try code("alan@example.com"))) } throws: {
            $0.isNative(.invalidCode)
        }
        #expect(try await renewed.submitCode(code("alan@example.com")).username == "alan@example.com")
    }

    @Test func aMethodThatIsNotOfferedMakesNoRequest() async throws {
        let step = try await Station.factor(native)
        let registration = try await Station.register(native)
        let foreign = try #require(registration.availableMethods.first)
        let own = try #require(step.availableMethods.first)
        let asked = tenant.requests().count
        await #expect { try await step.requestChallenge(foreign) } throws: {
            $0.isNative(.noMatchingAuthMethod)
        }
        if case .selectionRequired(_, let selection) = try await step.requestChallenge() {
            await #expect { try await selection.requestChallenge(foreign) } throws: {
                $0.isNative(.noMatchingAuthMethod)
            }
        } else {
            Issue.record("nothing to choose from")
        }
        await #expect {
            try await registration.register(own, verificationContact: "x@example.com")
        } throws: { $0.isNative(.noMatchingAuthMethod) }
        #expect(tenant.requests().count == asked)
    }

    @Test func aRefusedChallengeCanBeAskedForAgain() async throws {
        let step = try await Station.factor(native)
        let email = try #require(step.availableMethods.first)
        _ = tenant.admin(
            "POST", "faults",
            """
            {"path":"/oauth2/v2.0/challenge","status":400,
            "body":{"error":"access_denied","suberror":"provider_blocked_by_rep","error_codes":[550024]}}
            """)
        await #expect { try await step.requestChallenge(email) } throws: {
            Told($0) == .underlying(.methodBlocked)
        }
        guard case .verificationRequired(let verification) = try await step.requestChallenge(email) else {
            Issue.record("no code")
            return
        }
        #expect(try await verification.submitCode(code("alan@example.com")).username == "alan@example.com")
    }

    @Test func anotherWayCanBePickedOnceACodeIsOut() async throws {
        let step = try await Station.factor(native)
        let email = try #require(step.availableMethods.first)
        let phone = try #require(step.availableMethods.last)
        guard case .verificationRequired(let first) = try await step.requestChallenge(email) else {
            Issue.record("no code")
            return
        }
        _ = try await first.resendCode()
        guard case .verificationRequired(let second) = try await step.requestChallenge(phone) else {
            Issue.record("no code")
            return
        }
        #expect(try await second.submitCode(code("%2B15555550100")).username == "alan@example.com")
    }

    @Test func withoutTheCapabilityABrowserIsNeeded() async throws {
        try native.configure(try tenant.configuration())
        for (email, password) in [("alan@example.com", "Enigma-1912"), ("joan@example.com", "Station-X-40")] {
            await #expect { try await native.signIn(email: email, password: password) } throws: {
                $0.isNative(.browserRequired)
            }
        }
    }

    @Test func aSecondFactorAfterACodeNeedsTheLongerMethod() async throws {
        _ = tenant.admin("PUT", "policy", #"{"mfa":"required","mfaAfterCode":true}"#)
        _ = tenant.admin(
            "POST", "users",
            #"{"email":"hedy@example.com","methods":[{"channel":"sms","target":"+15555550142"}]}"#)
        for isLonger in [true, false] {
            guard case .codeRequired(let step) = try await native.signIn(email: "hedy@example.com") else {
                Issue.record("no code")
                return
            }
            if isLonger {
                let next = try await step.submitCodeForNextStep(code("hedy@example.com"))
                guard case .mfaRequired(let factor) = next else {
                    Issue.record("\(next)")
                    return
                }
                #expect(factor.availableMethods.map(\.channel) == [.phone])
            } else {
                await #expect { try await step.submitCode(try code("hedy@example.com")) } throws: {
                    $0.isNative(.browserRequired)
                }
            }
        }
    }

    // MARK: - Registration

    @Test func registersAnAddress() async throws {
        let step = try await Station.register(native)
        #expect(step.availableMethods.map(\.id) == ["email", "sms"])
        #expect(step.availableMethods.first?.loginHint == "joan@example.com")
        guard case .verificationRequired(let verification) = try await step.registerEmail() else {
            Issue.record("no code")
            return
        }
        #expect(verification.sentTo.contains("@"))
        #expect(verification.channel == .email)
        #expect(verification.codeLength == 8)
        await #expect {
            try await verification.submitCode(other(than: try code("joan@example.com")))
        } throws: { $0.isNative(.invalidCode) }
        let renewed = try await verification.resendCode()
        let result = try await renewed.submitCode(code("joan@example.com"))
        #expect(result.username == "joan@example.com")
    }

    @Test func registersAPhoneAfterABlockedOne() async throws {
        let step = try await Station.register(native)
        for bad in ["+15556660100", "not a number", " "] {
            await #expect { try await step.registerSMS(phoneNumber: bad) } throws: {
                $0.isNative(.invalidInput)
            }
        }
        let phone = "+15555550177"
        guard case .verificationRequired(let verification) = try await step.registerSMS(phoneNumber: phone)
        else {
            Issue.record("no code")
            return
        }
        #expect(verification.channel == .phone)
        let result = try await verification.submitCode(code("%2B15555550177"))
        #expect(result.username == "joan@example.com")
    }

    @Test(
        "A contact can be corrected once a code went to the wrong one",
        arguments: [["email", "sms"], ["email"]])
    func aContactCanBeCorrected(offered: [String]) async throws {
        let methods = offered.map { "\"\($0)\"" }.joined(separator: ",")
        _ = tenant.admin("PUT", "policy", "{\"strongMethods\":[\(methods)]}")
        let step = try await Station.register(native)
        guard case .verificationRequired = try await step.registerEmail("jaon@example.com"),
            case .verificationRequired(let verification) = try await step.registerEmail("joan@example.com")
        else {
            Issue.record("no code")
            return
        }
        #expect(try await verification.submitCode(code("joan@example.com")).username == "joan@example.com")
    }

    @Test func aKindThatIsNotOfferedMakesNoRequest() async throws {
        _ = tenant.admin("PUT", "policy", #"{"strongMethods":["sms"]}"#)
        let step = try await Station.register(native)
        let asked = tenant.requests().count
        await #expect { try await step.registerEmail("x@example.com") } throws: {
            $0.isNative(.noMatchingAuthMethod)
        }
        _ = tenant.admin("PUT", "policy", #"{"strongMethods":["email"]}"#)
        let other = try await Station.register(native)
        await #expect { try await other.registerSMS(phoneNumber: "+15555550177") } throws: {
            $0.isNative(.noMatchingAuthMethod)
        }
        #expect(tenant.requests().count == asked + 4, "only the other sign-in's own")
    }

    @Test(
        "An address without a hint, or with one that is masked, must be given",
        arguments: [nil, "", "j***n@ex***le.com", "j••n@example.com", "j…@example.com"])
    func anAddressWithoutWholeHintMustBeGiven(hint: String?) async throws {
        let paper = PaperTenant()
        try native.configure(paper.configuration())
        let member = hint.map { ",\"login_hint\":\"\($0)\"" } ?? ""
        paper.plan(
            .reply(
                """
                {"continuation_token":"r","methods":[
                {"id":"email","challenge_type":"oob","challenge_channel":"email"\(member)}]}
                """), at: .registerIntrospect)
        let step = try await Station.register(native)
        paper.plan(.reply(#"{"challenge_type":"redirect"}"#), at: .registerChallenge)
        await #expect { try await step.registerEmail() } throws: { $0.isNative(.invalidInput) }
        #expect(!paper.isPlayed, "a request was made")
        await #expect { try await step.registerEmail("joan@example.com") } throws: {
            $0.isNative(.browserRequired)
        }
    }
}
