/// A media type and its parameters (RFC 2045, 5.1).
struct MailMediaType {
    /// `type/subtype` as it was written.
    let name: String
    /// `attribute=value` each, as they were written.
    let parameters: [String]

    /// Reads a media type; nil for what is none, and for parameters that are written here.
    init?(_ text: String) {
        guard text.firstControl == nil, text.utf8.count <= 300 else { return nil }
        let parts = text.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
            .map { String($0).trimmingBlanks() }
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ Self.isToken($0) }) else { return nil }
        for parameter in parts.dropFirst() {
            let halves = parameter.split(separator: "=", omittingEmptySubsequences: false)
            guard halves.count == 2, Self.isToken(halves[0]),
                halves[0].prefix(while: { $0 != "*" }).lowercased() != "name", Self.isValue(halves[1])
            else { return nil }
        }
        name = parts[0]
        parameters = Array(parts.dropFirst())
    }

    /// Whether it is a message or several, whose encoding has rules of its own (RFC 2046, 5).
    var isComposite: Bool { ["multipart/", "message/"].contains(where: name.lowercased().hasPrefix) }

    private static func isValue(_ text: Substring) -> Bool {
        if isToken(text) { return true }
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return false }
        return text.dropFirst().dropLast().utf8.allSatisfy { (32...126).contains($0) && $0 != 0x22 && $0 != 0x5C }
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (33...126).contains($0) && !"()<>@,;:\\\"/[]?=".utf8.contains($0) }
    }
}
