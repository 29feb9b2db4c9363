internal import FanfareCore
public import FanfarePush

extension APNsMessage {
    /// Says what a neutral message says.
    ///
    /// `link` and `image` travel as `link` and `image` beside `aps`. A message with an image may be changed by the app's
    /// notification service extension, which has to load the picture: Apple's systems load none by themselves. A silent
    /// message is a background push; whatever it would show stays in, and ``validate()`` refuses it.
    public init(_ push: PushMessage) {
        self.init(badge: push.badge, threadID: push.thread, category: push.category, data: push.data)
        if push.title != nil || push.subtitle != nil || push.body != nil {
            alert = APNsAlert(title: push.title, subtitle: push.subtitle, body: push.body)
        }
        sound = push.sound.map { APNsSound($0) }
        data["link"] = push.link.map { .string($0) } ?? data["link"]
        data["image"] = push.image.map { .string($0) } ?? data["image"]
        if push.image != nil, alert != nil { mutableContent = true }
        collapseID = push.collapseKey.map(AppleCollapseID.make(from:))
        expiration = push.timeToLive.map { $0 <= .zero ? .immediately : .after($0) }
        if push.isSilent {
            pushType = .background
        } else if resolvedPushType != .background {
            // Background pushes have one priority only, however urgent they are.
            priority = push.priority.map(APNsPriority.init)
        }
    }
}
