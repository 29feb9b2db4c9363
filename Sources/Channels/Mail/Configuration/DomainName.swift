/// What a name of a machine or of a domain may look like (RFC 1123, 2.1; RFC 5321, 4.1.2).
enum DomainName {
    /// Whether it is a name with at least one dot, as the whole internet understands it.
    static func isFull(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        // A last label of digits makes it an address.
        return labels.count > 1 && text.utf8.count <= 253 && labels.allSatisfy { isLabel($0) }
            && labels.last?.utf8.allSatisfy(isDigit) == false
    }

    /// Whether it names a machine: in a network of one's own, where underscores occur, or as an address.
    static func isHost(_ text: String) -> Bool {
        if isIPv4(text) || isIPv6(text) { return true }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.allSatisfy { isLabel($0, allowingUnderscore: true) }
            && labels.last?.utf8.allSatisfy(isDigit) == false
    }

    /// Whether it is a name as DNS has them for records about a domain, such as `mail._domainkey`.
    static func isRecord(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.allSatisfy { isLabel($0, allowingUnderscore: true) }
    }

    /// Whether it is an address such as 192.0.2.1.
    static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { $0.utf8.allSatisfy(isDigit) && $0.utf8.count <= 3 && UInt8($0) != nil }
    }

    /// Whether it looks like an address such as 2001:db8::1; whether it is one, connecting tells.
    static func isIPv6(_ text: String) -> Bool {
        text.utf8.count { $0 == UInt8(ascii: ":") } >= 2
            && text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "." }
    }

    /// Whether it is an address such as 127.0.0.1.
    static func isLoopbackIPv4(_ text: String) -> Bool { isIPv4(text) && text.hasPrefix("127.") }

    private static func isLabel(_ label: Substring, allowingUnderscore: Bool = false) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || byte == UInt8(ascii: "-") || allowingUnderscore && byte == UInt8(ascii: "_")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
