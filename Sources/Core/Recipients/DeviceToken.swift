/// A device token in the one form it is stored in, so that two spellings are never two devices.
public struct DeviceToken: Hashable, Sendable {
    /// A token that cannot be one of its platform.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is wrong and what would be right; holds nothing of the token.
        public let description: String
    }

    /// The stored form. Private: never log it whole.
    public let text: String

    /// Brings a token to its stored form.
    ///
    /// APNs tokens are hexadecimal of any even length up to 200 digits, because Apple says not to assume a length;
    /// they may come in the `<ab12 cd34>` form that old apps print, and are stored in lower case. Other tokens are
    /// opaque: 1 to 4,096 visible ASCII characters.
    ///
    /// - Throws: ``Invalid`` if no device of the platform can have this token.
    public init(_ text: String, platform: Platform) throws(Invalid) {
        switch platform {
        case .apns: self.text = try Self.hexadecimal(text)
        default: self.text = try Self.opaque(text)
        }
    }

    private static func hexadecimal(_ text: String) throws(Invalid) -> String {
        if isStoredForm(text) { return text }
        var digits = Substring(text)
        while let last = digits.last, last.isWhitespace { digits.removeLast() }
        while let first = digits.first, first.isWhitespace { digits.removeFirst() }
        if digits.first == "<", digits.last == ">" { digits = digits.dropFirst().dropLast() }
        let token = digits.filter { $0 != " " }.lowercased()
        guard !token.isEmpty else { throw Invalid(description: "is empty; an APNs token is hexadecimal") }
        guard token.utf8.allSatisfy({ isHexadecimalDigit($0) }) else {
            throw Invalid(description: "has characters that are not hexadecimal digits; an APNs token is hexadecimal")
        }
        guard token.utf8.count.isMultiple(of: 2), token.utf8.count <= 200 else {
            throw Invalid(description: "has \(token.utf8.count) digits; an APNs token has an even number, at most 200")
        }
        return token
    }

    private static func opaque(_ text: String) throws(Invalid) -> String {
        guard !text.isEmpty else { throw Invalid(description: "is empty") }
        guard text.utf8.count <= 4096 else {
            throw Invalid(description: "has \(text.utf8.count) bytes; at most 4,096 are allowed")
        }
        guard isVisible(text) else {
            throw Invalid(description: "has blanks, control characters or characters outside ASCII")
        }
        // What clients print when they have no token yet. Tokens are longer, and are not looked at again.
        let isShort = text.utf8.count <= "undefined".utf8.count
        if isShort, ["(null)", "null", "nil", "undefined", "<null>"].contains(text.lowercased()) {
            throw Invalid(description: "is the printed form of no token")
        }
        return text
    }

    /// Most tokens come from a store and are right already; telling costs no allocation, and no jump for each digit.
    private static func isStoredForm(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard (2...200).contains(bytes.count), bytes.count.isMultiple(of: 2) else { return false }
            var others = false
            for index in bytes.indices where unsafe !isHexadecimalDigit(bytes[index]) { others = true }
            return !others
        }
    }

    private static func isVisible(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var others = false
            for index in bytes.indices where unsafe !(0x21...0x7E).contains(bytes[index]) { others = true }
            return !others
        }
    }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}

extension DeviceToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The shortened token.
    public var description: String { text.shortened }

    /// The shortened token.
    public var debugDescription: String { description }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["token": description]) }
}
