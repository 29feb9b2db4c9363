import FanfareAPNs
import FanfareCore
import Foundation

/// APNs, which allows a thousand requests at once.
enum APNsSender: Sender {
    static let name = "apns"
    static let allowedStreams = 1000
    static let runs = [(1, 100), (1, 500), (1, 1000), (4, 250)].map { connections, streams in
        (connections: connections, streams: streams)
    }

    static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    static var route: Route { .apns(token, environment: .production) }

    static var message: APNsMessage {
        var message = APNsMessage.alert(title: "Order #1234 shipped", body: "Arriving tomorrow. Tap to track.")
        message.sound = .default
        message.threadID = "orders"
        message.data["link"] = "/orders/1234"
        return message
    }

    static func channel(port: UInt16, certificate: String, connections: Int) throws -> APNsChannel {
        // The peer's own key, which is as good as any.
        let folder = URL(filePath: certificate).deletingLastPathComponent()
        let pem = try String(contentsOf: folder.appending(path: "key.pem"), encoding: .utf8)
        let key = APNsKey(pem: Secret(pem), keyID: "ABC123DEFG", teamID: "TEAM123456")
        var configuration = APNsConfiguration(credential: APNsCredential(key: key, topic: "com.example.app"))
        configuration.productionEndpoint = URL(string: "https://127.0.0.1:\(port)")
        configuration.sandboxEndpoint = configuration.productionEndpoint
        configuration.trustedCertificates = certificate
        configuration.connections = connections
        return try APNsChannel(configuration)
    }

    static var yardstick: Yardstick {
        Yardstick(
            path: "/3/device/\(token)",
            fields: [
                "authorization: bearer \(String(repeating: "x", count: 200))", "apns-topic: com.example.app",
                "apns-push-type: alert", "apns-priority: 10", "apns-id: 019b76dc-9431-7002-953a-eb70673e29cb",
                "apns-collapse-id: 019b76dc-9431-7000-844c-3cd7f43c661c",
            ],
            body: #"{"aps":{"alert":{"body":"Arriving tomorrow. Tap to track.","title":"Order #1234 shipped"},"#
                + #""sound":"default","thread-id":"orders"},"link":"/orders/1234"}"#
        )
    }
}
