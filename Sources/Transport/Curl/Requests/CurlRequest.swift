package import FoundationEssentials

/// An ordinary HTTP request.
package struct CurlRequest: Hashable, Sendable {
    /// The method.
    package var method: String
    /// Where it goes: `https` or `http`, without a user or a password.
    package var url: URL
    /// The header fields. Values hold no control characters, or the request is refused.
    package var fields: [String: String]
    /// The body; nil for none.
    package var body: [UInt8]?

    /// Creates a request.
    package init(method: String = "GET", url: URL, fields: [String: String] = [:], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

extension CurlRequest {
    /// Whether it can be written as it is.
    var isValid: Bool {
        Self.isToken(method) && url.user() == nil && url.password() == nil && url.host()?.isEmpty == false
            && fields.allSatisfy { name, value in
                Self.isToken(name) && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
            }
    }

    // RFC 9110, 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
