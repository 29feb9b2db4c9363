public import FanfareCore

extension APNsMessage {
    /// Something the user sees, with the system's sound unless said otherwise.
    public static func alert(
        title: String? = nil,
        subtitle: String? = nil,
        body: String? = nil,
        sound: APNsSound? = .default,
        badge: Int? = nil,
        data: [String: JSONValue] = [:]
    ) -> APNsMessage {
        let alert = APNsAlert(title: title, subtitle: subtitle, body: body)
        return APNsMessage(alert: alert, badge: badge, sound: sound, data: data, pushType: .alert)
    }

    /// Wakes the app in the background to work with `data`.
    public static func background(data: [String: JSONValue] = [:]) -> APNsMessage {
        APNsMessage(data: data, pushType: .background)
    }

    /// An incoming call, for PushKit. It is worth one try only: a call that is over rings no more.
    public static func voip(data: [String: JSONValue]) -> APNsMessage {
        var message = APNsMessage(data: data, pushType: .voip)
        message.expiration = .immediately
        return message
    }

    /// Reloads the app's widgets.
    public static func widgets() -> APNsMessage { reload(.widgets) }

    /// Reloads the app's controls.
    public static func controls() -> APNsMessage { reload(.controls) }

    private static func reload(_ type: APNsPushType) -> APNsMessage {
        var message = APNsMessage(pushType: type)
        message.contentChanged = true
        return message
    }
}
