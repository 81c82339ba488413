import AuthFlow
import Screens
import TophhieCloudAuthentication

/// Who carries out what the loop is told to do. It is made of functions, so that a test gives its own.
struct Orders: Sendable {
    /// The performer of a conversation's requests.
    var performer: @MainActor @Sendable (FlowEffect) -> any EffectPerformer
    /// Told of what a person was told.
    var refused: @MainActor @Sendable (Problem, Activity) -> Void = { _, _ in }
    /// What became of it, where a screen is to say so.
    var save: @Sendable (TokenSet) async -> AppEvent?
    var signOut: @Sendable () async -> AppEvent?
    var readMailbox: @Sendable () async -> MailboxEvent
    /// Called once, when the first screen stands: loads what the first request needs.
    var warmUp: @Sendable () -> Void
}
