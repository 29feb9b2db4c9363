import FanfareCore

extension Receipt {
    /// What a call to one recipient answers: every delivery.
    var json: JSONValue {
        [
            "id": .string(id.description),
            "deliveries": .array(deliveries.map(\.json)),
            "skipped": .array(skipped.map(\.json)),
        ]
    }

    /// A recipient's part of what a call to many answers: how many deliveries.
    var countingJSON: JSONValue {
        [
            "id": .string(id.description),
            "user": .string(recipient.rawValue),
            "deliveries": .number(JSONNumber(deliveries.count)),
            "skipped": .array(skipped.map(\.json)),
        ]
    }
}

extension Receipt.Delivery {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(id.description),
            "channel": .string(channel.rawValue),
            "state": .string(state.rawValue),
        ]
        members["device"] = (device?.description).map { .string($0) }
        return .object(members)
    }
}

extension SkippedChannel {
    fileprivate var json: JSONValue {
        ["channel": .string(channel.rawValue), "reason": .string(reason.rawValue)]
    }
}
