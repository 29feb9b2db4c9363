import FanfareCore
import FanfarePush
import Testing

@testable import FanfareAPNs
@testable import FanfareFCM

/// An iPhone that is reached by FCM is told what it would be told by APNs.
struct AppleParityTests {
    private static let messages = [
        PushMessage(title: "T", subtitle: "S", body: "B", badge: 3, sound: "ring.caf", category: "C", thread: "t"),
        PushMessage(subtitle: "S"), PushMessage(badge: 0), PushMessage(sound: "default"), PushMessage(data: ["n": 1]),
        PushMessage(title: "", body: ""), PushMessage(body: "B", image: "https://example.com/7.png", priority: .bulk),
        .silent(data: ["n": 1], collapseKey: "k"), PushMessage(data: ["n": 1], priority: .high, isSilent: true),
        PushMessage(title: "T", collapseKey: String(repeating: "é", count: 40), timeToLive: .milliseconds(1500)),
        PushMessage(title: "T", timeToLive: .zero, priority: .high),
    ]

    private let ids = IdentifierSource(clock: SystemClock())
    private let now = Timestamp(millisecondsSinceEpoch: 1_700_000_000_250)

    @Test(arguments: messages, Priority.allCases)
    func `payload and headers are the same`(_ push: PushMessage, _ priority: Priority) throws {
        for (key, expiry, isNow) in [(nil, nil, false), ("order-7", Duration.seconds(60), false), ("", nil, true)] {
            let context = DeliveryContext(
                delivery: ids.next(),
                notification: ids.next(),
                type: "t",
                priority: priority,
                collapseKey: key,
                expiresAt: expiry.map { now.advanced(by: $0) },
                isNowOrNever: isNow
            )
            let direct = try PreparedPush(APNsMessage(push))
            let fields = try direct.fields(context: context, topic: "com.example.app", now: now)
            let payload = try JSONParser(.json).parse(direct.body)
            let body = try PreparedFCMMessage(FCMMessage(push)).body(to: .token("t"), context: context, now: now)
            let apns = try #require(try JSONParser(.json).parse(body)["message"]?["apns"])
            #expect((apns["payload"]?["aps"] ?? [:]) == payload["aps"])
            for name in ["apns-push-type", "apns-priority", "apns-expiration", "apns-collapse-id"] {
                #expect(apns["headers"]?[name]?.string == fields[name], "\(name)")
            }
        }
    }
}
