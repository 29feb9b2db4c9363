extension FCMAndroidNotification: FCMBlock {
    static let fields: [FCMField<FCMAndroidNotification>] = [
        .value("title", \.title, .text),
        .value("body", \.body, .text),
        .value("icon", \.icon, .text),
        .value("color", \.color, .color),
        .value("sound", \.sound, .text),
        .value("tag", \.tag, .text),
        .value("click_action", \.clickAction, .text),
        .value("body_loc_key", \.bodyKey, .text),
        .value("body_loc_args", \.bodyArguments, .texts),
        .value("title_loc_key", \.titleKey, .text),
        .value("title_loc_args", \.titleArguments, .texts),
        .value("channel_id", \.channelID, .text),
        .value("image", \.image, .text),
        .value("ticker", \.ticker, .text),
        .value("sticky", \.isSticky, .flag),
        .value("event_time", \.eventTime, .time),
        .value("local_only", \.isLocalOnly, .flag),
        .value("notification_priority", \.priority, .word(likeThose: .high)),
        .value("vibrate_timings", \.vibrateTimings, .durations),
        .value("default_vibrate_timings", \.usesDefaultVibration, .flag),
        .value("default_sound", \.usesDefaultSound, .flag),
        .block("light_settings", \.light),
        .value("default_light_settings", \.usesDefaultLight, .flag),
        .value("visibility", \.visibility, .word(likeThose: .private)),
        .value("notification_count", \.count, .count),
        .value("proxy", \.proxy, .word(likeThose: .allow)),
    ]

    /// Arguments without a key have nothing to be put into.
    func checkTogether(_ reader: inout FCMReader) {
        for (name, key, arguments) in [("title", titleKey, titleArguments), ("body", bodyKey, bodyArguments)]
        where key == nil && arguments != nil {
            reader.inside("\(name)_loc_args") { $0.note("is there without \(name)_loc_key") }
        }
    }
}
