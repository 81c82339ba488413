import Screens
import TestSupport
import Testing
import Wire

/// A ``Station`` as a person comes to it: on which form, by doing what.
struct FormStation: Sendable, CustomTestStringConvertible {
    /// What is asked for on a screen.
    enum Question: Sendable {
        case signIn, code, method, phone, contactAddress, newAccount, accountPassword, details, reset,
            newPassword

        var title: String {
            switch self {
            case .signIn: "Sign in"
            case .code: "Enter code"
            case .method: "Choose how to verify"
            case .phone, .contactAddress: "Add a way to verify"
            case .newAccount, .accountPassword: "Create account"
            case .details: "Your details"
            case .reset: "Reset password"
            case .newPassword: "New password"
            }
        }

        /// Where an address or a number that was sent stands.
        var contact: FieldID? {
            switch self {
            case .signIn, .newAccount, .reset, .contactAddress: .email
            case .phone: .phone
            case .code, .method, .accountPassword, .details, .newPassword: nil
            }
        }

        var password: FieldID? {
            switch self {
            case .signIn, .newAccount, .accountPassword: .password
            case .newPassword: .newPassword
            case .code, .method, .phone, .contactAddress, .details, .reset: nil
            }
        }
    }

    enum Part: Sendable { case signIn, secondFactor, registration, signUp, reset }

    enum Act: Sendable {
        case fill(FieldID, String)
        case choose(ActionID)
        /// Until a new code may be asked for.
        case later
    }

    let station: Station
    let part: Part
    /// Whose account it is.
    let address: String
    /// All but the last lead there; the last one asks the endpoint.
    let acts: [Act]
    /// The form that is answered last.
    let question: Question
    /// The form that a failure leads to.
    let home: Question

    var testDescription: String { station.testDescription }

    /// Whether a stranger may stand there: nothing may tell whether there is such an account.
    var isConcealed: Bool { [.signIn, .reset].contains(part) && ![.newPassword].contains(question) }
    var wantsCode: Bool { acts.contains { if case .choose(.emailCode) = $0 { true } else { false } } }

    /// Whether a new code was asked for.
    var isRenewal: Bool { if case .choose(.resendCode)? = acts.last { true } else { false } }
    /// Whether the code was right, and what follows it is asked for.
    var isChallengeAfterCode: Bool { question == .code && station.endpoint == .signUpChallenge && !isRenewal }

    var mode: AppOptions.Mode {
        switch part {
        case .signIn, .secondFactor, .registration: .login
        case .signUp: .signUp
        case .reset: .resetPassword
        }
    }

    /// Where the conversation begins anew.
    var start: Question {
        switch part {
        case .signIn, .secondFactor, .registration: .signIn
        case .signUp: home == .signIn ? .signIn : .newAccount
        case .reset: .reset
        }
    }

    /// What was typed, and stands in a form for as long as that is on screen.
    var typed: [FieldID: String] {
        var typed: [FieldID: String] = [:]
        for case .fill(let field, let text) in acts {
            switch field {
            case .phone, .attribute: typed[field] = text
            case .email, .password, .confirmPassword, .code, .newPassword: break
            }
        }
        return typed
    }

    static let all: [FormStation] = Station.all.compactMap(FormStation.init)

    private init?(_ station: Station) {
        guard let (part, address, question, home, acts) = Self.way(to: station.testDescription) else {
            return nil
        }
        self.station = station
        self.part = part
        self.address = address
        self.question = question
        self.home = home ?? question
        self.acts = acts
    }

    // MARK: - The ways

    private typealias Way = (Part, String, Question, home: Question?, [Act])

    private static let ada = "ada@example.com"
    private static let grace = "grace@example.com"
    private static let alan = "alan@example.com"
    private static let joan = "joan@example.com"
    private static let mary = "mary@example.com"

    private static func way(to name: String) -> Way? {
        let isToken = name.hasSuffix(Endpoint.token.rawValue)
        switch name {
        case let name where name.hasPrefix("sign-in with a password"):
            return (.signIn, ada, .signIn, nil, signIn(ada))
        case "sign-in by code, challenge": return (.signIn, grace, .signIn, nil, byCode)
        case "sign-in by code, token": return (.signIn, grace, .code, nil, byCode + code)
        case "sign-in by code, a new one": return (.signIn, grace, .code, nil, byCode + renewal)
        case "second factor, introspect": return (.secondFactor, alan, .signIn, nil, signIn(alan))
        case "second factor, challenge": return (.secondFactor, alan, .method, nil, factor)
        case "second factor, token": return (.secondFactor, alan, .code, nil, factor + code)
        case "second factor, a new code": return (.secondFactor, alan, .code, nil, factor + renewal)
        case "registration, introspect": return (.registration, joan, .signIn, nil, signIn(joan))
        case "registration, challenge": return (.registration, joan, .phone, nil, signIn(joan) + phone)
        case "registration, a new code":
            return (.registration, joan, .code, nil, signIn(joan) + contact + renewal)
        case let name where name.hasPrefix("registration, "):
            return (.registration, joan, .code, isToken ? .signIn : nil, signIn(joan) + contact + code)
        case "sign-up, a new code": return (.signUp, mary, .code, nil, account + renewal)
        case "sign-up, a password": return (.signUp, mary, .accountPassword, nil, account + code + password)
        case "sign-up, attributes":
            return (.signUp, mary, .details, nil, account + code + password + details)
        case "sign-up, its sign-in":
            return (.signUp, mary, .details, .signIn, account + code + password + details)
        case let name where name.hasPrefix("sign-up with a code, "):
            return (.signUp, mary, .code, nil, account + code)
        case let name where name.hasPrefix("sign-up, "): return (.signUp, mary, .newAccount, nil, account)
        case "reset, a new code": return (.reset, ada, .code, nil, reset + renewal)
        case "reset, its code": return (.reset, ada, .code, nil, reset + code)
        case let name where name.hasSuffix("/submit") || name.hasSuffix("/poll_completion"):
            return (.reset, ada, .newPassword, nil, reset + code + newPassword)
        case let name where name.hasPrefix("reset, "): return (.reset, ada, .reset, nil, reset)
        default: return nil
        }
    }

    private static func signIn(_ address: String) -> [Act] {
        [.fill(.email, address), .fill(.password, "Lovelace-1843"), .choose(.submit)]
    }

    private static func twice(_ field: FieldID) -> [Act] {
        [.fill(field, "Somerville-1831"), .fill(.confirmPassword, "Somerville-1831"), .choose(.submit)]
    }

    private static let byCode: [Act] = [.fill(.email, grace), .choose(.emailCode)]
    private static let code: [Act] = [.fill(.code, "12345678"), .choose(.submit)]
    private static let renewal: [Act] = [.later, .choose(.resendCode)]
    private static let factor = signIn(alan) + [.choose(.method(.init("m1")))]
    private static let phone: [Act] = [
        .choose(.method(.init("sms"))), .fill(.phone, "+15555550199"), .choose(.submit),
    ]
    private static let contact: [Act] = [
        .choose(.method(.init("email"))), .fill(.email, "j@example.com"), .choose(.submit),
    ]
    private static let account: [Act] = [.fill(.email, mary)] + twice(.password)
    private static let password = twice(.password)
    private static let details: [Act] = [
        .fill(.attribute("displayName"), "Mary"), .fill(.attribute("city"), "Jedburgh"), .choose(.submit),
    ]
    private static let reset: [Act] = [.fill(.email, ada), .choose(.submit)]
    private static let newPassword = twice(.newPassword)
}
