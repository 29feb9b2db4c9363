internal import FanfareCore
public import FanfarePush

extension FCMMessage {
    /// Says what a neutral message says.
    ///
    /// `link` and `image` travel as `link` and `image` in `data`, on every system. Android shows the title, the text and the
    /// picture in the channel named by the category; a badge, a line below the headline and a group have no place there.
    /// Apple's systems are told everything, as by APNs. A browser follows a link that begins with `https://`. A silent
    /// message shows nothing; whatever it would show stays in, and ``validate()`` refuses it.
    public init(_ push: PushMessage) {
        self.init(data: Self.texts(of: push.data))
        data["link"] = push.link ?? data["link"]
        data["image"] = push.image ?? data["image"]
        if push.title != nil || push.body != nil {
            notification = FCMNotification(title: push.title, body: push.body, image: push.image)
            // With nothing else in it, the block would be an empty notification.
            android.notification.sound = push.sound
            android.notification.channelID = push.category
            if let link = push.link, link.hasPrefix("https://") { webpush.options.link = link }
        }
        apns.aps = Self.aps(push)
        if push.isSilent { apns.headers["apns-push-type"] = "background" }
        collapseKey = push.collapseKey
        timeToLive = push.timeToLive.map { max($0, .zero) }
        priority = push.priority
    }

    private static func aps(_ push: PushMessage) -> [String: JSONValue] {
        var alert: [String: JSONValue] = [:]
        alert["title"] = push.title.map { .string($0) }
        alert["subtitle"] = push.subtitle.map { .string($0) }
        alert["body"] = push.body.map { .string($0) }
        var aps: [String: JSONValue] = [:]
        if !alert.isEmpty {
            aps["alert"] = .object(alert)
            // The app's notification service extension has to load the picture.
            if push.image != nil { aps["mutable-content"] = 1 }
        }
        aps["badge"] = push.badge.map { .number(JSONNumber($0)) }
        aps["sound"] = push.sound.map { .string($0) }
        aps["category"] = push.category.map { .string($0) }
        aps["thread-id"] = push.thread.map { .string($0) }
        return aps
    }
}
