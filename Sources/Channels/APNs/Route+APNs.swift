public import FanfareCore

extension Route {
    /// To a device that is not registered, by its token.
    ///
    /// - Parameters:
    ///   - token: The token in hexadecimal. Every spelling of one token leads to the same route; what is no token fails
    ///     when it is delivered.
    ///   - environment: The token's environment; nil for the configured one.
    ///   - appID: The application the token belongs to, where there are several.
    public static func apns(_ token: String, environment: DeviceEnvironment? = nil, appID: String? = nil) -> Route {
        let address = (try? DeviceToken(token, platform: .apns))?.text ?? token
        return Route(channel: .apns, address: address, environment: environment, appID: appID)
    }
}
