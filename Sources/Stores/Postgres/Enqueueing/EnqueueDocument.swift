internal import FanfareCore
internal import FoundationEssentials

/// A submission as the function `enqueue` of the schema reads it. Times are microseconds since 1970.
///
/// Messages are put in as they are: Postgres keeps the text of what it does not look into.
struct EnqueueDocument {
    /// The JSON text.
    var utf8: Data { Data(bytes) }

    private var bytes: [UInt8] = []

    /// Writes a submission.
    ///
    /// - Parameter onlyKey: Whether the notifications are left out, because they are stored in another way.
    /// - Throws: If the receipts cannot be written as JSON.
    init(_ submission: Submission, onlyKey: Bool = false) throws {
        let receipts = try submission.idempotency.map { _ in
            try Payload(encoding: submission.notifications.map(\.receipt))
        }
        object { document in
            if let idempotency = submission.idempotency {
                document.name("idempotency")
                document.object { document in
                    document.member("key", idempotency.key)
                    document.member("fingerprint", idempotency.fingerprint.rawValue)
                    document.member("lifetime", idempotency.lifetime.databaseMicroseconds)
                    document.member("receipts", receipts)
                }
            }
            document.list("notifications", onlyKey ? [] : submission.notifications) { $0.members(of: $1) }
        }
    }

    private mutating func members(of notification: PreparedNotification) {
        let (options, summary) = (notification.options, notification.summary)
        member("id", notification.id.description)
        member("type", notification.type.rawValue)
        member("category", notification.category.rawValue)
        if notification.recipient != .onDemand { member("user_id", notification.recipient.rawValue) }
        member("title", summary.title)
        member("body", summary.body)
        member("link", summary.link)
        member("data", summary.data)
        member("idempotency_key", options.idempotencyKey)
        member("collapse_key", options.collapseKey)
        switch options.due {
        case .after(let delay): member("delay", max(delay, .zero).databaseMicroseconds)
        case .at(let time): member("due", time.microsecondsSinceEpoch)
        }
        member("expires", options.expiresIn?.databaseMicroseconds)
        member("priority", Int64(options.priority.rawValue))
        list("messages", notification.messages) { $0.members(of: $1) }
    }

    private mutating func members(of message: PreparedMessage) {
        member("id", message.id.description)
        member("channel", message.channel.rawValue)
        member("max_attempts", Int64(message.maxAttempts))
        member("payload", message.payload)
        list("deliveries", message.deliveries) { document, delivery in
            document.member("id", delivery.id.description)
            if let device = delivery.route.device {
                document.member("device_id", device.description)
            } else {
                document.member("address", delivery.route.address)
                document.member("environment", delivery.route.environment?.rawValue)
                document.member("app_id", delivery.route.appID)
            }
        }
    }

    // MARK: Writing JSON

    private mutating func object(_ members: (inout EnqueueDocument) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func list<Element>(
        _ name: String,
        _ elements: [Element],
        _ members: (inout EnqueueDocument, Element) -> Void
    ) {
        self.name(name)
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            object { members(&$0, element) }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Begins a member of the object that is open.
    private mutating func name(_ name: String) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes += "\"\(name)\":".utf8
    }

    private mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        self.name(name)
        bytes += JSONValue.string(text).compactBytes
    }

    private mutating func member(_ name: String, _ number: Int64?) {
        guard let number else { return }
        self.name(name)
        bytes += String(number).utf8
    }

    private mutating func member(_ name: String, _ json: Payload?) {
        guard let json else { return }
        self.name(name)
        bytes += json.json
    }
}
