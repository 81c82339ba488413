import AuthFlow

/// The commands of a screen that has no room for them, under that screen's own title.
extension ScreenBuilder {
    func more() -> Screen {
        screen(placeTitle, menu(), keys: [hint("key.upDown", "key.choose"), enter("key.open")])
    }

    /// The title of the place below.
    var placeTitle: String {
        switch state.places.last {
        case .account: return "title.account"
        case .conversation(let conversation):
            return conversation.form.prompt.title
        case .welcome, nil: return "title.welcome"
        }
    }
}

extension Prompt {
    fileprivate var title: String {
        switch self {
        case .identity(let prompt): prompt.purpose == .reset ? "title.resetPassword" : "title.signIn"
        case .newAccount: "title.createAccount"
        case .password: "title.signIn"
        case .code: "title.enterCode"
        case .method: "title.method"
        case .contact: "title.contact"
        case .details(let prompt):
            if !prompt.attributes.isEmpty {
                "title.details"
            } else {
                prompt.purpose == .reset ? "title.newPassword" : "title.createAccount"
            }
        case .device: "title.device"
        }
    }
}
