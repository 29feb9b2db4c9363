/// How urgent a message is to an Android device: the member `priority`.
///
/// Where a message does not say it, what shows something is high if the notification's priority is high or normal, and
/// normal if it is bulk. What shows nothing is high only if the notification's priority is, because Android lowers the
/// priority of apps that are woken for nothing the user sees. The set is closed: Google has these two.
public enum FCMAndroidPriority: String, Hashable, Sendable, CaseIterable {
    /// When the device is awake.
    case normal
    /// At once; it wakes the device.
    case high
}
