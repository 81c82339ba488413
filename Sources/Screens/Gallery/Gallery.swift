import AuthFlow

/// Every screen in every state that it can be in: to be stepped through by a person, and painted by the tests.
///
/// It asks no service: each exhibit is led to its state by a ``Guide``.
package enum Gallery {
    /// In the order in which people meet them.
    package static let exhibits: [Exhibit] =
        places + signIn + signUp + verification + reset + device + problems

    /// The names of the screens, in order.
    package static var screens: [String] {
        exhibits.reduce(into: []) { names, exhibit in
            if !names.contains(exhibit.screen) { names.append(exhibit.screen) }
        }
    }

    /// Each problem in its words, over the form that most of them come to.
    static let problems = kinds.map { name, kind in
        Exhibit("problem", name) { guide in
            guide.submit()
            guide.fail(kind)
        }
    }

    private static let kinds: [(String, Problem.Kind)] = [
        ("method-blocked", .methodBlocked), ("session-expired", .sessionExpired),
        ("throttled", .throttled), ("policy", .blockedByPolicy), ("interaction", .interactionRequired),
        ("service", .serviceUnavailable), ("refused", .refused), ("malformed", .malformed),
        ("no-method", .noMatchingAuthMethod), ("client", .misconfigured(.unknownClient)),
        ("native-off", .misconfigured(.nativeAuthenticationOff)),
        ("public-off", .misconfigured(.publicClientOff)), ("tenant", .misconfigured(.unknownTenant)),
        ("issuer", .misconfigured(.discovery(.issuerRefused("https://login.example/common")))),
        ("scope", .misconfigured(.scope)), ("name", .unreachable(.nameNotResolved(host: host))),
        ("connection", .unreachable(.connectionRefused(host: host))),
        ("proxy", .unreachable(.proxy(name: "proxy.example:3128", .refused(status: 403)))),
        (
            "certificate",
            .unreachable(
                .certificate(host: host, issuer: "CN=Contoso Inspection CA", .unknownIssuer))
        ),
        ("ca-file", .unreachable(.caFileUnreadable(path: "/etc/vestibule/ca.pem"))),
        ("token", .untrusted(.signature)), ("clock", .untrusted(.clock(.seconds(7200)))),
    ]

    private static let host = "contoso.ciamlogin.com"
}
