/// A key as a person means it, whatever bytes the terminal sent for it.
package enum Key: Hashable, Sendable {
    /// One typed character: a grapheme, so that a base and its combining marks are one.
    case character(Character)
    case enter, tab, backTab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown, insert
    /// F1 to F12.
    case function(Int)
    /// A letter, or one of `@ [ \ ] ^ _`, in lower case: Ctrl-A is `.control("a")`.
    case control(Character)
    case alt(Character)
}
