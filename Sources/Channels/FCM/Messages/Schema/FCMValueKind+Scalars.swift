import FanfareCore

extension FCMValueKind<String> {
    /// Any text.
    static let text = FCMValueKind(expected: "a string", read: \.string, write: { .string($0) })

    /// A label of Google Analytics.
    static let analyticsLabel = text.refusing { label in
        let isRight = (1...50).contains(label.utf8.count) && FCMTarget.isTopic(label)
        return isRight ? nil : "is no label; expected 1 to 50 of the characters a-z, A-Z, 0-9 and -_.~%"
    }

    /// A colour as `#RRGGBB`.
    static let color = text.refusing { color in
        let digits = color.utf8.dropFirst()
        let isRight =
            color.utf8.first == UInt8(ascii: "#") && digits.count == 6 && Int(Substring(digits), radix: 16) != nil
        return isRight && digits.first != UInt8(ascii: "+") && digits.first != UInt8(ascii: "-")
            ? nil : "is no color; expected #RRGGBB"
    }

    /// A link of the web; FCM takes no others.
    static let secureLink = text.refusing { link in
        link.lowercased().hasPrefix("https://") ? nil : "does not start with https://"
    }
}

extension FCMValueKind<[String]> {
    /// Texts in their order.
    static let texts = FCMValueKind<String>.text.list
}

extension FCMValueKind<Bool> {
    /// A truth value.
    static let flag = FCMValueKind(expected: "true or false", read: \.bool, write: { .bool($0) })
}

extension FCMValueKind<Int> {
    /// How many of something there are.
    static let count = FCMValueKind(expected: "a whole number", read: \.number?.int, write: { .number(JSONNumber($0)) })
        .refusing { $0 < 0 ? "is below zero" : nil }
}

extension FCMValueKind<Double> {
    /// A part of a whole.
    static let fraction = FCMValueKind(
        expected: "a number",
        read: \.number?.double,
        write: { JSONNumber($0).map { .number($0) } }
    )
    .refusing { (0...1).contains($0) ? nil : "is out of range; expected 0 to 1" }
}

extension FCMValueKind<Duration> {
    /// A duration.
    static let duration = FCMValueKind(
        expected: "a duration in seconds such as \"3.5s\"",
        read: { $0.string.flatMap { Duration(fcmText: $0) } },
        write: { .string($0.fcmText) }
    )
    .refusing { $0 < .zero ? "is below zero" : nil }

    /// How long FCM keeps a message.
    static let timeToLive = duration.refusing { duration in
        guard (.zero...FCMMessage.maximumTimeToLive).contains(duration) else {
            return "is out of range; expected 0s to \(FCMMessage.maximumTimeToLive.fcmText), which are 28 days"
        }
        return nil
    }
}

extension FCMValueKind<[Duration]> {
    /// Durations in their order.
    static let durations = FCMValueKind<Duration>.duration.list
}

extension FCMValueKind<Timestamp> {
    /// A time in UTC.
    static let time = FCMValueKind(
        expected: "a time such as \"2026-01-31T12:00:00Z\"",
        read: { $0.string.flatMap { Timestamp(rfc3339: $0) } },
        write: { .string($0.rfc3339) }
    )
}

extension FCMValueKind where Value: RawRepresentable<String> {
    /// One of a set of words that FCM may add to. The case does not matter in what is read, as `high` and `HIGH` are both
    /// found in Google's documentation.
    static func word(likeThose sample: Value) -> FCMValueKind {
        let isUpper = sample.rawValue == sample.rawValue.uppercased()
        return FCMValueKind(
            expected: "a string such as \(JSONValue.string(sample.rawValue).compactText)",
            read: { json in json.string.flatMap { Value(rawValue: isUpper ? $0.uppercased() : $0.lowercased()) } },
            write: { .string($0.rawValue) }
        )
    }
}
