internal import FanfareCore

/// Where a message goes. FCM takes exactly one of these.
///
/// The set is closed: these are FCM's.
public enum FCMTarget: Hashable, Sendable {
    /// One installation of an app, by its registration token. Private.
    case token(String)
    /// One installation of an app, by its Firebase installation id, which Google means to take the token's place.
    case fid(String)
    /// Whoever subscribed to a topic; its name, without `/topics/`.
    case topic(String)
    /// Whoever subscribed to a combination of topics: `'dogs' in topics || 'cats' in topics`.
    case condition(String)
}

extension FCMTarget {
    /// Reads a route's address: a token, `fid:…`, `/topics/…` or `condition:…`.
    ///
    /// - Returns: Nil for what cannot be any of them.
    public init?(address: String) {
        if let topic = address.suffix(after: "/topics/") {
            self = .topic(topic)
        } else if let condition = address.suffix(after: "condition:") {
            self = .condition(condition)
        } else if let fid = address.suffix(after: "fid:") {
            self = .fid(fid)
        } else {
            self = .token(address)
        }
        guard problem == nil else { return nil }
    }

    /// The target as a route's address.
    public var address: String {
        switch self {
        case .token(let token): token
        case .fid(let id): "fid:" + id
        case .topic(let topic): "/topics/" + topic
        case .condition(let condition): "condition:" + condition
        }
    }

    /// The most bytes a message to it may have: 4,096, and 2,048 where topics are concerned.
    public var maximumSize: Int {
        switch self {
        case .token, .fid: 4096
        case .topic, .condition: 2048
        }
    }
}

extension FCMTarget {
    /// The member of the message, and its value.
    var member: (name: String, value: String) {
        switch self {
        case .token(let token): ("token", token)
        case .fid(let id): ("fid", id)
        case .topic(let topic): ("topic", topic)
        case .condition(let condition): ("condition", condition)
        }
    }

    /// The target by the name of its member. A topic may be given as `/topics/NAME`.
    init?(member name: String, value: String) {
        switch name {
        case "token": self = .token(value)
        case "fid": self = .fid(value)
        case "topic": self = .topic(value.suffix(after: "/topics/") ?? value)
        case "condition": self = .condition(value)
        default: return nil
        }
    }

    static let memberNames = ["condition", "fid", "token", "topic"]

    /// What is wrong with it, if anything.
    var problem: String? {
        switch self {
        case .token(let text), .fid(let text):
            (try? DeviceToken(text, platform: .fcm)) == nil ? "is no token" : nil
        case .topic(let topic):
            Self.isTopic(topic) ? nil : "is no topic; expected a-z, A-Z, 0-9 and -_.~% only"
        case .condition(let condition):
            condition.isEmpty ? "is empty" : nil
        }
    }

    /// Whether a text is made of the characters of topics and labels, and there is any.
    static func isTopic(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "-_.~%".utf8.contains(byte)
                }
            }
    }
}

extension FCMTarget: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind and the shortened value.
    public var description: String { "\(member.name):\(member.value.prefix(8))…" }

    /// The kind and the shortened value.
    public var debugDescription: String { description }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["target": description]) }
}

extension String {
    /// What follows a beginning; nil if the text begins otherwise.
    fileprivate func suffix(after beginning: String) -> String? {
        hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
    }
}
