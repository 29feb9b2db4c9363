/// What to do about a refused message.
///
/// The set is closed: ``FCMChannel`` handles each of them.
enum FCMReaction: Hashable, Sendable {
    /// The message is at fault: it is not tried again.
    case giveUp
    /// A value is at fault. If that is the token, its device is set aside; else the message is not tried again.
    case checkFields
    /// The app is gone from the device, which is set aside.
    case targetGone
    /// The token belongs to another project: it is not tried again, and the device stays. Where so many are refused that the
    /// credential must be wrong, that pauses.
    case wrongProject
    /// It is tried again later.
    case retry
    /// Too much at once, for this target or for the project: everything else there is put off too.
    case slowDown
    /// The access token is refused: another one is fetched, once, and the message is sent with it.
    case renewToken
    /// Firebase lacks what it needs to reach Apple's devices and browsers. They wait until that is mended; Android goes on.
    case pauseThirdParties
    /// The account, the project or the API is configured wrongly: its deliveries wait until that is mended.
    case pause
}
