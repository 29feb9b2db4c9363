public import FanfareCore

extension FCMMessage {
    /// Makes texts of an application's data, because FCM carries nothing else.
    ///
    /// Texts stay as they are; numbers and booleans are written as in JSON, a number with all its digits; arrays and objects
    /// become their JSON, without blanks and with sorted keys; `null` is left out.
    public static func texts(of data: [String: JSONValue]) -> [String: String] {
        data.compactMapValues { value in
            switch value {
            case .null: nil
            case .string(let text): text
            case .bool, .number, .array, .object: value.compactText
            }
        }
    }

    /// Whether FCM keeps a name in `data` to itself: `from`, `message_type`, and what begins with `google` or `gcm` in
    /// any case (Firebase, "FCM error codes").
    static func isReserved(_ key: String) -> Bool {
        if key == "from" || key == "message_type" { return true }
        let lowercased = key.prefix(6).lowercased()
        return lowercased == "google" || lowercased.hasPrefix("gcm")
    }
}
