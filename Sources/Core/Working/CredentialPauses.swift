/// Which credentials of a channel are paused because their provider says they are misconfigured, and for how long.
///
/// A pause lasts 30 seconds and doubles up to 10 minutes; at its end one delivery probes. Pure: the pipe that owns it
/// does what it says.
package struct CredentialPauses: Sendable {
    /// What a delivery that needs a credential is to do.
    package enum Admission: Hashable, Sendable {
        case go
        case wait(Duration)
    }

    private struct Pause {
        var length: Duration
        var end: Timestamp
        var isProbed = false
    }

    package static let firstPause: Duration = .seconds(30)
    package static let longestPause: Duration = .seconds(600)

    private var pauses: [CredentialID: Pause] = [:]

    package init() {}

    /// Whether anything is paused.
    package var isEmpty: Bool { pauses.isEmpty }

    /// Asks whether a delivery may use a credential now. At the end of a pause the first to ask is the probe.
    package mutating func admission(to credential: CredentialID, at now: Timestamp) -> Admission {
        guard let pause = pauses[credential] else { return .go }
        if now >= pause.end && !pause.isProbed {
            pauses[credential]?.isProbed = true
            return .go
        }
        return .wait(max(now.duration(to: pause.end), Self.firstPause))
    }

    /// Records that a credential was refused.
    ///
    /// - Returns: How long it is paused, and whether it was working before.
    package mutating func refused(_ credential: CredentialID, at now: Timestamp) -> (pause: Duration, isNew: Bool) {
        guard let pause = pauses[credential] else {
            pauses[credential] = Pause(length: Self.firstPause, end: now.advanced(by: Self.firstPause))
            return (Self.firstPause, true)
        }
        // Deliveries that were on their way when the pause began say nothing new.
        guard pause.isProbed else { return (max(now.duration(to: pause.end), .zero), false) }
        let length = min(pause.length * 2, Self.longestPause)
        pauses[credential] = Pause(length: length, end: now.advanced(by: length))
        return (length, false)
    }

    /// Records that a credential was accepted.
    ///
    /// - Returns: Whether it was paused before.
    package mutating func accepted(_ credential: CredentialID) -> Bool {
        guard let pause = pauses[credential], pause.isProbed else { return false }
        return pauses.removeValue(forKey: credential) != nil
    }

    /// Records that a probe came to nothing: the next delivery probes.
    package mutating func undecided(_ credential: CredentialID) { pauses[credential]?.isProbed = false }

    /// Ends all pauses, as after a change of configuration.
    ///
    /// - Returns: The credentials that were paused.
    package mutating func reset() -> [CredentialID] {
        defer { pauses = [:] }
        return Array(pauses.keys)
    }
}
