public import FanfareCore

extension APNsMessage {
    /// Starts a Live Activity on a device whose push-to-start token it is sent to.
    ///
    /// - Parameters:
    ///   - attributesType: The name of the app's `ActivityAttributes` type.
    ///   - attributes: The attributes, as that type decodes them.
    ///   - contentState: The first state, as the app's `ContentState` decodes it.
    ///   - alert: What tells the user; Apple wants a title and a body.
    ///   - timestamp: When this was the state of things.
    /// - Throws: `EncodingError` if the attributes or the state cannot be written as a JSON object.
    public static func startLiveActivity(
        _ attributesType: String,
        attributes: some Encodable,
        contentState: some Encodable,
        alert: APNsAlert,
        timestamp: Timestamp
    ) throws -> APNsMessage {
        var message = APNsMessage(alert: alert, pushType: .liveActivity)
        message.liveActivity = APNsLiveActivity(
            event: .start,
            timestamp: timestamp,
            contentState: try object(contentState),
            attributesType: attributesType,
            attributes: try object(attributes)
        )
        return message
    }

    /// Shows a new state of a Live Activity.
    ///
    /// - Parameters:
    ///   - contentState: The state, as the app's `ContentState` decodes it.
    ///   - alert: What calls the user's attention to it, if anything.
    ///   - timestamp: When this was the state of things.
    ///   - staleDate: When the state becomes outdated.
    /// - Throws: `EncodingError` if the state cannot be written as a JSON object.
    public static func updateLiveActivity(
        contentState: some Encodable,
        alert: APNsAlert? = nil,
        timestamp: Timestamp,
        staleDate: Timestamp? = nil
    ) throws -> APNsMessage {
        var message = APNsMessage(alert: alert, pushType: .liveActivity)
        message.liveActivity = APNsLiveActivity(
            event: .update,
            timestamp: timestamp,
            contentState: try object(contentState),
            staleDate: staleDate
        )
        return message
    }

    /// Ends a Live Activity.
    ///
    /// - Parameters:
    ///   - contentState: The last state, as the app's `ContentState` decodes it.
    ///   - timestamp: When this was the state of things.
    ///   - dismissalDate: When it leaves the screen; a time in the past means at once, nil leaves it to the system.
    /// - Throws: `EncodingError` if the state cannot be written as a JSON object.
    public static func endLiveActivity(
        contentState: some Encodable,
        timestamp: Timestamp,
        dismissalDate: Timestamp? = nil
    ) throws -> APNsMessage {
        var message = APNsMessage(pushType: .liveActivity)
        message.liveActivity = APNsLiveActivity(
            event: .end,
            timestamp: timestamp,
            contentState: try object(contentState),
            dismissalDate: dismissalDate
        )
        return message
    }

    /// Dates become what `JSONDecoder` reads by default, as ActivityKit does.
    private static func object(_ value: some Encodable) throws -> [String: JSONValue] {
        let json = try JSONParser(.json).parse(Array(Payload(encoding: value).json))
        guard let object = json.object else {
            let context = EncodingError.Context(codingPath: [], debugDescription: "it is \(json.kind) and no object")
            throw EncodingError.invalidValue(value, context)
        }
        return object
    }
}
