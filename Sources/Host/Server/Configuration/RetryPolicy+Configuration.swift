import FanfareCore

extension RetryPolicy {
    /// Reads a `retry` section; what it does not say is as in `standard`.
    init(from section: ConfigurationSection, standard: RetryPolicy) {
        let delays = section.durations("delays")
        if delays?.isEmpty == true, section.json("delays") == .array([]) {
            section.fault(at: "delays", "found an empty list", remedy: "expected at least one duration")
        }
        self.init(
            delays: delays ?? standard.delays,
            jitter: section.double("jitter", in: 0...1, default: standard.jitter),
            maxAttempts: section.integer("maxAttempts", in: 1...1000, default: standard.maxAttempts),
            giveUpAfter: section.duration("giveUpAfter", default: standard.giveUpAfter)
        )
    }
}
