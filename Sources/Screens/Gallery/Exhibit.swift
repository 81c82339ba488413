import AuthFlow

/// One screen in one state, to be looked at: a conversation as it would really come to it, without a service.
package struct Exhibit: Sendable {
    /// The screen's name, as in `sign-in`.
    package let screen: String
    /// The state's, as in `refused`; empty for the screen as it opens.
    package let state: String
    private let mode: AppOptions.Mode
    private let change: @Sendable (inout AppOptions) -> Void
    private let reach: @Sendable (inout Guide) -> Void

    init(
        _ screen: String, _ state: String = "", mode: AppOptions.Mode = .login,
        reach: @escaping @Sendable (inout Guide) -> Void = { _ in }
    ) {
        self.init(screen, state, mode: mode, with: { _ in }, reach: reach)
    }

    /// - Parameter change: makes the program another one.
    init(
        _ screen: String, _ state: String = "", mode: AppOptions.Mode = .login,
        with change: @escaping @Sendable (inout AppOptions) -> Void,
        reach: @escaping @Sendable (inout Guide) -> Void
    ) {
        self.screen = screen
        self.state = state
        self.mode = mode
        self.change = change
        self.reach = reach
    }

    package var name: String { state.isEmpty ? screen : screen + "-" + state }

    /// The state on a terminal of this size.
    package func state(size: Size, isUTF8: Bool) -> AppState {
        var options = AppOptions(
            mode: mode, signIn: SignInOptions(scopes: ["openid"], concealsAccounts: true),
            tenantName: "Contoso", serviceHost: "contoso.ciamlogin.com", hostName: "kiosk-7")
        options.isUTF8 = isUTF8
        change(&options)
        var guide = Guide(options, size)
        reach(&guide)
        return guide.state
    }
}
