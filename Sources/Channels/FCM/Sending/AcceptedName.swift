import FanfareCore

/// The name that FCM gives a message it has accepted.
struct AcceptedName: Hashable, Sendable {
    /// `projects/…/messages/…`.
    let text: String

    /// Reads it from the answer's body; nil if it is not there or no name.
    ///
    /// The body has been an object with this one member for as long as there is HTTP v1, and is read as such, because to read
    /// it as any JSON would cost as much as to write the request. Whatever looks otherwise is read as JSON.
    init?(in body: [UInt8]) {
        guard
            let text = Self.onlyName(in: body) ?? (try? JSONParser().parse(body))?["name"]?.string,
            (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }

    /// The text in `{ "name": "…" }`, if the body is that and the text has no escapes in it.
    private static func onlyName(in body: [UInt8]) -> String? {
        var rest = body[...]
        func skip(_ text: String) -> Bool {
            while let byte = rest.first, byte == 0x20 || (0x09...0x0D).contains(byte) { rest.removeFirst() }
            guard rest.starts(with: text.utf8) else { return false }
            rest.removeFirst(text.utf8.count)
            return true
        }
        guard
            skip("{"), skip("\"name\""), skip(":"), skip("\""),
            let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
        else { return nil }
        let text = rest[..<end]
        rest = rest[end...]
        guard skip("\""), skip("}"), skip(""), rest.isEmpty else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
