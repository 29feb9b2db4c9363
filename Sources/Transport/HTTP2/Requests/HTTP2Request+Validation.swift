extension HTTP2Request {
    /// Whether the request can be written at all. What its fields hold was validated when they were added.
    var isValid: Bool {
        // RFC 9110, 5.6.2 and 9.1: a method is a token; those in use are upper case letters.
        var (method, path) = (method, path)
        return method.withUTF8 { unsafe !$0.isEmpty && $0.areAll(in: UInt8(ascii: "A")...UInt8(ascii: "Z")) }
            && path.withUTF8 { unsafe $0.first == UInt8(ascii: "/") && $0.areAll(in: 0x21...0x7E) }
    }

    /// The size of its header as a peer's limit counts it (RFC 9113, 6.5.2): 32 bytes for each field beside its text. The
    /// text of `:authority`, which is the connection's affair, is left out.
    var headerListSize: Int {
        let texts = method.utf8.count + path.utf8.count + fields.bytes.count
        let pseudoNames = ":method:path:scheme:authority".utf8.count + "https".utf8.count
        return texts + pseudoNames + 32 * (fields.positions.count + 4)
    }
}
