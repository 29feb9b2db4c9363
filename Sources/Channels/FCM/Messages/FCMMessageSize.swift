import FanfareCore

/// How many bytes a message has, for each system it may reach.
///
/// FCM counts keys and values of what is carried, data and notification, and no punctuation (Firebase, "FCM error codes").
/// Each system is sent its own block in place of, or beside, what is for all of them; headers and options are not carried.
struct FCMMessageSize: Hashable {
    let android: Int
    let apple: Int
    let web: Int

    init(_ message: FCMMessage) {
        let data = Self.size(message.data)
        let notification = message.notification.wire
        func shown(_ own: [String: JSONValue]) -> Int { Self.size(notification.merging(own) { $1 }) }
        let androidData = message.android.data.isEmpty ? data : Self.size(message.android.data)
        android = androidData + shown(message.android.notification.wire)
        let webData = message.webpush.data.isEmpty ? data : Self.size(message.webpush.data)
        web = webData + shown(message.webpush.notification)
        let hasAlert = message.apns.aps["alert"] != nil
        apple = data + Self.size(message.apns.payload) + (hasAlert ? 0 : Self.size(notification))
    }

    /// - Throws: How many bytes too many there are on the first system that has too many.
    func check(limit: Int) throws(FCMMessageError) {
        for (system, size) in [("Android", android), ("Apple's systems", apple), ("browsers", web)] where size > limit {
            let excess = size - limit
            let problem = "has \(size) bytes for \(system), \(excess) too many; it has at most \(limit)"
            throw FCMMessageError(["payload"], problem, excess: excess)
        }
    }

    /// The largest.
    var largest: Int { max(android, apple, web) }

    private static func size(_ data: [String: String]) -> Int {
        data.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }

    private static func size(_ object: [String: JSONValue]) -> Int {
        object.reduce(0) { $0 + $1.key.utf8.count + size($1.value) }
    }

    private static func size(_ value: JSONValue) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(0) { $0 + size($1) }
        case .object(let members): size(members)
        case .number(let number): number.text.utf8.count
        case .bool(let flag): flag ? 4 : 5
        case .null: 4
        }
    }
}
