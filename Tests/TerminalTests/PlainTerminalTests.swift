import Glibc
import Screens
import Testing
import Wire

@testable import Terminal

/// Line prompts on a terminal, whose echo must hide secrets and must come back.
@MainActor @Suite(.serialized) struct PlainTerminalTests {
    let terminal: Ends
    let front: PlainFrontEnd

    init() throws {
        var ours: Int32 = -1
        var theirs: Int32 = -1
        try #require(openpty(&ours, &theirs, nil, nil, nil) == 0)
        terminal = Ends(ours, theirs)
        front = PlainFrontEnd(
            input: theirs, output: theirs, strings: Words.english, isUTF8: true, wake: {})
    }

    private func echoes() throws -> Bool {
        var modes = termios()
        try #require(tcgetattr(terminal.writing, &modes) == 0)
        return modes.c_lflag & UInt32(ECHO) != 0
    }

    private func type(_ text: String) { FileDescriptorWriter.write(text, to: terminal.reading) }

    private static let password = Screen(
        title: "Sign in", header: .init(left: "", right: ""),
        elements: [
            .field(.init(id: .email, label: "Email", value: "", cursor: 0)),
            .field(.init(id: .password, label: "Password", value: "", cursor: nil, isSecret: true)),
            .actions([.init(id: .submit, label: "Sign in")]),
        ], keys: [])

    @Test("VB-32 a secret is not echoed, and the line ends all the same")
    func hidesSecrets() throws {
        front.show(Self.password)
        #expect(terminal.text() == "Email: ")
        #expect(try echoes())
        type("ada@example.com\n")
        #expect(front.events().isEmpty)
        #expect(terminal.text() == "ada@example.com\r\nPassword: ")
        #expect(try !echoes())
        type("Lovelace-1843\n")
        #expect(front.events().contains(.filled(.password, Secret("Lovelace-1843"))))
        #expect(terminal.text() == "\r\n")
        front.close()
        #expect(try echoes())
    }

    @Test("VB-17 closing at a hidden question brings the echo back")
    func restoresTheEcho() throws {
        front.show(Self.password)
        type("ada@example.com\n")
        _ = front.events()
        #expect(try !echoes())
        front.close()
        #expect(try echoes())
    }

    @Test("VB-26 what is typed while a request runs is thrown away")
    func dropsTypedAhead() throws {
        front.show(Self.password)
        type("ada@example.com\nwrong\n")
        #expect(front.events().last == .activated(.submit))
        var busy = Self.password
        busy.isBusy = true
        front.show(busy)
        _ = terminal.text()
        type("Lovelace-1843\n")
        front.show(Self.password)
        #expect(terminal.text() == "Email: ", "not even seen")
        #expect(try echoes())
        #expect(front.events().isEmpty)
        front.close()
    }
}
