/// What the program tells its caller by its exit status.
enum ExitCode: Int32, Sendable {
    case done = 0
    /// The sign-in was refused, or is not allowed.
    case refused = 1
    case usage = 2
    case configuration = 3
    /// A person must sign in.
    case personNeeded = 4
    /// The service or the network is not available.
    case unavailable = 5
    /// By the person; nothing is printed.
    case cancelled = 130
}
