/// A message's content as it is written: with one more dot before each line that begins with one, and the dot that ends it
/// (RFC 5321, 4.5.2).
struct SMTPContent {
    private let bytes: [UInt8]
    private var position = 0
    private var isLineStart = true
    private var ending: ArraySlice<UInt8>

    /// - Parameter bytes: Lines that end in CRLF; the last one gets one if it has none.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let isEnded = bytes.isEmpty || bytes.suffix(2).elementsEqual("\r\n".utf8)
        ending = Array((isEnded ? ".\r\n" : "\r\n.\r\n").utf8)[...]
    }

    /// Whether all of it has been handed out.
    var isThrough: Bool { ending.isEmpty }

    /// Hands out the next bytes.
    ///
    /// - Returns: How many there are.
    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        // A byte may become two.
        while position < bytes.count, count + 2 <= buffer.count {
            let byte = bytes[position]
            if isLineStart, byte == UInt8(ascii: ".") {
                unsafe buffer[count] = byte
                count += 1
            }
            unsafe buffer[count] = byte
            count += 1
            position += 1
            isLineStart = byte == UInt8(ascii: "\n")
        }
        while position == bytes.count, count < buffer.count, let byte = ending.popFirst() {
            unsafe buffer[count] = byte
            count += 1
        }
        return count
    }
}
