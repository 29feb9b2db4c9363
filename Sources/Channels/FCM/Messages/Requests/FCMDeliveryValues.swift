/// What a delivery says of itself in its request, in the forms of each system. Nil is not said, because the message says it
/// or because there is nothing to say.
struct FCMDeliveryValues: Hashable {
    /// `android.priority`.
    var androidPriority: FCMAndroidPriority?
    /// `android.ttl`.
    var androidTimeToLive: String?
    /// `android.collapse_key`.
    var androidCollapseKey: String?
    /// `android.notification.tag`.
    var androidTag: String?
    /// The header `apns-priority`.
    var applePriority: String?
    /// The header `apns-expiration`.
    var appleExpiration: String?
    /// The header `apns-collapse-id`.
    var appleCollapseID: String?
    /// The header `TTL` of the web push protocol.
    var webTimeToLive: String?
    /// `webpush.notification.tag`.
    var webTag: String?
}
