import FanfareCore

extension Delivery {
    /// The delivery as calls show it. It goes to a device or to an address, so one of the two is missing.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(id.description),
            "notification": .string(notification.description),
            "user": recipient == .onDemand ? .null : .string(recipient.rawValue),
            "channel": .string(channel.rawValue),
            "state": .string(state.rawValue),
            "attempts": .number(JSONNumber(attempts)),
            "reason": JSONValue(reason),
            "providerID": JSONValue(providerID),
            "due": JSONValue(due),
            "created": JSONValue(created),
            "settled": JSONValue(settled),
        ]
        if let device {
            members["device"] = .string(device.description)
        } else if let shortenedAddress {
            members["address"] = .string(shortenedAddress)
        }
        return .object(members)
    }
}
