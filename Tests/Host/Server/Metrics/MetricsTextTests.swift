import FanfareCore
import Foundation
import Testing

@testable import FanfareHost

struct MetricsTextTests {
    private static let evil = "a\"b\\c\nd\r\né{},="

    private static var families: [MetricFamily] {
        var histogram = Histogram(bounds: [0.1, 1])
        for duration in [Duration.milliseconds(100), .milliseconds(101), .seconds(1), .seconds(7), .seconds(-5)] {
            histogram.record(duration)
        }
        return [
            MetricFamily(
                "b_total",
                .counter,
                help: "Help with \\ and \n and \".",
                samples: [
                    MetricSample([.init("channel", "b"), .init("reason", evil)], .count(.max)),
                    MetricSample([.init("channel", "a"), .init("reason", "")], .count(0)),
                ]
            ),
            MetricFamily(
                "c_seconds",
                .histogram,
                help: "Durations.",
                samples: [
                    MetricSample([.init("channel", "a")], .histogram(histogram)),
                    MetricSample([], .histogram(Histogram(bounds: [0.5]))),
                ]
            ),
            MetricFamily(
                "a_level",
                .gauge,
                help: "Levels.",
                samples: [
                    MetricSample([.init("x", "1")], .number(1.5)), MetricSample([.init("x", "2")], .number(-.infinity)),
                    MetricSample([.init("x", "3")], .number(.nan)), MetricSample([.init("x", "4")], .number(1e21)),
                    MetricSample([], .number(3)),
                ]
            ),
            MetricFamily("d_total", .counter, help: "Without samples it is not shown.", samples: []),
        ]
    }

    @Test func `the text is the golden file's`() throws {
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/metrics.txt")
        #expect(MetricsText(Self.families).text == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
    }

    @Test func `the order in which metrics and samples come does not matter`() {
        let reversed = Self.families.reversed().map { family in
            MetricFamily(family.name, family.kind, help: family.help, samples: family.samples.reversed())
        }
        #expect(MetricsText(reversed).text == MetricsText(Self.families).text)
    }

    @Test func `another parser reads the same from it`() async throws {
        let families = try await PrometheusReferee.read(MetricsText(Self.families).text)
        #expect(families.map(\.name) == ["a_level", "b", "c_seconds"])
        #expect(families.map(\.type) == ["gauge", "counter", "histogram"])
        #expect(families[1].help == "Help with \\ and \n and \".")
        #expect(families[1].samples.last?.labels["reason"] == Self.evil)
        let buckets = families[2].samples.filter { $0.labels["channel"] == "a" && $0.name == "c_seconds_bucket" }
        #expect(buckets.map(\.value) == [2, 4, 5])
        #expect(buckets.map { $0.labels["le"] } == ["0.1", "1", "+Inf"])
    }
}
