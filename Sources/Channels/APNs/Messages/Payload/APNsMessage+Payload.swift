import FanfareCore

extension APNsMessage {
    /// The body of the request: JSON without blanks, keys sorted, nothing escaped that need not be.
    var body: [UInt8] {
        var payload = data
        var aps = aps
        if resolvedPushType == .background, contentAvailable == nil { aps["content-available"] = 1 }
        // Device management alone has payloads without the dictionary.
        if !aps.isEmpty || resolvedPushType != .mdm { payload["aps"] = .object(aps) }
        return JSONValue.object(payload).compactBytes
    }

    /// The `aps` dictionary.
    var aps: [String: JSONValue] {
        var aps = additional
        func put(_ key: String, _ value: JSONValue?) {
            if let value { aps[key] = value }
        }
        var alert = alert?.payload(isNested: liveActivity != nil)
        if liveActivity != nil, alert != nil {
            // The sound of a Live Activity is a part of its alert.
            if let sound { alert?["sound"] = sound.payload }
        } else {
            put("sound", sound?.payload)
        }
        put("alert", alert.map { .object($0) })
        put("badge", badge.map { .number(JSONNumber($0)) })
        put("thread-id", threadID.map { .string($0) })
        put("category", category.map { .string($0) })
        put("interruption-level", interruptionLevel.map { .string($0.rawValue) })
        put("relevance-score", relevanceScore.flatMap { JSONNumber($0) }.map { .number($0) })
        put("filter-criteria", filterCriteria.map { .string($0) })
        put("content-available", contentAvailable.map { $0 ? 1 : 0 })
        put("mutable-content", mutableContent.map { $0 ? 1 : 0 })
        put("target-content-id", targetContentID.map { .string($0) })
        put("url-args", urlArguments.map { .array($0.map { .string($0) }) })
        put("content-changed", contentChanged.map { .bool($0) })
        liveActivity?.write(to: &aps)
        return aps
    }

    /// Takes over what an `aps` dictionary says; what it does not say stays as it is.
    ///
    /// - Parameters:
    ///   - dictionary: The dictionary. Keys without a property go to ``additional``.
    ///   - readsTexts: Whether numbers may be given as texts, as templates do.
    /// - Throws: The first value that is not of its kind.
    mutating func merge(
        aps dictionary: [String: JSONValue],
        readsTexts: Bool = false
    ) throws(APNsMessageError) {
        var reader = APSReader(dictionary, at: "aps", readsTexts: readsTexts)
        liveActivity = try APNsLiveActivity(from: &reader) ?? liveActivity
        try mergeAlert(from: &reader)
        badge = try reader.integer("badge") ?? badge
        threadID = try reader.text("thread-id") ?? threadID
        category = try reader.text("category") ?? category
        interruptionLevel =
            try reader.text("interruption-level").map(APNsInterruptionLevel.init(rawValue:)) ?? interruptionLevel
        relevanceScore = try reader.double("relevance-score") ?? relevanceScore
        filterCriteria = try reader.text("filter-criteria") ?? filterCriteria
        contentAvailable = try reader.flag("content-available") ?? contentAvailable
        mutableContent = try reader.flag("mutable-content") ?? mutableContent
        targetContentID = try reader.text("target-content-id") ?? targetContentID
        urlArguments = try reader.texts("url-args") ?? urlArguments
        contentChanged = try reader.flag("content-changed") ?? contentChanged
        additional.merge(reader.rest) { $1 }
    }

    /// What the alert does not say stays as it is, so that a block of a template adds to the title.
    private mutating func mergeAlert(from reader: inout APSReader) throws(APNsMessageError) {
        if let value = reader.value("sound") {
            sound = try APNsSound(payload: value, at: "aps.sound", readsTexts: reader.readsTexts)
        }
        guard var value = reader.value("alert") else { return }
        if case .object(var object) = value {
            if liveActivity != nil, let inner = object.removeValue(forKey: "sound") {
                sound = try APNsSound(payload: inner, at: "aps.alert.sound", readsTexts: reader.readsTexts)
            }
            let present = alert?.payload(isNested: liveActivity != nil) ?? [:]
            value = .object(present.merging(object) { $1 })
        }
        alert = try APNsAlert(payload: value, at: "aps.alert", readsTexts: reader.readsTexts)
    }
}
