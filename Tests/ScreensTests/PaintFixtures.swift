import Resources
import Screens

/// What painters of the tests are made of.
enum Paint {
    static let strings = Strings(bytes(resources_locale, "en"))

    static func theme(colors: Int = 8) -> Theme { Theme(bytes(resources_theme, "default"), colors: colors) }

    static func painter(
        _ size: Size, isUTF8: Bool = true, colors: Int = 8, qr: QRMatrix? = nil
    ) -> Painter {
        Painter(
            theme: theme(colors: colors), strings: strings, size: size,
            isUTF8: isUTF8, qr: qr)
    }

    static func bytes(
        _ find: (UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?, _ name: String
    ) -> [UInt8] {
        var size = 0
        guard let start = find(name, &size) else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: size))
    }

    /// Squares that look like a code's, with its three corners, but say nothing.
    static func qr(side: Int) -> QRMatrix? {
        QRMatrix(
            side: side,
            modules: (0..<side * side).map { index in
                let (row, column) = (index / side, index % side)
                let corners = [(0, 0), (0, side - 7), (side - 7, 0)]
                for corner in corners where abs(row - corner.0 - 3) <= 3 && abs(column - corner.1 - 3) <= 3 {
                    return max(abs(row - corner.0 - 3), abs(column - corner.1 - 3)) != 2
                }
                return (row * 7 + column * 3 + row * column) % 5 < 2
            })
    }
}

/// The screens as drawn in the design, made by hand.
enum Drawn {
    static let header = Screen.Header(left: "Contoso", right: "vestibule")

    static func action(_ id: ActionID, _ label: String, _ isDefault: Bool = false) -> Screen.ActionView {
        Screen.ActionView(id: id, label: label, isDefault: isDefault)
    }

    static func keys(_ text: String) -> [Screen.KeyHint] {
        text.split(separator: "|").map { hint in
            let parts = hint.split(separator: " ", maxSplits: 1)
            return Screen.KeyHint(String(parts[0]), String(parts[1]))
        }
    }

    static let signInActions: [Screen.Element] = [
        .actions([action(.submit, "Sign in", true), action(.emailCode, "Use an email code")]),
        .gap,
        .actions([
            action(.more, "Create an account"), action(.help, "Forgot password?"),
            action(.deviceCode, "Sign in another way"),
        ]),
    ]

    static func signIn(cursor: Bool = true) -> Screen {
        Screen(
            title: "Sign in", header: header,
            elements: [
                .field(
                    .init(id: .email, label: "Email", value: "ada@example.com", cursor: cursor ? 15 : nil)),
                .gap,
                .field(
                    .init(
                        id: .password, label: "Password", value: "•••••••••••••", cursor: nil, isSecret: true)
                ),
                .gap,
            ] + signInActions,
            keys: keys("Tab next|Enter sign in|Ctrl-T show|Esc leave|F1 help"))
    }

    static var refusal: Screen {
        var screen = signIn(cursor: false)
        screen.elements[2] = .field(
            .init(id: .password, label: "Password", value: "", cursor: 0, isSecret: true))
        screen.elements[3] = .notice(
            .init(
                .error,
                "That email or password is not right. Repeated refusals can lock an account for a while."))
        return screen
    }

    static func busy(phase: Int?, detail: String? = nil) -> Screen {
        var screen = signIn(cursor: false)
        screen.isBusy = true
        screen.keys = keys("Esc cancel")
        screen.elements.insert(
            .progress(.init(phase: phase, verb: "Signing in…", stop: "Esc cancel", detail: detail)), at: 4)
        return screen
    }

    static let enterCode = Screen(
        title: "Enter code", header: header,
        elements: [
            .text("We sent an 8-digit code to a***n@example.com."), .gap,
            .field(.init(id: .code, label: "Code", value: "4821 30__", cursor: 7)), .gap,
            .actions([action(.submit, "Continue", true), action(.resendCode, "Send a new code (0:24)")]),
            .gap,
            .actions([action(.deviceCode, "Use another way to verify")]),
        ],
        keys: keys("Enter continue|Ctrl-R new code|Esc back|F1 help"))

    static func details(focus: Int? = 1, count: Int = 4) -> Screen {
        let all: [(String, String, String?)] = [
            ("Display name (required)", "Ada Lovelace", nil),
            ("City (required)", "L0nd0n", "This city was not accepted. Letters only."),
            ("Postal code (required)", "abc", "This postal code was not accepted."),
            ("Loyalty number", "", nil), ("Street", "St James's Square", nil), ("Job title", "Analyst", nil),
            ("Country", "United Kingdom", nil), ("Given name", "Ada", nil), ("Surname", "Lovelace", nil),
        ]
        return Screen(
            title: "Your details", header: header,
            elements: all.prefix(count).enumerated().map { index, field in
                .field(
                    .init(
                        id: .email, label: field.0, value: field.1,
                        cursor: focus == index ? field.1.count : nil,
                        problem: field.2))
            } + [.actions([action(.submit, "Continue", true), action(.back, "Back")])],
            keys: keys("Tab next|Enter continue|Esc back|F1 help"))
    }

    static let address = "https://contoso.ciamlogin.com/common/oauth2/deviceauth"

    static let device = Screen(
        title: "Continue in your browser", header: header,
        elements: [
            .notice(.init(.explanation, "This sign-in needs a browser.")), .gap,
            .text("On any device, open"), .address(address), .gap, .text("and enter"), .gap,
            .code("WDJB-MJHT"),
            .gap, .ends("Waiting for you…", "expires in 14:32"), .gap,
            .text(
                "Approve only what you began yourself: vestibule on kiosk-7, for ada@example.com. Never pass the code "
                    + "on. If the page denies access, device codes may be blocked."),
            .gap,
            .actions([
                action(.showQR, "Show QR", true), action(.newDeviceCode, "New code"),
                action(.printPlainly, "Print plainly"), action(.more, "In my browser"),
            ]),
        ],
        keys: keys("Tab next|Enter choose|Esc back|F1 help"), qrText: address)

    static let qrView = Screen(
        title: "Continue in your browser", header: header,
        elements: [
            .text("On any device, open the address in this QR code (or, in full, Print plainly) and enter"),
            .gap,
            .code("WDJB-MJHT"), .gap, .text("expires in 14:32"), .gap, .gap,
            .text(
                "Approve only what you began yourself: vestibule on kiosk-7, for ada@example.com. Never pass the code "
                    + "on."),
            .actions([
                action(.back, "Back", true), action(.newDeviceCode, "New code"),
                action(.printPlainly, "Print plainly"),
            ]),
        ],
        keys: keys("Enter back|Esc back|F1 help"), qrText: address, qrView: true)

    static let explanation = Screen(
        title: "Reset password", header: header,
        elements: [
            .notice(
                .init(
                    .explanation,
                    "linus@example.com has no password here. It signs in another way: with an email code, or in a "
                        + "browser with Google, Apple or Microsoft.")),
            .gap, .actions([action(.deviceCode, "Continue in a browser", true)]),
            .actions([action(.emailCode, "Send me an email code")]), .actions([action(.back, "Back")]),
        ],
        keys: keys("Tab next|Enter choose|Esc back|F1 help"))

    static let account = Screen(
        title: "Your account", header: .init(left: "Contoso", right: "ada@example.com"),
        elements: [
            .text("Ada Lovelace"), .text("ada@example.com"), .gap,
            .fact(label: "Signed in", value: "today 14:02, until about 15:02"),
            .fact(label: "Last sign-in", value: "yesterday 09:11, London, Firefox"), .gap,
            .menu([
                .init(id: .more, label: "Edit profile", isFocused: true), action(.mailbox, "Sign-in history"),
                action(.help, "Change password"), action(.showQR, "Add a way to verify"),
                action(.switchAccount, "Switch account"), action(.signOut, "Sign out"),
            ]),
        ],
        keys: keys("↑↓ choose|Enter open|Esc leave|F1 help"))

    static var smallSignIn: Screen {
        var screen = signIn()
        screen.elements[4...] = [
            .actions([action(.submit, "Sign in", true), action(.emailCode, "Code"), action(.more, "More…")])
        ]
        screen.keys = keys("Tab next|Enter sign in|F1 help")
        return screen
    }

    static var smallRefusal: Screen {
        var screen = refusal
        screen.elements[4...] = smallSignIn.elements[4...]
        return screen
    }

    static let smallDevice = Screen(
        title: "Continue in your browser", header: .init(left: "Contoso", right: "14:32"),
        elements: [
            .text("Open"), .address(address), .gap, .text("and enter"), .gap, .code("WDJB-MJHT"), .gap,
            .text("Only if you began this on kiosk-7. Never pass the code on."), .gap,
            .actions([action(.newDeviceCode, "New code", true), action(.printPlainly, "Print plainly")]),
        ],
        keys: keys("Enter new code|Esc back|F1 help"), qrText: address)
}
