/// The numbers of one combination of labels.
struct MetricSample: Hashable, Sendable {
    /// A label's name and value.
    struct Label: Hashable, Sendable {
        let name: String
        let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What was measured. The set is closed.
    enum Value: Hashable, Sendable {
        case count(UInt64)
        case number(Double)
        case histogram(Histogram)
    }

    /// In the order they are shown in.
    let labels: [Label]
    let value: Value

    init(_ labels: [Label], _ value: Value) {
        self.labels = labels
        self.value = value
    }
}
