import Foundation
import TestPrograms

/// The parser of Prometheus' own Python client, which judges a text independently.
enum PrometheusReferee {
    struct Sample: Decodable, Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Family: Decodable {
        let name: String
        let type: String
        let help: String
        let samples: [Sample]
    }

    struct Refusal: Error, CustomStringConvertible {
        let description = "the parser refused the text, or did not run; Scripts/setup test installs it"
    }

    /// Reads a text.
    static func read(_ text: String) async throws -> [Family] {
        // Debian's packages are for Debian's own Python, which need not be the first one on the path.
        let system = "/usr/bin/python3"
        let python = FileManager.default.isExecutableFile(atPath: system) ? system : "python3"
        let (json, status) = try await ChildProcess.run("/usr/bin/env", [python, "-c", script], input: text)
        guard status == 0 else { throw Refusal() }
        return try JSONDecoder().decode([Family].self, from: Data(json.utf8))
    }

    private static let script = """
        import json, sys, math
        from prometheus_client.parser import text_string_to_metric_families
        text = sys.stdin.buffer.read().decode()
        json.dump([
            dict(name=f.name, type=f.type, help=f.documentation,
                 samples=[dict(name=s.name, labels=s.labels, value=s.value if math.isfinite(s.value) else 0) for s in f.samples])
            for f in text_string_to_metric_families(text)
        ], sys.stdout)
        """
}
