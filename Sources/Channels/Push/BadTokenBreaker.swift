/// Keeps a wrong configuration from setting aside every device there is. Pure.
///
/// When a push service refuses a token as bad or as another app's, the device is set aside, for that is what it means. When
/// it suddenly refuses many of them, the environment, the topic or the key is wrong, and the devices are fine. The breaker
/// looks at the last 200 results of one credential (with APNs: for one topic in one environment), where a result is an
/// acceptance or such a refusal:
///
/// | so far | a refusal means |
/// | --- | --- |
/// | up to 10 refusals, or up to 20 % | the device is set aside |
/// | more | the delivery fails, and no device is set aside |
/// | more, of 200 results | the credential pauses; its deliveries wait |
///
/// A tripped breaker forgets everything when a push that was begun after it tripped is accepted.
package struct BadTokenBreaker: Sendable {
    /// What a refusal means.
    package enum Finding: Hashable, Sendable {
        /// The token is bad.
        case believable
        /// The configuration may be wrong.
        case suspicious
        /// The configuration is wrong.
        case tripped
    }

    package static let window = 200
    package static let tolerated = 10
    package static let toleratedPercentage = 20

    private var results: [Bool] = []
    private var next = 0
    private var refusals = 0
    private var isTripped = false

    /// How often it has tripped: remember it when a push is begun, for ``accepted(begunAt:)``.
    package private(set) var trips: Int

    /// Starts without results.
    package init(trips: Int = 0) { self.trips = trips }

    /// Records an acceptance.
    package mutating func accepted(begunAt trips: Int) {
        // What was on its way when it tripped says no more than what made it trip.
        guard isTripped else { return record(isRefusal: false) }
        guard trips == self.trips else { return }
        self = BadTokenBreaker(trips: trips)
    }

    /// Records a refusal.
    package mutating func refused() -> Finding {
        guard !isTripped else { return .tripped }
        record(isRefusal: true)
        guard refusals > Self.tolerated, refusals * 100 > results.count * Self.toleratedPercentage else {
            return .believable
        }
        guard results.count == Self.window else { return .suspicious }
        isTripped = true
        trips += 1
        return .tripped
    }

    private mutating func record(isRefusal: Bool) {
        if results.count < Self.window {
            results.append(isRefusal)
        } else {
            if results[next] { refusals -= 1 }
            results[next] = isRefusal
            next = (next + 1) % Self.window
        }
        if isRefusal { refusals += 1 }
    }
}
