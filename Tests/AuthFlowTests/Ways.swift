import AuthFlow
import Testing
import Wire

/// What can end any request of any conversation, and where it leads: one table for all of them (VB-49).
struct Way: Sendable, CustomTestStringConvertible {
    enum Leads: Sendable {
        case toBrowser(reason: String?)
        /// Where the conversation begins anew.
        case toStart(Problem.Kind)
        /// The question that was answered.
        case toQuestion(Problem.Kind?)
    }

    var testDescription: String
    var leads: Leads
    var take: @Sendable (inout Talk) throws -> Void

    static let all = [
        Way(testDescription: "a redirect", leads: .toBrowser(reason: "Federated.")) {
            try $0.hears(.redirect(reason: "Federated."))
        },
        Way(testDescription: "a redirect without a reason", leads: .toBrowser(reason: nil)) {
            try $0.hears(.redirect(reason: nil))
        },
        Way(testDescription: "an expired conversation", leads: .toStart(.sessionExpired)) {
            try $0.isRefused(.expired)
        },
        Way(testDescription: "an unreadable answer", leads: .toQuestion(.malformed)) {
            try $0.isRefused(.malformed)
        },
        Way(testDescription: "an answer to another question", leads: .toQuestion(.malformed)) {
            try $0.hears(
                .device(
                    DeviceGrant(
                        deviceCode: Secret("canary-dc"), userCode: "U", verificationURI: "https://a",
                        expiresIn: .seconds(12), interval: .seconds(5))))
        },
        Way(testDescription: "no answer", leads: .toQuestion(.unreachable(.timedOut(host: "h")))) {
            try $0.fails(.unreachable(.timedOut(host: "h")))
        },
        Way(testDescription: "an answer that nobody may trust", leads: .toQuestion(.untrusted(.signature))) {
            try $0.fails(.untrusted(.signature))
        },
        Way(testDescription: "Back", leads: .toQuestion(nil)) { $0.tell(.wentBack) },
    ]
}

/// A place where a request is under way.
struct Place: Sendable {
    var talk: Talk
    /// The question that stands on screen again once the request is over without success.
    var question: Prompt

    init(_ talk: Talk, _ question: Prompt) {
        self.talk = talk
        self.question = question
    }

    /// - Parameter start: the question with which the conversation begins anew.
    func leaves(by way: Way, start: Prompt) throws {
        var talk = talk
        try #require(talk.request != nil)
        try way.take(&talk)
        switch way.leads {
        case .toBrowser(let reason):
            #expect(talk.flow.outcome == .browserRequired(reason: reason, username: ada))
        case .toStart(let kind):
            #expect(talk.flow.prompt == start)
            #expect(talk.kind == kind)
        case .toQuestion(let kind):
            #expect(talk.flow.prompt == question)
            #expect(talk.kind == kind)
        }
    }
}
