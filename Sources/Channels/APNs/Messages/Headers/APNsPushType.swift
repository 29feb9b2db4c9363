/// What a push is to the system that receives it: the header `apns-push-type`.
///
/// The set is open, because Apple keeps adding to it. The constants are those of Apple's "Sending notification requests
/// to APNs" and its pages on widgets and controls.
public struct APNsPushType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The value of the header.
    public let rawValue: String

    /// Names a push type.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a push type.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Something the user sees or hears: an alert, a sound, a badge.
    public static let alert: APNsPushType = "alert"
    /// Wakes the app in the background; the system lets a few of these through per hour.
    public static let background: APNsPushType = "background"
    /// An incoming call, for PushKit and CallKit.
    public static let voip: APNsPushType = "voip"
    /// New data for a complication of a watch face.
    public static let complication: APNsPushType = "complication"
    /// A change in what a file provider extension shows.
    public static let fileProvider: APNsPushType = "fileprovider"
    /// Asks a device to contact its management server. Its topic is the subject UID of the MDM push certificate.
    public static let mdm: APNsPushType = "mdm"
    /// Asks an app's location push service extension for the location.
    public static let location: APNsPushType = "location"
    /// Starts, updates or ends a Live Activity.
    public static let liveActivity: APNsPushType = "liveactivity"
    /// A participant joins or leaves a Push to Talk channel.
    public static let pushToTalk: APNsPushType = "pushtotalk"
    /// Reloads an app's widgets.
    public static let widgets: APNsPushType = "widgets"
    /// Reloads an app's controls.
    public static let controls: APNsPushType = "controls"
}

extension APNsPushType {
    /// What follows the app's bundle id in the topic of such a push; nothing for types without a topic of their own and
    /// for those not known here.
    public var topicSuffix: String {
        switch self {
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileProvider: ".pushkit.fileprovider"
        case .location: ".location-query"
        case .liveActivity: ".push-type.liveactivity"
        case .pushToTalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        case .controls: ".push-type.controls"
        default: ""
        }
    }

    /// The most bytes the payload of such a push may have ("Generating a remote notification").
    public var maximumSize: Int { self == .voip ? 5120 : 4096 }

    /// The topic of such a push to an app. A bundle id that ends with the suffix already is left as it is.
    func topic(ofApp bundleID: String) -> String {
        bundleID.hasSuffix(topicSuffix) ? bundleID : bundleID + topicSuffix
    }

    /// The priority it has when neither its message nor its notification can say.
    var fixedPriority: APNsPriority? {
        switch self {
        case .background: .conserving
        case .voip, .pushToTalk: .immediate
        default: nil
        }
    }
}
