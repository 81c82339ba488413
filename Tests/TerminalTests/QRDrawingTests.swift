import Screens
import Testing

@testable import Terminal

@Suite struct QRDrawingTests {
    @Test(
        "sizes of ISO/IEC 18004, level M",
        arguments: [("HELLO", 21), (String(repeating: "a", count: 56), 33)])
    func sizes(_ text: String, _ side: Int) throws {
        let matrix = try #require(QRDrawing.matrix(of: text))
        #expect(matrix.side == side)
        // The three finder patterns.
        let finder = [true, true, true, true, true, true, true, false]
        #expect(Array(matrix.modules[0..<8]) == finder)
        #expect(Array(matrix.modules[(side - 8)..<side]) == finder.reversed())
        #expect(Array(matrix.modules[(side * (side - 1))..<(side * (side - 1) + 8)]) == finder)
    }

    @Test func whatNoCodeHoldsHasNone() {
        #expect(QRDrawing.matrix(of: "") == nil)
        #expect(QRDrawing.matrix(of: String(repeating: "a", count: 2332)) == nil)
    }
}
