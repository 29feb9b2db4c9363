import FanfareCore

extension NotificationRecord {
    /// The notification as calls show it, with its deliveries.
    var json: JSONValue {
        [
            "id": .string(id.description),
            "type": .string(type.rawValue),
            "category": .string(category.rawValue),
            "user": recipient == .onDemand ? .null : .string(recipient.rawValue),
            "title": JSONValue(summary.title),
            "body": JSONValue(summary.body),
            "link": JSONValue(summary.link),
            // What the store holds was JSON when it was stored.
            "data": summary.data.flatMap { try? JSONParser().parse(Array($0.json)) } ?? .null,
            "idempotencyKey": JSONValue(idempotencyKey),
            "collapseKey": JSONValue(collapseKey),
            "created": JSONValue(created),
            "deliveries": .array(deliveries.map(\.json)),
        ]
    }
}
