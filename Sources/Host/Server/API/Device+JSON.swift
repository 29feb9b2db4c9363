import FanfareCore

extension Device {
    /// The device as calls show it, its token shortened.
    var json: JSONValue {
        [
            "id": .string(id.description),
            "platform": .string(platform.rawValue),
            "appID": .string(appID),
            "token": .string(token.shortened),
            "environment": JSONValue(environment?.rawValue),
            "deviceKey": JSONValue(deviceKey),
            "user": JSONValue(user?.rawValue),
            "authorized": authorized.map { .bool($0) } ?? .null,
            "locale": JSONValue(locale),
            "timeZone": JSONValue(timeZone),
            "model": JSONValue(model),
            "osVersion": JSONValue(osVersion),
            "appVersion": JSONValue(appVersion),
            "registeredAt": JSONValue(registeredAt),
            "invalidatedAt": JSONValue(invalidatedAt),
            "invalidReason": JSONValue(invalidReason),
            "createdAt": JSONValue(createdAt),
        ]
    }
}

extension RegisteredDevice {
    /// What a registration came to.
    var json: JSONValue { ["id": .string(id.description), "changed": .bool(changed)] }
}
