/// An answer as it comes in.
struct CurlAnswer {
    private(set) var fields: [String: String] = [:]
    private(set) var body: [UInt8] = []
    private let longestBody: Int
    private var headerBytes = 0

    /// How long a header may be, in bytes, with those of informational answers before it.
    private static let longestHeader = 64 * 1024

    init(longestBody: Int) { self.longestBody = longestBody }

    /// Takes a line of the header; false if it is too long.
    mutating func takes(line bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.longestHeader else { return false }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        guard !line.hasPrefix("HTTP/") else {
            // Another answer begins: the one before was an informational one (RFC 9110, 15.2).
            fields = [:]
            return true
        }
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let name = line[..<colon].lowercased()
        if fields[name] == nil { fields[name] = Self.trimmed(line[line.utf8.index(after: colon)...]) }
        return true
    }

    /// Takes a piece of the body; false if that makes it too long.
    mutating func takes(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= longestBody else { return false }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    /// Without the blanks around it and the end of the line, which in Swift is one character.
    private static func trimmed(_ text: Substring) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        let start = text.utf8.firstIndex { !isBlank($0) } ?? text.endIndex
        let end = text.utf8.lastIndex { !isBlank($0) }.map { text.utf8.index(after: $0) } ?? start
        return String(text[start..<end])
    }
}
