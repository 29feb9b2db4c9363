public import FanfareCore

// What APNs refuses and why, as documented in Apple's "Handling notification responses from APNs".
extension APNsAnswer {
    /// 400 BadCollapseId: the collapse identifier is longer than 64 bytes.
    public static let badCollapseID = refusal(400, "BadCollapseId")
    /// 400 BadDeviceToken: the device token is none, or one of the other environment.
    public static let badDeviceToken = refusal(400, "BadDeviceToken")
    /// 400 BadExpirationDate: the expiration is no number of seconds.
    public static let badExpirationDate = refusal(400, "BadExpirationDate")
    /// 400 BadMessageId: the `apns-id` is no UUID.
    public static let badMessageID = refusal(400, "BadMessageId")
    /// 400 BadPriority: the priority is none, or does not fit the push type.
    public static let badPriority = refusal(400, "BadPriority")
    /// 400 BadTopic: the topic is none.
    public static let badTopic = refusal(400, "BadTopic")
    /// 400 DeviceTokenNotForTopic: the device token belongs to another topic.
    public static let deviceTokenNotForTopic = refusal(400, "DeviceTokenNotForTopic")
    /// 400 DuplicateHeaders: a header field came twice.
    public static let duplicateHeaders = refusal(400, "DuplicateHeaders")
    /// 400 IdleTimeout: the connection was idle for too long.
    public static let idleTimeout = refusal(400, "IdleTimeout")
    /// 400 InvalidPushType: the push type is none, or does not fit the payload.
    public static let invalidPushType = refusal(400, "InvalidPushType")
    /// 400 MissingDeviceToken: the path has no device token.
    public static let missingDeviceToken = refusal(400, "MissingDeviceToken")
    /// 400 MissingTopic: there is no topic.
    public static let missingTopic = refusal(400, "MissingTopic")
    /// 400 PayloadEmpty: there is no payload.
    public static let payloadEmpty = refusal(400, "PayloadEmpty")
    /// 400 TopicDisallowed: pushing to this topic is not allowed.
    public static let topicDisallowed = refusal(400, "TopicDisallowed")
    /// 403 BadCertificate: the client's certificate is invalid.
    public static let badCertificate = refusal(403, "BadCertificate")
    /// 403 BadCertificateEnvironment: the client's certificate is one of the other environment.
    public static let badCertificateEnvironment = refusal(403, "BadCertificateEnvironment")
    /// 403 BadEnvironmentKeyIdInToken: the key of the provider token is one of the other environment.
    public static let badEnvironmentKeyIDInToken = refusal(403, "BadEnvironmentKeyIdInToken")
    /// 403 ExpiredProviderToken: the provider token is older than an hour.
    public static let expiredProviderToken = refusal(403, "ExpiredProviderToken")
    /// 403 Forbidden: the action is not allowed.
    public static let forbidden = refusal(403, "Forbidden")
    /// 403 InvalidProviderToken: the provider token is not valid, or its signature cannot be verified.
    public static let invalidProviderToken = refusal(403, "InvalidProviderToken")
    /// 403 MissingProviderToken: there is neither a provider token nor a certificate.
    public static let missingProviderToken = refusal(403, "MissingProviderToken")
    /// 403 UnrelatedKeyIdInToken: the key is not related to that of the connection's first request.
    public static let unrelatedKeyIDInToken = refusal(403, "UnrelatedKeyIdInToken")
    /// 404 BadPath: the path is none that APNs has.
    public static let badPath = refusal(404, "BadPath")
    /// 405 MethodNotAllowed: the method is not POST.
    public static let methodNotAllowed = refusal(405, "MethodNotAllowed")
    /// 413 PayloadTooLarge: the payload is longer than 4,096 bytes, or 5,120 for a VoIP notification.
    public static let payloadTooLarge = refusal(413, "PayloadTooLarge")
    /// 429 TooManyProviderTokenUpdates: the provider token was changed twice within 20 minutes.
    public static let tooManyProviderTokenUpdates = refusal(429, "TooManyProviderTokenUpdates")
    /// 429 TooManyRequests: too many notifications were sent to one device token.
    public static let tooManyRequests = refusal(429, "TooManyRequests")
    /// 500 InternalServerError: something failed inside APNs.
    public static let internalServerError = refusal(500, "InternalServerError")
    /// 503 ServiceUnavailable: aPNs cannot serve at present.
    public static let serviceUnavailable = refusal(503, "ServiceUnavailable")
    /// 503 Shutdown: the server of APNs is going out of service.
    public static let shutdown = refusal(503, "Shutdown")

    /// 410 ExpiredToken: the device token has expired.
    ///
    /// - Parameter time: Since when.
    public static func expiredToken(since time: Timestamp) -> APNsAnswer {
        refusal(410, "ExpiredToken", timestamp: time)
    }

    /// 410 Unregistered: the device token is not active for the topic any more.
    ///
    /// - Parameter time: Since when.
    public static func unregistered(since time: Timestamp) -> APNsAnswer {
        refusal(410, "Unregistered", timestamp: time)
    }

    /// Every refusal that Apple documents, for tests of all of them.
    ///
    /// - Parameter time: Since when the device tokens of the two with status 410 are not valid.
    public static func documentedRefusals(since time: Timestamp) -> [APNsAnswer] {
        [
            .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority, .badTopic,
            .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType, .missingDeviceToken,
            .missingTopic, .payloadEmpty, .topicDisallowed, .badCertificate, .badCertificateEnvironment,
            .badEnvironmentKeyIDInToken, .expiredProviderToken, .forbidden, .invalidProviderToken,
            .missingProviderToken, .unrelatedKeyIDInToken, .badPath, .methodNotAllowed, .payloadTooLarge,
            .tooManyProviderTokenUpdates, .tooManyRequests, .internalServerError, .serviceUnavailable, .shutdown,
            .expiredToken(since: time), .unregistered(since: time),
        ]
    }
}
