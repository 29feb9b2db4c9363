/// Metrics in Prometheus' text format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/): pure rendering.
///
/// Metrics are sorted by name and samples by labels, so that equal metrics have equal texts.
struct MetricsText: Sendable {
    /// The `Content-Type` of the text.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The whole text.
    private(set) var text = ""

    init(_ families: [MetricFamily]) {
        for family in families.sorted(by: { $0.name < $1.name }) where !family.samples.isEmpty { append(family) }
    }

    private mutating func append(_ family: MetricFamily) {
        text += "# HELP \(family.name) \(family.help.escaped(quotes: false))\n"
        text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
        let rendered = family.samples.map { (labels: $0.labels.map(\.text).joined(separator: ","), value: $0.value) }
        for (labels, value) in rendered.sorted(by: { $0.labels < $1.labels }) {
            switch value {
            case .count(let count): append(family.name, labels, String(count))
            case .number(let number): append(family.name, labels, number.metricText)
            case .histogram(let histogram): append(family.name, labels, histogram)
            }
        }
    }

    private mutating func append(_ name: String, _ labels: String, _ histogram: Histogram) {
        var total: UInt64 = 0
        for (bound, count) in zip(histogram.bounds + [.infinity], histogram.counts) {
            total += count
            let label = MetricSample.Label("le", bound.metricText).text
            append(name + "_bucket", labels.isEmpty ? label : labels + "," + label, String(total))
        }
        append(name + "_sum", labels, histogram.sum.metricText)
        append(name + "_count", labels, String(total))
    }

    private mutating func append(_ name: String, _ labels: String, _ value: String) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }
}

extension MetricSample.Label {
    fileprivate var text: String { "\(name)=\"\(value.escaped(quotes: true))\"" }
}

extension Double {
    fileprivate var metricText: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension String {
    /// The text with what the format gives a meaning as escapes: backslash, line feed, and quotes in label values.
    fileprivate func escaped(quotes: Bool) -> String {
        var text = ""
        // By scalar, because CR LF is one character.
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += #"\\"#
            case "\n": text += #"\n"#
            case "\"" where quotes: text += #"\""#
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
