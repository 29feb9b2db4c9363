// The resource "projects.messages" of the HTTP v1 API.
extension FCMSchema {
    static let request = object(["message": message, "validate_only": .flag])

    private static let message = object([
        "name": .text, "data": .texts, "notification": notification, "android": android, "webpush": webpush,
        "apns": apns, "fcm_options": options, "token": .text, "fid": .text, "topic": .text, "condition": .text,
    ])
    private static let notification = object(["title": .text, "body": .text, "image": .text])
    private static let options = object(["analytics_label": .text])

    private static let android = object([
        "collapse_key": .text, "priority": .word(["NORMAL", "HIGH", "normal", "high"]), "ttl": .duration,
        "restricted_package_name": .text, "data": .texts, "notification": androidNotification, "fcm_options": options,
        "direct_boot_ok": .flag, "bandwidth_constrained_ok": .flag, "restricted_satellite_ok": .flag,
    ])
    private static let androidNotification = object([
        "title": .text, "body": .text, "icon": .text, "color": .text, "sound": .text, "tag": .text,
        "click_action": .text, "body_loc_key": .text, "body_loc_args": .list(.text), "title_loc_key": .text,
        "title_loc_args": .list(.text), "channel_id": .text, "ticker": .text, "sticky": .flag, "event_time": .time,
        "local_only": .flag,
        "notification_priority": .word([
            "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT", "PRIORITY_HIGH",
            "PRIORITY_MAX",
        ]),
        "default_sound": .flag, "default_vibrate_timings": .flag, "default_light_settings": .flag,
        "vibrate_timings": .list(.duration),
        "visibility": .word(["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"]),
        "notification_count": .integer, "light_settings": lightSettings, "image": .text,
        "proxy": .word(["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"]),
    ])
    private static let lightSettings = object([
        "color": .object(["red": .number, "green": .number, "blue": .number, "alpha": .number]),
        "light_on_duration": .duration, "light_off_duration": .duration,
    ])

    private static let webpush = object([
        "headers": .texts, "data": .texts, "notification": .anything,
        "fcm_options": .object(["link": .text, "analytics_label": .text]),
    ])
    private static let apns = object([
        "headers": .texts, "payload": .anything, "live_activity_token": .text,
        "fcm_options": .object(["analytics_label": .text, "image": .text]),
    ])
}
