import AuthFlow
import Wire

extension ScreenBuilder {
    /// The words of an action where it stands now.
    func label(_ id: ActionID) -> String {
        switch id {
        case .submit: return strings[submitLabel]
        case .back: return strings["action.back"]
        case .leave: return strings["action.leave"]
        case .close: return strings["action.close"]
        case .signIn: return strings["action.signIn"]
        case .emailCode: return strings[state.isCompact ? "action.emailCode.short" : "action.emailCode"]
        case .deviceCode: return strings["action.anotherWay"]
        case .createAccount: return strings["action.createAccount"]
        case .forgotPassword: return strings["action.forgotPassword"]
        case .signInInstead: return strings["action.signInInstead"]
        case .resetPassword: return strings["action.resetPassword"]
        case .continueInBrowser: return strings["action.continueInBrowser"]
        case .sendEmailCode: return strings["action.sendEmailCode"]
        case .method(let id):
            guard case .method(let prompt)? = state.conversation?.form.prompt else { return id.value }
            return prompt.label(id, strings)
        case .otherWay: return strings[state.isCompact ? "action.otherWay.short" : "action.otherWay"]
        case .askAgain: return strings["action.askAgain"]
        case .resendCode: return resendLabel
        case .newDeviceCode: return strings["action.newDeviceCode"]
        case .showQR: return strings["action.showQR"]
        case .printPlainly: return strings["action.printPlainly"]
        case .showSecret: return strings["action.showSecret"]
        case .more: return strings["action.more"]
        case .help: return strings["action.help"]
        case .mailbox: return strings["action.mailbox"]
        case .refreshMailbox: return strings["action.refresh"]
        case .redraw: return strings["action.redraw"]
        case .signOut: return strings["action.signOut"]
        case .switchAccount: return strings["action.switchAccount"]
        }
    }

    private var submitLabel: String {
        switch state.conversation?.form.prompt {
        case .identity(let prompt) where prompt.purpose == .reset: "action.continue"
        case .identity, .password, nil: "action.signIn"
        case .newAccount: "action.create"
        case .code, .method, .contact, .details, .device: "action.continue"
        }
    }

    /// With the time to go, until a new code may be asked for.
    private var resendLabel: String {
        let key = state.isCompact ? "action.resendCode.short" : "action.resendCode"
        guard case .code(let prompt)? = state.conversation?.form.prompt, state.now < prompt.resendAt,
            !state.options.isPlain
        else { return strings[key] }
        return strings(key + ".wait", ["time": Countdown.text(until: prompt.resendAt, from: state.now)])
    }
}
