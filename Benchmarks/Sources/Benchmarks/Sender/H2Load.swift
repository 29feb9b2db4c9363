import Foundation

/// The load generator of nghttp2, with the request our sender makes: what it costs is the yardstick.
enum H2Load {
    static func measure(
        _ request: Yardstick,
        connections: Int,
        streams: Int,
        count: Int,
        port: UInt16,
        folder: URL
    ) throws -> Measurement {
        let body = folder.appending(path: "body.json")
        try request.body.write(to: body, atomically: true, encoding: .utf8)
        var arguments = ["-n", String(count), "-c", String(connections), "-m", String(streams), "-d", body.path]
        for field in request.fields { arguments += ["-H", field] }
        arguments.append("https://127.0.0.1:\(port)\(request.path)")
        let report = try Measurement.ofChild(count) { try output(of: "/usr/bin/h2load", arguments) }
        guard report.result.contains(" \(count) succeeded") else { throw Failed(report: report.result) }
        return report.measurement
    }

    struct Failed: Error { let report: String }
}
