import FanfareCore

/// What is counted for one channel.
struct ChannelMetrics: Sendable {
    /// A final state and the code of its reason, empty if there is none.
    struct Ending: Hashable, Sendable {
        let state: DeliveryState
        let reason: String
    }

    /// As many different reasons as are told apart; further ones are `other`.
    static let reasonLimit = 200
    /// As many credentials as are remembered.
    static let credentialLimit = 200

    private(set) var endings: [Ending: UInt64] = [Ending(state: .sent, reason: ""): 0]
    private(set) var attempts: [UInt64] = Array(repeating: 0, count: AttemptOutcome.allCases.count)
    private(set) var resends: UInt64 = 0
    private(set) var staleSettlements: UInt64 = 0
    /// From the due time to the provider's acceptance: from the blink of an eye to the longest that retries go on.
    private(set) var deliverySeconds = Histogram(
        bounds: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400]
    )
    /// From a call on the same machine to the longest wait for a mail server's answer.
    private(set) var attemptSeconds = Histogram(
        bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
    )
    /// Whether each known credential is paused.
    private(set) var credentials: [CredentialID: Bool] = [:]
    private var reasons: Set<String> = []

    mutating func record(_ event: SettledDelivery) {
        if let outcome = AttemptOutcome(event) {
            attempts[outcome.place] += 1
            if outcome.reachedProvider && event.claim.uncertainAttempts > 0 { resends += 1 }
        }
        if let duration = event.attemptDuration { attemptSeconds.record(duration) }
        guard case .applied(let state, _) = event.result else {
            staleSettlements += 1
            return
        }
        guard state.isFinal else { return }
        recordEnding(state, reason: event.reasonCode(for: state))
        if state == .sent { deliverySeconds.record(event.claim.waited + (event.attemptDuration ?? .zero)) }
    }

    /// How many attempts came to this.
    func attempts(_ outcome: AttemptOutcome) -> UInt64 { attempts[outcome.place] }

    /// Remembers that a credential was paused, or works again.
    mutating func setPaused(_ credential: CredentialID, _ isPaused: Bool) {
        if credentials[credential] == nil && credentials.count >= Self.credentialLimit {
            // Names of credentials can follow from app ids, which clients choose.
            credentials = credentials.filter(\.value)
            if credentials.count >= Self.credentialLimit { return }
        }
        credentials[credential] = isPaused
    }

    /// Takes all credentials for working.
    mutating func resumeCredentials() { credentials = credentials.mapValues { _ in false } }

    private mutating func recordEnding(_ state: DeliveryState, reason: String) {
        // A known pair needs no check, and nearly all are known.
        if let place = endings.index(forKey: Ending(state: state, reason: reason)) {
            endings.values[place] += 1
        } else {
            endings[Ending(state: state, reason: label(for: reason)), default: 0] += 1
        }
    }

    /// The reason as a label: a channel of a third party must not flood the metrics with what a provider says.
    private mutating func label(for reason: String) -> String {
        if reason.isEmpty || reasons.contains(reason) { return reason }
        guard reasons.count < Self.reasonLimit, reason.isFitForLabel else { return "other" }
        reasons.insert(reason)
        return reason
    }
}

extension AttemptOutcome {
    /// The place in the table of counts.
    fileprivate var place: Int {
        switch self {
        case .sent: 0
        case .retry: 1
        case .failed: 2
        case .expired: 3
        case .routeGone: 4
        case .uncertain: 5
        case .notSent: 6
        case .paused: 7
        }
    }
}

extension SettledDelivery {
    /// Why the delivery ended in this state.
    fileprivate func reasonCode(for state: DeliveryState) -> String {
        // The store ends a retry of a delivery that was called off meanwhile.
        if state == .cancelled { return DeliveryReason.cancelled.code }
        return settlement.reason?.code ?? ""
    }
}

extension String {
    fileprivate var isFitForLabel: Bool {
        utf8.count <= 64
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
