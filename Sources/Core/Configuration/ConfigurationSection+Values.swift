extension ConfigurationSection {
    /// A truth value.
    public func bool(_ key: String) -> Bool? {
        value(key, .bool)
    }

    /// A truth value.
    public func bool(_ key: String, default standard: Bool) -> Bool {
        bool(key) ?? standard
    }

    /// A whole number; 1.0 is one.
    public func integer(_ key: String, in range: ClosedRange<Int>? = nil) -> Int? {
        value(key, .integer(in: range))
    }

    /// A whole number; 1.0 is one.
    public func integer(_ key: String, in range: ClosedRange<Int>? = nil, default standard: Int) -> Int {
        integer(key, in: range) ?? standard
    }

    /// A number.
    public func double(_ key: String, in range: ClosedRange<Double>? = nil) -> Double? {
        value(key, .double(in: range))
    }

    /// A number.
    public func double(_ key: String, in range: ClosedRange<Double>? = nil, default standard: Double) -> Double {
        double(key, in: range) ?? standard
    }

    /// A duration such as "5s"; see `Duration.init(configurationText:)`.
    ///
    /// Right are the durations in `range`; without it, all above zero.
    public func duration(_ key: String, in range: ClosedRange<Duration>? = nil) -> Duration? {
        value(key, .duration(in: range))
    }

    /// A duration such as "5s"; see `Duration.init(configurationText:)`.
    ///
    /// Right are the durations in `range`; without it, all above zero.
    public func duration(
        _ key: String,
        in range: ClosedRange<Duration>? = nil,
        default standard: Duration
    ) -> Duration {
        duration(key, in: range) ?? standard
    }

    /// A list of durations.
    ///
    /// Right are the durations in `range`; without it, all above zero.
    public func durations(_ key: String, in range: ClosedRange<Duration>? = nil) -> [Duration]? {
        list(key, .duration(in: range), allowingOne: false)
    }
}
