package import Screens

/// What shows screens to a person and tells what the person did.
///
/// It knows no flow and decides nothing. All of it happens on the main thread, where the event loop waits in `poll`.
@MainActor package protocol FrontEnd: AnyObject {
    /// What the loop polls for input; nil while there is nothing to wait for.
    var descriptor: Int32? { get }
    /// All that has happened by now. It is to be asked after every wake-up, a signal's too: sizes are read here.
    func events() -> [AppEvent]
    func show(_ screen: Screen)
    /// The next screen is written as if nothing stood on the terminal (Ctrl-L).
    func redraw()
    /// Gives the terminal back, stops the process, and takes it again once somebody continues it (Ctrl-Z).
    func suspend()
    /// Writes lines unbroken where they can be selected, until the person presses Enter.
    func printPlainly(_ lines: [String])
    /// Puts the terminal back; safe to call twice.
    func close()
}
