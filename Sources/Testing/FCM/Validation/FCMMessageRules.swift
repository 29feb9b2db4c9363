internal import FanfareCore

/// What FCM demands of a message beyond its schema.
struct FCMMessageRules {
    typealias Violation = FCMSchema.Misfit

    private let message: JSONValue

    init(_ message: JSONValue) { self.message = message }

    /// The first rule that is broken; nil if none is.
    var violation: Violation? {
        ofTarget ?? ofData ?? ofTimeToLive ?? ofTexts ?? ofApple ?? ofSize
    }

    private static let targets = ["condition", "fid", "token", "topic"]

    private var ofTarget: Violation? {
        let members = message.object ?? [:]
        let targets = Self.targets.filter { members[$0] != nil }
        guard let target = targets.first else {
            return Violation(field: "message", description: "Recipient of the message is not set")
        }
        guard targets.count == 1 else {
            return Violation(field: "message", description: "oneof field 'target' is already set")
        }
        let value = members[target]?.string ?? ""
        switch target {
        case "topic" where value.wholeMatch(of: #/[a-zA-Z0-9\-_.~%]+/#) == nil:
            return Violation(field: "message.topic", description: "Invalid topic name")
        case "condition" where !value.contains("in topics"):
            return Violation(field: "message.condition", description: "Invalid condition")
        case "token" where value.isEmpty || value.contains(where: \.isWhitespace):
            return Violation(
                field: "message.token",
                description: "The registration token is not a valid FCM registration token"
            )
        case "fid" where value.isEmpty || value.contains(where: \.isWhitespace):
            return Violation(field: "message.fid", description: "Invalid installation id")
        default: return nil
        }
    }

    private var ofData: Violation? {
        for block in [nil, "android", "webpush"] {
            let data = (block.map { message[$0] ?? .null } ?? message)["data"]?.object ?? [:]
            for key in data.keys.sorted() where Self.isReserved(key) {
                let place = ["message", block, "data"].compactMap(\.self).joined(separator: ".")
                return Violation(field: place, description: "Invalid data payload key: \(key)")
            }
        }
        return nil
    }

    private static func isReserved(_ key: String) -> Bool {
        ["from", "message_type"].contains(key) || ["google", "gcm"].contains { key.lowercased().hasPrefix($0) }
    }

    private var ofTimeToLive: Violation? {
        guard let text = message["android"]?["ttl"]?.string, let seconds = FCMSchema.seconds(text),
            !(0...2_419_200).contains(seconds)
        else { return nil }
        return Violation(field: "message.android.ttl", description: "Invalid ttl: not from 0s to 2419200s")
    }

    private var ofTexts: Violation? {
        for block in [[], ["android"], ["apns"], ["webpush"]] {
            let place = block + ["fcm_options", "analytics_label"]
            if let label = text(at: place), label.wholeMatch(of: #/[a-zA-Z0-9\-_.~%]{1,50}/#) == nil {
                return Violation(field: name(place), description: "Invalid analytics label")
            }
        }
        let color = ["android", "notification", "color"]
        if let text = text(at: color), text.wholeMatch(of: /#[0-9a-fA-F]{6}/) == nil {
            return Violation(field: name(color), description: "Invalid color: not as #rrggbb")
        }
        let link = ["webpush", "fcm_options", "link"]
        if let text = text(at: link), !text.hasPrefix("https://") {
            return Violation(field: name(link), description: "Invalid link: not https")
        }
        return nil
    }

    private var ofApple: Violation? {
        let apns = message["apns"]
        if let aps = apns?["payload"]?["aps"], aps.object == nil {
            return Violation(field: "message.apns.payload", description: "Invalid APNs payload: aps is no object")
        }
        let headers = ["apns", "headers"]
        if let priority = text(at: headers + ["apns-priority"]) {
            let isBackground = text(at: headers + ["apns-push-type"]) == "background"
            guard (isBackground ? ["5"] : ["1", "5", "10"]).contains(priority) else {
                return Violation(field: name(headers), description: "Invalid apns-priority")
            }
        }
        if let expiration = text(at: headers + ["apns-expiration"]), Int64(expiration).map({ $0 < 0 }) != false {
            return Violation(field: name(headers), description: "Invalid apns-expiration")
        }
        if let id = text(at: headers + ["apns-collapse-id"]), id.utf8.count > 64 {
            return Violation(field: name(headers), description: "Invalid apns-collapse-id: over 64 bytes")
        }
        return nil
    }

    private func text(at place: [String]) -> String? {
        place.reduce(Optional(message)) { $0?[$1] }?.string
    }

    private func name(_ place: [String]) -> String { (["message"] + place).joined(separator: ".") }
}

// MARK: The size

extension FCMMessageRules {
    /// Keys and values of what a device is sent, without punctuation. What says how it is shown rather than what, such as a
    /// tag, does not count.
    private var ofSize: Violation? {
        let isForMany = message["topic"] != nil || message["condition"] != nil
        let limit = isForMany ? 2048 : 4096
        let size = ["android", "webpush"].map(size(on:)).max() ?? 0
        guard max(size, sizeOnApple) > limit else { return nil }
        return Violation(
            field: "message",
            description: "Message too big: \(max(size, sizeOnApple)) bytes, not \(limit)"
        )
    }

    private func size(on system: String) -> Int {
        let data = message[system]?["data"] ?? message["data"]
        return Self.size(data) + shown(over: message[system]?["notification"])
    }

    private var sizeOnApple: Int {
        let payload = message["apns"]?["payload"]
        return Self.size(message["data"]) + Self.size(payload)
            + (payload?["aps"]?["alert"] == nil ? shown(over: nil) : 0)
    }

    private func shown(over own: JSONValue?) -> Int {
        ["title", "body", "image"].reduce(0) { sum, name in
            guard let value = own?[name] ?? message["notification"]?[name] else { return sum }
            return sum + name.utf8.count + Self.size(value)
        }
    }

    private static func size(_ value: JSONValue?) -> Int {
        switch value {
        case nil: 0
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(0) { $0 + size($1) }
        case .object(let members): members.reduce(0) { $0 + $1.key.utf8.count + size($1.value) }
        case .some(let other): other.compactBytes.count
        }
    }
}
