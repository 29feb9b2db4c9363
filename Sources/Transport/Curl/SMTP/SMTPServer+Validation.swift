internal import FanfareCore

extension SMTPServer {
    /// Checks that it can be spoken to as it is described.
    ///
    /// - Throws: ``CurlFailure`` of the kind `misconfigured`.
    func validate() throws(CurlFailure) {
        guard Self.isHost(host), (1...65_535).contains(port) else {
            throw Self.invalid("the server's name or port is none")
        }
        guard Self.isHello(hello) else { throw Self.invalid("what the client calls itself is no domain or address") }
        guard let login else { return }
        // The library takes texts that end at a zero.
        guard !login.user.isEmpty, ![login.user, login.secret.reveal()].contains(where: { $0.utf8.contains(0) }) else {
            throw Self.invalid("the login cannot be written")
        }
        switch security {
        case .implicit, .required: return
        case .opportunistic, .none: guard isLoopback else { throw CurlFailure(.misconfigured, .insecureLogin) }
        }
    }

    private static func invalid(_ detail: String) -> CurlFailure {
        CurlFailure(.misconfigured, .invalidRequest, detail: detail)
    }

    /// Whether nothing that is said to it leaves the machine.
    private var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.lowercased() == "localhost" || host == "::1"
            || (parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil })
    }

    /// Whether it is an address, or a name in any script, without a character that means something in a URL.
    private static func isHost(_ text: String) -> Bool {
        let isAddress = text.utf8.contains(UInt8(ascii: ":"))
        return !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                if isAddress { return scalar.properties.isASCIIHexDigit || scalar == ":" || scalar == "." }
                return isLetterOrDigit(scalar) || "-._".unicodeScalars.contains(scalar)
                    || (!scalar.isASCII && scalar.properties.isAlphabetic)
                    || scalar.properties.generalCategory == .nonspacingMark
            }
    }

    /// Whether it is a domain or an address literal (RFC 5321, 4.1.3).
    private static func isHello(_ text: String) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count > 2 {
            return text.dropFirst().dropLast().unicodeScalars.allSatisfy {
                isLetterOrDigit($0) || ":.-".unicodeScalars.contains($0)
            }
        }
        return text.utf8.count <= 255
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.unicodeScalars.allSatisfy { isLetterOrDigit($0) || $0 == "-" }
            }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
}
