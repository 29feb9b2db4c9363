import FanfareCore

extension [ChannelID: ChannelMetrics] {
    /// What the channels counted, as metrics.
    var families: [MetricFamily] {
        [
            family("fanfare_deliveries_total", .counter, "Deliveries that reached a final state.") { metrics in
                metrics.endings.map { ending, count in
                    ([.init("state", ending.state.rawValue), .init("reason", ending.reason)], .count(count))
                }
            },
            family("fanfare_attempts_total", .counter, "Attempts at deliveries, by what they came to.") { metrics in
                AttemptOutcome.allCases.map {
                    ([.init("outcome", $0.rawValue)], .count(metrics.attempts($0)))
                }
            },
            family(
                "fanfare_resends_total",
                .counter,
                "Attempts after one that may have reached the provider: its outcome was uncertain or its lease was lost."
            ) { [([], .count($0.resends))] },
            family(
                "fanfare_stale_settlements_total",
                .counter,
                "Settlements the store refused because the lease had been lost."
            ) { [([], .count($0.staleSettlements))] },
            family(
                "fanfare_delivery_seconds",
                .histogram,
                "Time from a delivery's due time to the provider's acceptance."
            ) { [([], .histogram($0.deliverySeconds))] },
            family("fanfare_attempt_seconds", .histogram, "Time one attempt took.") {
                [([], .histogram($0.attemptSeconds))]
            },
            family("fanfare_credential_paused", .gauge, "Whether a credential is paused: 1, or 0 again.") { metrics in
                metrics.credentials.map { credential, isPaused in
                    ([.init("credential", credential.rawValue)], .number(isPaused ? 1 : 0))
                }
            },
        ]
    }

    private func family(
        _ name: String,
        _ kind: MetricFamily.Kind,
        _ help: String,
        samples: (ChannelMetrics) -> [([MetricSample.Label], MetricSample.Value)]
    ) -> MetricFamily {
        MetricFamily(
            name,
            kind,
            help: help,
            samples: flatMap { channel, metrics in
                samples(metrics).map { labels, value in
                    MetricSample([.init("channel", channel.rawValue)] + labels, value)
                }
            }
        )
    }
}

extension [ChannelID: [OpenConnections]] {
    /// The connections, as a metric.
    var family: MetricFamily {
        MetricFamily(
            "fanfare_connections",
            .gauge,
            help: "Connections that are open.",
            samples: flatMap { channel, connections in
                connections.map { open in
                    let labels: [MetricSample.Label] = [
                        .init("channel", channel.rawValue), .init("host", open.host),
                    ]
                    return MetricSample(labels, .number(Double(open.count)))
                }
            }
        )
    }
}

extension RequestMetrics {
    /// The answers, as a metric.
    var family: MetricFamily {
        MetricFamily(
            "fanfare_http_requests_total",
            .counter,
            help: "Requests the HTTP API answered.",
            samples: counts.map { key, count in
                let labels: [MetricSample.Label] = [
                    .init("method", key.method), .init("path", key.path), .init("status", String(key.status)),
                ]
                return MetricSample(labels, .count(count))
            }
        )
    }
}

extension QueueStatistics {
    /// The queue, as metrics.
    ///
    /// - Parameter known: Channels to show even if nothing of theirs is queued.
    func families(of known: some Sequence<ChannelID>) -> [MetricFamily] {
        let all = channels.merging(known.map { ($0, ChannelStatistics()) }) { given, _ in given }
        return [
            MetricFamily(
                "fanfare_queue_depth",
                .gauge,
                help: "Deliveries that have not ended, waiting or held by workers.",
                samples: all.flatMap { channel, statistics in
                    [(DeliveryState.queued, statistics.queued), (.sending, statistics.sending)].map { state, count in
                        let labels = [
                            MetricSample.Label("channel", channel.rawValue), .init("state", state.rawValue),
                        ]
                        return MetricSample(labels, .number(Double(count)))
                    }
                }
            ),
            MetricFamily(
                "fanfare_queue_oldest_seconds",
                .gauge,
                help: "How long the oldest due delivery has been due; 0 if none is.",
                samples: all.map { channel, statistics in
                    MetricSample(
                        [.init("channel", channel.rawValue)],
                        .number(statistics.oldestDue?.inSeconds ?? 0)
                    )
                }
            ),
        ]
    }
}
