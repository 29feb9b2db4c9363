import FanfareCore

/// How many bytes a message has, for each system it may reach.
///
/// FCM counts keys and values of what is carried, data and notification, and no punctuation (Firebase, "FCM error codes").
/// Each system is sent its own block in place of, or beside, what is for all of them; headers and options are not carried.
struct FCMMessageSize: Hashable {
    let android: Int
    let apple: Int
    let web: Int

    /// - Parameter message: The members of the message as they go out.
    init(_ message: [String: JSONValue]) {
        let data = Self.size(message["data"])
        let notification = message["notification"]?.object ?? [:]
        func carried(by own: JSONValue?) -> Int {
            let shown = notification.merging(own?["notification"]?.object ?? [:]) { $1 }
            return (own?["data"].map(Self.size) ?? data) + Self.size(shown)
        }
        android = carried(by: message["android"])
        web = carried(by: message["webpush"])
        let payload = message["apns"]?["payload"]
        let hasAlert = payload?["aps"]?["alert"] != nil
        apple = data + Self.size(payload) + (hasAlert ? 0 : Self.size(notification))
    }

    /// - Throws: How many bytes too many there are on the first system that has too many.
    func check(limit: Int) throws(FCMMessageError) {
        for (system, size) in [("Android", android), ("Apple's systems", apple), ("browsers", web)] where size > limit {
            let excess = size - limit
            let problem = "has \(size) bytes for \(system), \(excess) too many; it has at most \(limit)"
            throw FCMMessageError(["payload"], problem, excess: excess)
        }
    }

    private static func size(_ object: [String: JSONValue]) -> Int {
        object.reduce(0) { $0 + $1.key.utf8.count + size($1.value) }
    }

    private static func size(_ value: JSONValue?) -> Int {
        switch value {
        case nil: 0
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(0) { $0 + size($1) }
        case .object(let members): size(members)
        case .number(let number): number.text.utf8.count
        case .bool(let flag): flag ? 4 : 5
        case .null: 4
        }
    }
}
