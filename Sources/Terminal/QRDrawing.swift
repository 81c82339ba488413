import CQRCode
package import Screens

/// Makes QR codes.
///
/// It does not draw them: that is the painter's.
package enum QRDrawing {
    /// The code of `text` at error correction level M; nil when no code can hold it.
    package static func matrix(of text: String) -> QRMatrix? {
        // Version 0 is the smallest that fits. The text is taken as bytes, as readers expect of UTF-8.
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        // Bit 0 of a module says whether it is dark; the others how it came about.
        let modules = UnsafeBufferPointer(start: data, count: side * side).map { $0 & 1 == 1 }
        return QRMatrix(side: side, modules: modules)
    }
}
