/// All samples of one metric, as they are shown.
struct MetricFamily: Hashable, Sendable {
    /// What the numbers are. The set is closed: it is what the text format has and we use.
    enum Kind: String, Hashable, Sendable {
        /// A number that only grows while the process lives.
        case counter
        /// A number that goes up and down.
        case gauge
        /// How often values fell into ranges.
        case histogram
    }

    /// The metric's name: letters, digits and underscores.
    let name: String
    /// What it counts, in a sentence.
    let help: String
    let kind: Kind
    var samples: [MetricSample]

    init(_ name: String, _ kind: Kind, help: String, samples: [MetricSample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }
}
