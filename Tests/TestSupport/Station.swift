import Testing
package import TophhieCloudAuthentication
package import Wire

/// A place in a native flow where an endpoint is about to be asked, and the SDK's call that asks it.
package struct Station: Sendable, CustomTestStringConvertible {
    package typealias Call = @Sendable () async throws -> Void
    /// The newest code that was sent to an address or phone number.
    package typealias Codes = @Sendable (String) -> String

    package struct Unreachable: Error {}

    package let testDescription: String
    package let endpoint: Endpoint
    /// Leads there. What it returns asks the endpoint.
    package let reach: @Sendable (TophhieNativeAuth, @escaping Codes) async throws -> Call

    init(
        _ name: String, _ endpoint: Endpoint,
        _ reach: @escaping @Sendable (TophhieNativeAuth, @escaping Codes) async throws -> Call
    ) {
        testDescription = name
        self.endpoint = endpoint
        self.reach = reach
    }

    package var isReset: Bool { endpoint.rawValue.hasPrefix("/resetpassword") }

    package static let all = signIn + secondFactor + registration + signUp + reset

    private static let newcomer = "mary@example.com"
    package static let password = "Somerville-1831"

    // MARK: - Sign-in

    private static let signIn =
        [Endpoint.initiate, .challenge, .token].map { endpoint in
            Station("sign-in with a password, \(endpoint.rawValue)", endpoint) { native, _ in
                { _ = try await native.signIn(email: "ada@example.com", password: "Lovelace-1843") }
            }
        } + [
            Station("sign-in by code, challenge", .challenge) { native, _ in
                { _ = try await native.signIn(email: "grace@example.com") }
            },
            Station("sign-in by code, token", .token) { native, codes in
                let step = try await code(native)
                return { _ = try await step.submitCode(codes("grace@example.com")) }
            },
            Station("sign-in by code, a new one", .challenge) { native, _ in
                let step = try await code(native)
                return { _ = try await step.resendCode() }
            },
        ]

    private static func code(_ native: TophhieNativeAuth) async throws -> NativeSignInCodeStep {
        guard case .codeRequired(let step) = try await native.signIn(email: "grace@example.com") else {
            throw Unreachable()
        }
        return step
    }

    // MARK: - Second factor

    private static let secondFactor = [
        Station("second factor, introspect", .introspect) { native, _ in
            { _ = try await native.signIn(email: "alan@example.com", password: "Enigma-1912") }
        },
        Station("second factor, challenge", .challenge) { native, _ in
            let step = try await factor(native)
            return { _ = try await step.requestChallenge(step.availableMethods.first) }
        },
        Station("second factor, token", .token) { native, codes in
            let step = try await factorCode(native)
            return { _ = try await step.submitCode(codes("alan@example.com")) }
        },
        Station("second factor, a new code", .challenge) { native, _ in
            let step = try await factorCode(native)
            return { _ = try await step.resendCode() }
        },
    ]

    package static func factor(_ native: TophhieNativeAuth) async throws -> MFAStep {
        let step = try await native.signIn(email: "alan@example.com", password: "Enigma-1912")
        guard case .mfaRequired(let factor) = step else { throw Unreachable() }
        return factor
    }

    package static func factorCode(_ native: TophhieNativeAuth) async throws -> MFAVerificationStep {
        let factor = try await factor(native)
        guard
            case .verificationRequired(let step) = try await factor.requestChallenge(
                factor.availableMethods.first)
        else { throw Unreachable() }
        return step
    }

    // MARK: - Registration

    private static let registration =
        [
            Station("registration, introspect", .registerIntrospect) { native, _ in
                { _ = try await native.signIn(email: "joan@example.com", password: "Station-X-40") }
            },
            Station("registration, challenge", .registerChallenge) { native, _ in
                let step = try await register(native)
                return { _ = try await step.registerSMS(phoneNumber: "+15555550199") }
            },
            Station("registration, a new code", .registerChallenge) { native, _ in
                let step = try await registerCode(native)
                return { _ = try await step.resendCode() }
            },
        ]
        + [Endpoint.registerContinue, .token].map { endpoint in
            Station("registration, \(endpoint.rawValue)", endpoint) { native, codes in
                let step = try await registerCode(native)
                return { _ = try await step.submitCode(codes("joan@example.com")) }
            }
        }

    package static func register(_ native: TophhieNativeAuth) async throws -> StrongAuthRegistrationStep {
        let step = try await native.signIn(email: "joan@example.com", password: "Station-X-40")
        guard case .strongAuthRegistrationRequired(let registration) = step else { throw Unreachable() }
        return registration
    }

    private static func registerCode(_ native: TophhieNativeAuth) async throws -> StrongAuthVerificationStep {
        let registration = try await register(native)
        guard case .verificationRequired(let step) = try await registration.registerEmail("joan@example.com")
        else { throw Unreachable() }
        return step
    }

    // MARK: - Sign-up

    private static let signUp =
        [Endpoint.signUpStart, .signUpChallenge].map { endpoint in
            Station("sign-up, \(endpoint.rawValue)", endpoint) { native, _ in
                { _ = try await native.signUp(email: newcomer) }
            }
        } + [
            Station("sign-up, a new code", .signUpChallenge) { native, _ in
                let step = try await native.signUp(email: newcomer)
                return { _ = try await step.resendCode() }
            }
        ]
        + [Endpoint.signUpContinue, .signUpChallenge].map { endpoint in
            Station("sign-up with a code, \(endpoint.rawValue)", endpoint) { native, codes in
                let step = try await native.signUp(email: newcomer)
                return { _ = try await step.submitCode(codes(newcomer)) }
            }
        } + [
            Station("sign-up, a password", .signUpContinue) { native, codes in
                let step = try await passwordStep(native, codes)
                return { _ = try await step.submitPassword(password) }
            },
            Station("sign-up, attributes", .signUpContinue) { native, codes in
                let step = try await attributesStep(native, codes)
                return { _ = try await step.submitAttributes(["displayName": "Mary"]) }
            },
            Station("sign-up, its sign-in", .token) { native, codes in
                let step = try await attributesStep(native, codes)
                guard
                    case .completed(let made) = try await step.submitAttributes(["displayName": "Mary"])
                else { throw Unreachable() }
                return { _ = try await made.signIn() }
            },
        ]

    package static func passwordStep(
        _ native: TophhieNativeAuth, _ codes: Codes
    ) async throws -> SignUpPasswordStep {
        let step = try await native.signUp(email: newcomer)
        guard case .passwordRequired(let next) = try await step.submitCode(codes(newcomer)) else {
            throw Unreachable()
        }
        return next
    }

    package static func attributesStep(
        _ native: TophhieNativeAuth, _ codes: Codes
    ) async throws -> SignUpAttributesStep {
        let step = try await passwordStep(native, codes)
        guard case .attributesRequired(_, let next) = try await step.submitPassword(password) else {
            throw Unreachable()
        }
        return next
    }

    // MARK: - Reset

    private static let reset =
        [Endpoint.resetStart, .resetChallenge].map { endpoint in
            Station("reset, \(endpoint.rawValue)", endpoint) { native, _ in
                { _ = try await native.startPasswordReset(email: "ada@example.com") }
            }
        } + [
            Station("reset, a new code", .resetChallenge) { native, _ in
                let step = try await native.startPasswordReset(email: "ada@example.com")
                return { _ = try await step.resendCode() }
            },
            Station("reset, its code", .resetContinue) { native, codes in
                let step = try await native.startPasswordReset(email: "ada@example.com")
                return { _ = try await step.submitCode(codes("ada@example.com")) }
            },
        ]
        + [Endpoint.resetSubmit, .resetPoll].map { endpoint in
            Station("reset, \(endpoint.rawValue)", endpoint) { native, codes in
                let step = try await native.startPasswordReset(email: "ada@example.com")
                let next = try await step.submitCode(codes("ada@example.com"))
                return { try await next.submitPassword(password) }
            }
        }
}
