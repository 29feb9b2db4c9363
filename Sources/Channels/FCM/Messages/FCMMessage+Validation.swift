import FanfareCore
import FanfarePush

extension FCMMessage {
    /// Checks all that can be known before sending; `notify` does so before anything is stored.
    ///
    /// - Throws: ``FCMMessageError`` for the first thing that FCM would refuse.
    public func validate() throws(FCMMessageError) { _ = try validated() }

    /// The members of the message as they go out but for the target, and their size, if they are right.
    func validated() throws(FCMMessageError) -> (members: [String: JSONValue], size: FCMMessageSize) {
        var reader = FCMReader()
        let members = checked(by: &reader)
        if let target, let problem = target.problem { reader.inside(target.member.name) { $0.note(problem) } }
        checkTimes(&reader)
        checkApplePush(&reader)
        try reader.finish()
        // The route may be one that takes less; that shows when it is taken.
        let size = FCMMessageSize(members)
        try size.check(limit: target?.maximumSize ?? 4096)
        return (members, size)
    }

    private func checkTimes(_ reader: inout FCMReader) {
        // No `apns-expiration` can be counted from it.
        if let timeToLive, timeToLive < .zero { reader.inside("timeToLive") { $0.note("is below zero") } }
    }

    /// Apple's rules for pushes that show nothing, and for those that show something; APNs refuses or delays what breaks
    /// them.
    private func checkApplePush(_ reader: inout FCMReader) {
        let aps = apns.aps
        if let id = apns.headers["apns-collapse-id"], !AppleCollapseID.isValid(id) {
            reader.inside("apns", "headers", "apns-collapse-id") { $0.note("is not 1 to 64 bytes of visible ASCII") }
        }
        if let badge = aps["badge"], badge.number?.int.map({ $0 >= 0 }) != true {
            reader.inside("apns", "payload", "aps", "badge") { $0.note("is no whole number from 0") }
        }
        switch applePushType {
        case "background":
            let shown = ["alert", "badge", "sound"].first { aps[$0] != nil }
            if !notification.isEmpty {
                reader.inside("notification") { $0.note("is there in a background push, which shows nothing") }
            }
            if let shown {
                reader.inside("apns", "payload", "aps", shown) {
                    $0.note("is there in a background push, which shows nothing")
                }
            }
            if aps["content-available"].map({ $0 != 1 && $0 != true }) == true {
                reader.inside("apns", "payload", "aps", "content-available") {
                    $0.note("is not 1 in a background push")
                }
            }
            if let priority = apns.headers["apns-priority"], priority != "5" {
                reader.inside("apns", "headers", "apns-priority") {
                    $0.note("is not 5; background pushes have no other")
                }
            }
        case "alert":
            if notification.isEmpty, !apns.isPerceptible {
                reader.inside("apns", "headers", "apns-push-type") { $0.note("is alert with nothing to see or hear") }
            }
        default: break
        }
    }
}
