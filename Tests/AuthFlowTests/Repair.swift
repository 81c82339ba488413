import AuthFlow
import Wire

/// What mends a refusal of a request: the refusal, the person's answer to it, and the request that must follow.
struct Repair {
    var refusal: WireError
    var answer: Answer
    var request: WireRequest

    /// - Parameters:
    ///   - prompt: what the person saw while the request was out, and must see again.
    ///   - newer: a token that the refusal brings; without one the old one must be kept.
    init?(_ request: WireRequest, showing prompt: Prompt?, _ newer: ContinuationToken?) {
        let wrongCode = WireError.grant(50181, suberror: "invalid_oob_value", continuation: newer)
        var tooMany = WireError.tooManyCodes
        tooMany.continuation = newer
        var badContact = WireError.badContact
        badContact.continuation = newer
        var blocked = WireError.blocked
        blocked.continuation = newer
        switch (request, prompt) {
        case (.token(.password(let password, let username, let token), let scopes), let prompt):
            refusal = .grant(50126, continuation: newer)
            if case .password = prompt {
                answer = .password(password)
            } else {
                answer = .identity(username, password)
            }
            self.request = .token(.password(password, username: username, newer ?? token), scopes: scopes)
        case (.token(.oneTimeCode(let code, let token), let scopes), _):
            (refusal, answer) = (wrongCode, .code(code))
            self.request = .token(.oneTimeCode(code, newer ?? token), scopes: scopes)
        case (.token(.secondFactor(let code, let token), let scopes), _):
            (refusal, answer) = (wrongCode, .code(code))
            self.request = .token(.secondFactor(code, newer ?? token), scopes: scopes)
        case (.challenge(let token, let method?), .method):
            (refusal, answer) = (blocked, .method(method))
            self.request = .challenge(newer ?? token, method: method)
        case (.challenge(let token, let method), .code(let shown))
        where method == nil || shown.purpose == .secondFactor:
            (refusal, answer) = (tooMany, .resend)
            self.request = .challenge(newer ?? token, method: method)
        case (.signUpContinue(.code(let code), let token), _):
            (refusal, answer) = (wrongCode, .code(code))
            self.request = .signUpContinue(.code(code), newer ?? token)
        case (.signUpContinue(.password(let password), let token), _):
            (refusal, answer) = (.weakPassword(newer), .details([:], newPassword: password))
            self.request = .signUpContinue(.password(password), newer ?? token)
        case (.signUpContinue(.attributes(let values), let token), _):
            (refusal, answer) = (.badAttributes(newer), .details(values, newPassword: nil))
            self.request = .signUpContinue(.attributes(values), newer ?? token)
        case (.signUpChallenge(let token), .code), (.signUpChallenge(let token), .details):
            (refusal, answer) = (tooMany, .resend)
            self.request = .signUpChallenge(newer ?? token)
        case (.resetContinue(let code, let token), _):
            (refusal, answer) = (wrongCode, .code(code))
            self.request = .resetContinue(code: code, newer ?? token)
        case (.resetChallenge(let token), .code):
            (refusal, answer) = (tooMany, .resend)
            self.request = .resetChallenge(newer ?? token)
        case (.resetSubmit(let password, let token), _):
            (refusal, answer) = (.weakPassword(newer), .details([:], newPassword: password))
            self.request = .resetSubmit(newPassword: password, newer ?? token)
        case (.registerChallenge(let token, let target), .contact):
            (refusal, answer) = (badContact, .contact(target.contact))
            self.request = .registerChallenge(newer ?? token, target)
        case (.registerChallenge(let token, let target), .code):
            (refusal, answer) = (tooMany, .resend)
            self.request = .registerChallenge(newer ?? token, target)
        case (.registerContinue(let code?, let token), _):
            (refusal, answer) = (wrongCode, .code(code))
            self.request = .registerContinue(code: code, newer ?? token)
        default: return nil
        }
    }
}

extension Prompt {
    /// One that fits, and moves the flow on; nil where nothing is to be said.
    var answer: Answer? {
        switch self {
        case .identity: .identity(ada, nil)
        case .newAccount: .newAccount(ada, nil, attributes: [:])
        case .password: .password(rightPassword)
        case .code: .code(Secret("7654321"))
        case .method(let prompt): prompt.methods.first.map { .method($0.id) }
        case .contact: .contact("bo@example.com")
        case .details: .details([:], newPassword: rightPassword)
        case .device(let prompt): prompt.grant == nil ? .resend : nil
        }
    }
}
