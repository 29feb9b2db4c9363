public import FanfareCore

extension Route {
    /// To a device that is not registered, by its registration token.
    ///
    /// - Parameters:
    ///   - token: The token; what is none fails when it is delivered.
    ///   - appID: The application the token belongs to, where there are several.
    public static func fcm(_ token: String, appID: String? = nil) -> Route {
        Route(channel: .fcm, address: token, appID: appID)
    }

    /// To whatever FCM can reach: a device, or everybody who subscribed to a topic.
    ///
    /// - Parameters:
    ///   - target: Where to.
    ///   - appID: The application, where there are several.
    public static func fcm(_ target: FCMTarget, appID: String? = nil) -> Route {
        Route(channel: .fcm, address: target.address, appID: appID)
    }
}
