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
            switch conversation.form.prompt {
            case .identity, .password: return "title.signIn"
            case .code: return "title.enterCode"
            case .device: return "title.device"
            }
        case .welcome, nil: return "title.welcome"
        }
    }
}
