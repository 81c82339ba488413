package import AuthFlow
package import Wire

/// A fact from a terminal, a flow or the program.
package enum AppEvent: Equatable, Sendable {
    case key(Key)
    /// A bracketed paste, as its bytes.
    case pasted(Secret)
    case resized(Size)
    /// Whether Caps Lock is on, where a terminal tells; nil where it does not.
    case capsLock(Bool?)
    /// Time has passed: spinners, countdowns.
    case ticked
    /// The process was stopped and goes on: secrets are gone, everything is painted anew.
    case resumed
    /// Somebody is to end the program: SIGTERM, SIGHUP.
    case endRequested
    case flow(FlowEvent)
    case account(AccountEvent)
    case mailbox(MailboxEvent)
    /// From front ends without keys: the field's whole text, and what was chosen.
    case filled(FieldID, Secret)
    case activated(ActionID)
    /// The front end has no more input.
    case inputEnded
}

/// An order to the program.
package enum AppEffect: Equatable, Sendable {
    case flow(FlowEffect)
    /// Write down that the person was told this: the same for a code that was sent and for a decoy.
    case refused(Problem, Activity)
    case account(AccountEffect)
    /// Ask the demo's tenant for the messages that it sent.
    case readMailbox
    /// Write everything anew (Ctrl-L).
    case redraw
    /// Leave the full screen, write these lines unbroken, wait for Enter, and come back.
    case printPlainly([String])
    /// Give the terminal back to the shell and stop (Ctrl-Z).
    case suspend
    case exit(ExitReason)
}

/// What a person is at.
package enum Activity: String, Equatable, Sendable {
    case signIn = "sign-in"
    case signUp = "sign-up"
    /// Behind the address and its password: a code, a way to verify, details.
    case verification
    case reset, browser
}

/// What becomes of the cached account.
package enum AccountEvent: Equatable, Sendable {
    case signedOut
    /// Tokens could not be kept, for the reason given: they last as long as the program.
    case notKept(String)
    /// Tokens could not be removed, for the reason given: somebody is still signed in.
    case notSignedOut(String)
}

package enum AccountEffect: Equatable, Sendable {
    case signOut
}

/// A message that the demo's tenant sent.
package struct Mail: Equatable, Sendable {
    package var to: String
    package var channel: String
    package var code: String
    package var purpose: String
    /// Seconds since 1970.
    package var at: Int

    package init(to: String, channel: String, code: String, purpose: String, at: Int) {
        self.to = to
        self.channel = channel
        self.code = code
        self.purpose = purpose
        self.at = at
    }
}

package enum MailboxEvent: Equatable, Sendable {
    /// Newest first.
    case received([Mail])
    case unreachable
}

/// Why the program ends.
package enum ExitReason: Equatable, Sendable {
    /// The person left before a sign-in.
    case cancelled
    /// The person left while signed in.
    case left
    /// A `login` is done.
    case signedIn(TokenSet)
    /// Nothing more can come, and this is what the last answer said.
    case failed(Problem)
}
