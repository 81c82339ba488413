import AuthFlow

extension ScreenBuilder {
    /// The words of an action where it stands now.
    func label(_ id: ActionID) -> String {
        switch id {
        case .submit:
            if case .code? = state.conversation?.form.prompt { return strings["action.continue"] }
            return strings["action.signIn"]
        case .back: return strings["action.back"]
        case .leave: return strings["action.leave"]
        case .close: return strings["action.close"]
        case .signIn: return strings["action.signIn"]
        case .emailCode: return strings[state.isCompact ? "action.emailCode.short" : "action.emailCode"]
        case .deviceCode: return strings["action.anotherWay"]
        case .createAccount: return strings["action.createAccount"]
        case .forgotPassword: return strings["action.forgotPassword"]
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

    /// With the time to go, until a new code may be asked for.
    private var resendLabel: String {
        let key = state.isCompact ? "action.resendCode.short" : "action.resendCode"
        guard case .code(let prompt)? = state.conversation?.form.prompt, state.now < prompt.resendAt,
            !state.options.isPlain
        else { return strings[key] }
        return strings(key + ".wait", ["time": Countdown.text(until: prompt.resendAt, from: state.now)])
    }
}
