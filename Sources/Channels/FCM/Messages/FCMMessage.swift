public import FanfareCore

/// A push by FCM: everything a message of the HTTP v1 API can hold.
///
/// ```swift
/// var message = FCMMessage.alert(title: "Order #7 shipped", body: "Arriving tomorrow.")
/// message.android.notification.channelID = "orders"
/// message.data["link"] = "/orders/7"
/// ```
///
/// A block in which nothing is set is not sent, and what is not set has FCM's own default. What Google adds later fits in
/// without a new release: each block has its `additional`.
///
/// What a delivery says of itself (its priority, its expiry, what it replaces) is filled in where the blocks do not say
/// it; ``collapseKey``, ``timeToLive`` and ``priority`` say it for this message on all systems. See
/// <doc:WhatMessagesSay>.
public struct FCMMessage: Hashable, Sendable {
    /// What the user sees, on every system.
    public var notification: FCMNotification
    /// The application's own data. FCM carries texts only; ``texts(of:)`` makes them.
    public var data: [String: String]
    /// For Android only.
    public var android = FCMAndroid()
    /// For Apple's systems only.
    public var apns = FCMAPNs()
    /// For browsers only.
    public var webpush = FCMWebPush()
    /// Options for all of them.
    public var options = FCMOptions()
    /// Members of the message that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Where it goes, in place of the delivery's own route.
    ///
    /// For notifications that are sent on demand: a user with three devices would get it three times.
    public var target: FCMTarget?
    /// What newer messages replace this one by. Without one the notification's collapse key counts; what is shown and has
    /// neither is replaced by copies of itself only.
    public var collapseKey: String?
    /// How long the service keeps it for a device it cannot reach, counted from each handing over; zero means one try.
    /// Without one the notification's expiry counts. More than ``maximumTimeToLive`` is cut down to it.
    public var timeToLive: Duration?
    /// How urgent it is. Without one the notification's priority counts.
    public var priority: Priority?

    /// Creates a message of what is most often wanted; the rest are properties.
    public init(notification: FCMNotification = FCMNotification(title: nil), data: [String: String] = [:]) {
        self.notification = notification
        self.data = data
    }

    /// The longest FCM keeps a message: 28 days (Firebase, "Set and manage message priority and lifespan").
    public static let maximumTimeToLive = Duration.seconds(2_419_200)
}

extension FCMMessage: FCMBlock {
    init() { self.init(data: [:]) }

    static let fields: [FCMField<FCMMessage>] = [
        .block("notification", \.notification),
        .map("data", \.data, .data),
        .block("android", \.android),
        .block("apns", \.apns),
        .block("webpush", \.webpush),
        .block("fcm_options", \.options),
    ]
}

extension FCMMessage {
    /// Whether Android shows something without the app's doing.
    var isShownOnAndroid: Bool { !notification.isEmpty || !android.notification.isEmpty }

    /// Whether a browser shows something without the app's doing.
    var isShownOnTheWeb: Bool { !notification.isEmpty || !webpush.notification.isEmpty }

    /// What it is to Apple's systems.
    var applePushType: String? {
        if let type = apns.headers["apns-push-type"] { return type }
        // FCM knows best what a Live Activity needs.
        if apns.liveActivityToken != nil { return nil }
        return !notification.isEmpty || apns.isPerceptible ? "alert" : "background"
    }
}
