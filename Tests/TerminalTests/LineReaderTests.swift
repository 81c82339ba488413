import Glibc
import Testing
import Wire

@testable import Terminal

@Suite struct LineReaderTests {
    @Test func linesComeWholeHoweverTheyWereSent() throws {
        let pipe = try Ends.pipe()
        var reader = LineReader(pipe.reading)
        #expect(reader.next() == nil)
        pipe.write("one")
        #expect(reader.next() == nil)
        pipe.write(" line\r\ntwo\n\nlast")
        #expect(reader.next() == .line(Secret("one line")))
        #expect(reader.next() == .line(Secret("two")))
        #expect(reader.next() == .line(.empty))
        #expect(reader.next() == nil)
        pipe.closeWriting()
        #expect(reader.next() == .line(Secret("last")))
        #expect(reader.next() == .ended)
        #expect(reader.next() == .ended)
    }

    @Test func aLineWithoutEndIsBounded() throws {
        let pipe = try Ends.pipe()
        var reader = LineReader(pipe.reading)
        let chunk = String(repeating: "x", count: 32 * 1024)
        for _ in 0..<3 {
            pipe.write(chunk)
            #expect(reader.next() == nil)
        }
        pipe.write("\nnext\n")
        #expect(reader.next() == .line(Secret(chunk + chunk)))
        #expect(reader.next() == .line(Secret("next")))
    }

    @Test("A line that ends with the last portion is there at once: nothing more may come to wake anybody")
    func aLineEndsWithItsPortion() throws {
        let ends = try Ends.pipe()
        var reader = LineReader(ends.reading)
        let line = [UInt8](repeating: 0x78, count: 16 * 4096 - 1)
        ends.write(line + [0x0A])
        #expect(reader.next() == .line(Secret(line)))
        #expect(reader.next() == nil)
    }

    @Test("Input without an end of line is read in portions, and over once no line could be that long")
    func anEndlessLineEnds() throws {
        let zeros = open("/dev/zero", O_RDONLY)
        defer { close(zeros) }
        var reader = LineReader(zeros)
        #expect(reader.next() == nil)
        var turns = 1
        var answer: LineReader.Answer?
        while answer == nil, turns < 100 {
            answer = reader.next()
            turns += 1
        }
        #expect(answer == .line(Secret([UInt8](repeating: 0, count: LineReader.limit))))
        #expect(reader.next() == .ended)
    }
}
