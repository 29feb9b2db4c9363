import FanfareCore
import Synchronization

/// Counts what becomes of deliveries and requests, for `/metrics`.
///
/// The labels are bounded, whatever providers and clients say:
///
/// | label | values |
/// | --- | --- |
/// | `channel` | the channels there are |
/// | `state` | the final states of a delivery; `queued` and `sending` for the depth of the queue |
/// | `reason` | codes of reasons, up to 64 letters, digits, `-` and `_`, at most 200 per channel, the rest `other` |
/// | `outcome` | ``AttemptOutcome`` |
/// | `credential` | at most 200 per channel |
/// | `host` | the servers channels are configured with |
/// | `method` | the methods the API has, else `other` |
/// | `path` | patterns of routes, else `other` |
///
/// What another process or the API does to a delivery is not counted here: each process counts what its own workers do.
final class Metrics: DeliveryObserver {
    private struct State {
        var channels: [ChannelID: ChannelMetrics]
        var requests = RequestMetrics()
    }

    private let start: Timestamp
    private let state: Mutex<State>

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - channels: Channels to show from the start, with zeros: a counter that appears at 1 has no visible increase.
    ///   - clock: Tells when the process started, which is now.
    init(channels: [ChannelID] = [], clock: any WallClock) {
        start = clock.now
        state = Mutex(State(channels: Dictionary(channels.map { ($0, ChannelMetrics()) }) { first, _ in first }))
    }

    func settled(_ event: SettledDelivery) {
        state.withLock { $0.channels[event.claim.channel, default: ChannelMetrics()].record(event) }
    }

    func credentialPaused(_ credential: CredentialID, on channel: ChannelID, because reason: DeliveryReason?) {
        state.withLock { $0.channels[channel, default: ChannelMetrics()].setPaused(credential, reason != nil) }
    }

    /// Takes all credentials for working, as new workers do: call it when a reload replaces them.
    func resumeCredentials() {
        state.withLock { state in
            for channel in state.channels.keys { state.channels[channel]?.resumeCredentials() }
        }
    }

    /// Counts an answer of the HTTP API.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - path: The pattern of the route that answered, such as `/v1/devices/{id}`; nil if no route fits.
    ///   - status: The answer's status.
    func requestAnswered(method: HTTPMethod, path: String?, status: Int) {
        state.withLock { $0.requests.record(method, path, status) }
    }

    /// The credentials that are paused, by channel, in alphabetical order. Channels without any are left out.
    var pausedCredentials: [ChannelID: [CredentialID]] {
        state.withLock { $0.channels }
            .mapValues { channel in
                channel.credentials.filter(\.value).keys.sorted { $0.rawValue < $1.rawValue }
            }
            .filter { !$0.value.isEmpty }
    }

    /// Everything in Prometheus' text format.
    ///
    /// - Parameters:
    ///   - statistics: How full the queue is; nil leaves that out, as when the store is away.
    ///   - connections: What each channel has open.
    func text(statistics: QueueStatistics?, connections: [ChannelID: [OpenConnections]] = [:]) -> String {
        let snapshot = state.withLock { $0 }
        var families = snapshot.channels.families + [snapshot.requests.family, connections.family]
        if let statistics { families += statistics.families(of: snapshot.channels.keys) }
        families.append(
            MetricFamily(
                "process_start_time_seconds",
                .gauge,
                help: "When the process started, in seconds since the Unix epoch.",
                samples: [MetricSample([], .number(Double(start.millisecondsSinceEpoch) / 1000))]
            )
        )
        return MetricsText(families).text
    }
}
