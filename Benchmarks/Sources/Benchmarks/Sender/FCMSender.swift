import FanfareCore
import FanfareFCM
import Foundation

/// FCM, which allows a hundred requests at once on a connection, and so is sent to over several.
enum FCMSender: Sender {
    static let name = "fcm"
    static let allowedStreams = 100
    static let runs = [(1, 100), (4, 100)].map { connections, streams in
        (connections: connections, streams: streams)
    }

    private static let token =
        "cX1mYy9kQ0GkT0x3Zb7r5s:APA91bH" + String(repeating: "0123456789abcdefghijklmnopqrstuvwxyz", count: 4)

    static var route: Route { .fcm(token) }

    static var message: FCMMessage {
        var message = FCMMessage.alert(
            title: "Order #1234 shipped",
            body: "Arriving tomorrow. Tap to track.",
            data: ["link": "/orders/1234"]
        )
        message.android.notification.channelID = "orders"
        return message
    }

    static func channel(port: UInt16, certificate: String, connections: Int) throws -> FCMChannel {
        let account = FCMServiceAccount(
            projectID: "benchmark",
            clientEmail: "push@benchmark.iam.gserviceaccount.com",
            privateKey: Secret(try output(of: "/usr/bin/openssl", "genpkey", "-algorithm", "RSA")),
            tokenURI: try address(port, "/token")
        )
        var configuration = FCMConfiguration(credential: account)
        configuration.endpoint = try address(port, "")
        configuration.trustedCertificates = certificate
        configuration.connections = connections
        configuration.rampUp = .zero
        return try FCMChannel(configuration)
    }

    private static func address(_ port: UInt16, _ path: String) throws -> URL {
        guard let url = URL(string: "https://127.0.0.1:\(port)\(path)") else { throw WrongUsage() }
        return url
    }

    /// What the channel sends, to the letter.
    static var yardstick: Yardstick {
        let tag = "019b76dc-9431-7000-844c-3cd7f43c661c"
        return Yardstick(
            path: "/v1/projects/benchmark/messages:send",
            fields: [
                "content-type: application/json", "x-goog-api-format-version: 2",
                "authorization: Bearer \(String(repeating: "x", count: 200))",
            ],
            body: #"{"message":{"token":"\#(token)","#
                + #""android":{"priority":"high","notification":{"tag":"\#(tag)","channel_id":"orders"}},"#
                + #""apns":{"headers":{"apns-priority":"10","apns-collapse-id":"\#(tag)","apns-push-type":"alert"}},"#
                + #""webpush":{"notification":{"tag":"\#(tag)"}},"data":{"link":"/orders/1234"},"#
                + #""notification":{"body":"Arriving tomorrow. Tap to track.","title":"Order #1234 shipped"}}}"#
        )
    }
}
