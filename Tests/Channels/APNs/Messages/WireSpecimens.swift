import FanfareAPNs
import FanfareCore
import FanfarePush
import Testing

/// One push of every kind, each with a golden file of its name.
struct WireSpecimen: Sendable, CustomTestStringConvertible {
    let name: String
    let message: APNsMessage

    var testDescription: String { name }

    private init(_ name: String, _ message: APNsMessage, _ change: (inout APNsMessage) -> Void = { _ in }) {
        var message = message
        change(&message)
        self.name = name
        self.message = message
    }

    static let time = Timestamp(secondsSinceEpoch: 1_700_000_000)

    static func all() throws -> [WireSpecimen] { try alerts + others + liveActivities() }

    private static let alerts = [
        WireSpecimen(
            "alert",
            .alert(title: "Order #7 shipped", subtitle: "Two parcels", body: "Arriving tomorrow / às 8 h. 🎉", badge: 1)
        ) {
            $0.data = ["link": "/orders/7", "order": ["number": 7, "paid": true, "total": 10.5, "note": nil]]
        },
        WireSpecimen("alert-everything", .alert(title: "Door", body: "It rings.")) {
            $0.threadID = "door"
            $0.category = "RING"
            $0.interruptionLevel = .timeSensitive
            $0.relevanceScore = 0.75
            $0.filterCriteria = "home"
            $0.contentAvailable = true
            $0.mutableContent = true
            $0.targetContentID = "door-1"
            $0.urlArguments = ["doors", "1"]
            $0.additional = ["hologram": ["depth": 3]]
            $0.topic = "com.example.door"
            $0.priority = .conserving
            $0.collapseID = "door-1"
            $0.expiration = .at(time.advanced(by: .milliseconds(1)))
            $0.headers = ["apns-hologram": "1"]
        },
        WireSpecimen("alert-localized", APNsMessage()) {
            $0.alert = APNsAlert(
                localizedTitle: APNsLocalization("SHIPPED_TITLE"),
                localizedSubtitle: APNsLocalization("SHIPPED_SUBTITLE", arguments: []),
                localizedBody: APNsLocalization("SHIPPED_BODY", arguments: ["7", "tomorrow"]),
                launchImage: "Parcel",
                additional: ["summary-arg": "Shop", "summary-arg-count": 2]
            )
        },
        WireSpecimen("alert-critical", .alert(title: "Smoke", sound: .critical("siren.caf", volume: 0))) {
            $0.interruptionLevel = .critical
        },
        WireSpecimen("badge-zero", APNsMessage(badge: 0)),
        WireSpecimen("empty-texts", APNsMessage(alert: APNsAlert(title: "", body: ""), sound: "")) {
            $0.contentAvailable = false
        },
        WireSpecimen(
            "push",
            APNsMessage(
                PushMessage(
                    title: "Order #7 shipped",
                    body: "Arriving tomorrow.",
                    link: "/orders/7",
                    image: "https://example.com/7.png",
                    badge: 0,
                    sound: "default",
                    data: ["number": 7, "link": "/elsewhere"],
                    category: "ORDER",
                    thread: "orders",
                    collapseKey: "order-7",
                    timeToLive: .seconds(3600),
                    priority: .bulk
                )
            )
        ),
    ]

    private static let others = [
        WireSpecimen("background", .background(data: ["sync": "orders"])),
        WireSpecimen("push-silent", APNsMessage(.silent(data: ["sync": "orders"]))),
        WireSpecimen("voip", .voip(data: ["call": "c-1"])),
        WireSpecimen("widgets", .widgets()),
        WireSpecimen("controls", .controls()),
        WireSpecimen("location", APNsMessage(pushType: .location)),
        WireSpecimen("mdm", APNsMessage(data: ["mdm": "push-magic"], pushType: .mdm)) { $0.topic = "com.apple.mgmt.x" },
        WireSpecimen("fileprovider", APNsMessage(data: ["domain": "d"], pushType: .fileProvider)),
        WireSpecimen("complication", APNsMessage(data: ["steps": 9000], pushType: .complication)),
        WireSpecimen("pushtotalk", APNsMessage(data: ["speaker": "Ann"], pushType: .pushToTalk)) {
            $0.expiration = .immediately
        },
        WireSpecimen("unknown-type", APNsMessage(data: ["x": 1], pushType: "hologram")),
    ]

    private struct Trip: Encodable {
        var stops = ["A", "B"]
        var progress = 0.5
    }

    private static func liveActivities() throws -> [WireSpecimen] {
        let alert = APNsAlert(title: "On its way", localizedBody: APNsLocalization("TRIP_BODY", arguments: ["A"]))
        let start = try APNsMessage.startLiveActivity(
            "TripAttributes",
            attributes: ["line": 7],
            contentState: Trip(),
            alert: alert,
            timestamp: time
        )
        let update = try APNsMessage.updateLiveActivity(
            contentState: Trip(stops: [], progress: 1),
            timestamp: time,
            staleDate: time.advanced(by: .seconds(60))
        )
        let end = try APNsMessage.endLiveActivity(
            contentState: Trip(),
            timestamp: time,
            dismissalDate: Timestamp(secondsSinceEpoch: 0)
        )
        return [
            WireSpecimen("live-activity-start", start) {
                $0.sound = "chime.caf"
                $0.liveActivity?.requestsPushToken = true
                $0.relevanceScore = 100
            },
            WireSpecimen("live-activity-update", update),
            WireSpecimen("live-activity-end", end),
        ]
    }
}

extension Timestamp {
    init(secondsSinceEpoch seconds: Int64) { self.init(millisecondsSinceEpoch: seconds * 1000) }
}
