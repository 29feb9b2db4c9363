import Foundation

/// The load generator of nghttp2, with the request our sender makes: what it costs is the yardstick.
enum H2Load {
    static func measure(connections: Int, streams: Int, count: Int, port: UInt16, folder: URL) throws -> Measurement {
        let body = folder.appending(path: "body.json")
        let text =
            #"{"aps":{"alert":{"body":"Arriving tomorrow. Tap to track.","title":"Order #1234 shipped"},"#
            + #""sound":"default","thread-id":"orders"},"link":"/orders/1234"}"#
        try text.write(to: body, atomically: true, encoding: .utf8)
        let jwt = String(repeating: "x", count: 200)
        let report = try Measurement.ofChild(count) {
            try output(
                of: "/usr/bin/h2load",
                "-n",
                String(count),
                "-c",
                String(connections),
                "-m",
                String(streams),
                "-d",
                body.path,
                "-H",
                "authorization: bearer \(jwt)",
                "-H",
                "apns-topic: com.example.app",
                "-H",
                "apns-push-type: alert",
                "-H",
                "apns-priority: 10",
                "-H",
                "apns-id: 019b76dc-9431-7002-953a-eb70673e29cb",
                "-H",
                "apns-collapse-id: 019b76dc-9431-7000-844c-3cd7f43c661c",
                "https://127.0.0.1:\(port)/3/device/\(SenderRun.token)"
            )
        }
        guard report.result.contains(" \(count) succeeded") else { throw Failed(report: report.result) }
        return report.measurement
    }

    struct Failed: Error { let report: String }
}
