internal import FanfareCore

/// What a push type asks of the topic and of the payload. Types that are not known here ask for nothing.
struct APNsPushTypeRules: Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    private static let endings = [
        "voip": ".voip",
        "complication": ".complication",
        "fileprovider": ".pushkit.fileprovider",
        "location": ".location-query",
        "liveactivity": ".push-type.liveactivity",
        "pushtotalk": ".voip-ptt",
        "widgets": ".push-type.widgets",
        "controls": ".push-type.controls",
    ]

    private var isKnown: Bool { Self.endings[name] != nil || name == "alert" || name == "background" }

    /// The bundle identifier in a topic; nil if the topic's ending is not that of the push type.
    func bundle(of topic: String) -> String? {
        if let ending = Self.endings[name] {
            return topic.hasSuffix(ending) && topic != ending ? String(topic.dropLast(ending.count)) : nil
        }
        guard isKnown else { return topic }
        return Self.endings.values.contains { topic.hasSuffix($0) } ? nil : topic
    }

    /// What the payload lacks or must not have; nil if it fits.
    func complaint(about payload: JSONValue) -> String? {
        let aps = payload["aps"]
        let isVisible = ["alert", "badge", "sound"].contains { aps?[$0] != nil }
        switch name {
        case "mdm":
            return payload["mdm"]?.string == nil ? "the payload of an mdm push has no text 'mdm'" : nil
        case "alert":
            return isVisible ? nil : "the payload of an alert has neither alert nor badge nor sound"
        case "background":
            guard aps?["content-available"]?.number?.int == 1 else {
                return "the payload of a background push does not have content-available 1"
            }
            return isVisible ? "the payload of a background push has an alert, a badge or a sound" : nil
        case "liveactivity":
            guard let event = aps?["event"]?.string, ["start", "update", "end"].contains(event) else {
                return "the payload of a live activity's push has no event start, update or end"
            }
            return aps?["timestamp"]?.number?.int == nil
                ? "the payload of a live activity's push has no timestamp in seconds" : nil
        case "widgets", "controls":
            return aps?["content-changed"] == true ? nil : "the payload does not have content-changed true"
        default:
            return nil
        }
    }
}
