import CQRCode
import Glibc
package import Screens

/// Makes QR codes.
///
/// It does not draw them: that is the painter's.
package enum QRDrawing {
    /// The code of `text` at error correction level M; nil when no code can hold it.
    package static func matrix(of text: String) -> QRMatrix? {
        var side: Int32 = 0
        guard let data = cqrcode_modules(text, &side) else { return nil }
        defer { free(data) }
        let modules = UnsafeBufferPointer(start: data, count: Int(side * side)).map { $0 == 1 }
        return QRMatrix(side: Int(side), modules: modules)
    }
}
