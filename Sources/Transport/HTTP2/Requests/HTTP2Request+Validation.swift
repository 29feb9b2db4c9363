extension HTTP2Request {
    /// Whether the request can be written at all. What its fields hold was validated when they were added.
    var isValid: Bool {
        // RFC 9110, 5.6.2 and 9.1: a method is a token; those in use are upper case letters.
        !method.isEmpty && method.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            && path.utf8.first == UInt8(ascii: "/") && path.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The size of its header as a peer's limit counts it (RFC 9113, 6.5.2): 32 bytes for each field beside its text.
    func headerListSize(authority: Int) -> Int {
        let texts = method.utf8.count + path.utf8.count + authority + fields.bytes.count
        let pseudoNames = ":method:path:scheme:authority".utf8.count + "https".utf8.count
        return texts + pseudoNames + 32 * (fields.positions.count + 4)
    }
}
