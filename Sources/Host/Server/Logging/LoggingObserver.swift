import FanfareCore
import Synchronization

/// Writes what becomes of deliveries to the log.
///
/// | event | level |
/// | --- | --- |
/// | stored, sent, put off without an attempt | debug |
/// | to be tried again, cancelled, skipped | info |
/// | settled too late, device set aside, credential works again | notice |
/// | failed, expired, credential paused, store failed | warning |
///
/// A pause is one line because a worker reports it once, however many deliveries wait. A store that is away is one line
/// at once and then one every ten seconds at most. No line has a token, an address or a payload.
final class LoggingObserver: DeliveryObserver {
    private let log: Logger
    private let clock: any WallClock
    private let failures = Mutex(LineLimit(interval: .seconds(10)))

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - log: Where lines go.
    ///   - clock: The time, for spacing lines about the store.
    init(log: Logger, clock: any WallClock) {
        self.log = log
        self.clock = clock
    }

    func prepared(_ notification: (any Notification)?, as prepared: PreparedNotification) {
        guard log.writes(.debug) else { return }
        let deliveries = prepared.messages.reduce(0) { $0 + $1.deliveries.count }
        log.log(
            .debug,
            "Notification stored",
            [
                "notification": .string(prepared.id.description),
                "type": .string(prepared.type.rawValue),
                "deliveries": .number(JSONNumber(deliveries)),
                "skipped": .number(JSONNumber(prepared.skipped.count)),
            ]
        )
    }

    func settled(_ event: SettledDelivery) {
        let (level, message) = event.logEntry
        // Nearly every line is one that is not written.
        guard log.writes(level) else { return }
        log.log(level, message, event.logFields)
    }

    func routeRemoved(_ removal: RouteRemoval) {
        log.log(
            .notice,
            "Device set aside",
            ["device": .string(removal.device.description), "reason": .string(removal.reason)]
        )
    }

    func credentialPaused(_ credential: CredentialID, on channel: ChannelID, because reason: DeliveryReason?) {
        var fields: [String: JSONValue] = [
            "channel": .string(channel.rawValue), "credential": .string(credential.rawValue),
        ]
        guard let reason else {
            log.log(.notice, "Credential works again", fields)
            return
        }
        fields["reason"] = .string(reason.code)
        fields["detail"] = reason.detail.map { .string($0) }
        log.log(.warning, "Credential paused: the provider refuses it", fields)
    }

    func storeFailed(_ error: any Error, while activity: String) {
        guard let suppressed = failures.withLock({ $0.admit(at: clock.now) }) else { return }
        var fields: [String: JSONValue] = ["while": .string(activity), "error": .string(error.logText)]
        if suppressed > 0 { fields["suppressed"] = .number(JSONNumber(suppressed)) }
        log.log(.warning, "Store failed", fields)
    }
}

extension SettledDelivery {
    fileprivate var logEntry: (LogLevel, String) {
        guard case .applied(let state, _) = result else { return (.notice, "Settlement came too late") }
        return switch state {
        case .sent: (.debug, "Delivery sent")
        case .queued, .sending:
            // While a credential is paused every delivery that waits for it comes by here, again and again.
            attemptDuration == nil ? (.debug, "Delivery put off") : (.info, "Delivery will be tried again")
        case .failed: (.warning, "Delivery failed")
        case .expired: (.warning, "Delivery expired")
        case .cancelled: (.info, "Delivery cancelled")
        case .skipped: (.info, "Delivery skipped")
        }
    }

    fileprivate var logFields: [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "channel": .string(claim.channel.rawValue),
            "delivery": .string(claim.lease.delivery.description),
            "notification": .string(claim.notification.description),
            "type": .string(claim.type.rawValue),
            "attempt": .number(JSONNumber(claim.attempt)),
        ]
        switch settlement.result {
        case .sent(let providerID): fields["providerID"] = providerID.flatMap(withoutAddress)
        case .retry(let delay): fields["retryAfter"] = .seconds(delay)
        case .failed, .expired, .cancelled, .skipped: break
        }
        fields["reason"] = settlement.reason.map { .string($0.code) }
        fields["detail"] = settlement.reason?.detail.flatMap(withoutAddress)
        fields["took"] = attemptDuration.flatMap { JSONValue.seconds($0) }
        return fields
    }

    /// The text, unless it gives away where the delivery goes: it comes from a channel, and in the end from a provider.
    private func withoutAddress(_ text: String) -> JSONValue? {
        guard case .open(let route, _) = claim.route, !route.address.isEmpty else { return .string(text) }
        return text.lowercased().contains(route.address.lowercased()) ? nil : .string(text)
    }
}

extension JSONValue {
    /// A duration in seconds, to the millisecond.
    fileprivate static func seconds(_ duration: Duration) -> JSONValue? {
        JSONNumber(Double(duration.wholeMicroseconds / 1000) / 1000).map { .number($0) }
    }
}

extension Error {
    /// What an error says of itself if its author wrote that for people, else its type: a dump may hold anything.
    var logText: String {
        (self as? any CustomStringConvertible)?.description ?? String(describing: type(of: self))
    }
}
