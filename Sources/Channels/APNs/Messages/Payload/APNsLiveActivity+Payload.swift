import FanfareCore

extension APNsLiveActivity {
    /// Adds the keys to the `aps` dictionary.
    func write(to aps: inout [String: JSONValue]) {
        aps["event"] = .string(event.rawValue)
        aps["timestamp"] = Self.time(timestamp)
        aps["content-state"] = contentState.map { .object($0) }
        aps["stale-date"] = staleDate.map(Self.time)
        aps["dismissal-date"] = dismissalDate.map(Self.time)
        aps["attributes-type"] = attributesType.map { .string($0) }
        aps["attributes"] = attributes.map { .object($0) }
        if requestsPushToken { aps["input-push-token"] = 1 }
        aps["input-push-channel"] = inputPushChannel.map { .string($0) }
    }

    private static func time(_ time: Timestamp) -> JSONValue { .number(JSONNumber(time.secondsSinceEpoch)) }

    /// Takes the keys out of the `aps` dictionary; nil if it is about no Live Activity.
    init?(from reader: inout APSReader) throws(APNsMessageError) {
        guard let event = try reader.text("event") else { return nil }
        guard let timestamp = try reader.time("timestamp") else {
            throw APNsMessageError(reader.path("timestamp"), "is missing; Live Activities need one")
        }
        self.init(
            event: Event(rawValue: event),
            timestamp: timestamp,
            contentState: try reader.object("content-state"),
            staleDate: try reader.time("stale-date"),
            dismissalDate: try reader.time("dismissal-date"),
            attributesType: try reader.text("attributes-type"),
            attributes: try reader.object("attributes"),
            requestsPushToken: try reader.flag("input-push-token") ?? false,
            inputPushChannel: try reader.text("input-push-channel")
        )
    }
}
