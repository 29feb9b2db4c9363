import FanfareCore
import FoundationEssentials
import Testing

@Suite struct ClaimedRouteTests {
    static let time = Timestamp(millisecondsSinceEpoch: 1000)

    static func device(_ change: (inout Device) -> Void = { _ in }) -> Device {
        var device = Device(
            id: .sample,
            platform: .apns,
            token: "aa01",
            user: "ada",
            registeredAt: time,
            createdAt: time
        )
        change(&device)
        return device
    }

    @Test(
        arguments: [
            (nil, .removed),
            (device(), .open(device().route(on: .apns), registeredAt: time)),
            (device { $0.user = "bob" }, .handedOver),
            (device { $0.user = nil }, .removed),
            (device { $0.invalidatedAt = time }, .removed),
            (device { $0.authorized = false }, .notAuthorized),
            (
                device {
                    $0.user = "bob"
                    $0.authorized = false
                }, .handedOver
            ),
        ] as [(Device?, ClaimedRoute)]
    )
    func `a device is open to its owner only`(device: Device?, route: ClaimedRoute) {
        #expect(ClaimedRoute(device, for: "ada", on: .apns) == route)
    }

    @Test func `a device addressed directly is open whoever owns it`() {
        let signedOut = Self.device { $0.user = nil }
        let open = ClaimedRoute.open(signedOut.route(on: .apns), registeredAt: Self.time)
        #expect(ClaimedRoute(signedOut, for: .onDemand, on: .apns) == open)
    }

    @Test(arguments: [
        (RouteRemoval.Guard.registeredBefore(Timestamp(millisecondsSinceEpoch: 1001)), true),
        (.registeredBefore(time), false),
        (.registeredBefore(Timestamp(millisecondsSinceEpoch: 999)), false),
        (.registeredAt(time), true),
        (.registeredAt(Timestamp(millisecondsSinceEpoch: 999)), false),
    ])
    func `a removal applies unless the device lives again`(condition: RouteRemoval.Guard, applies: Bool) {
        let removal = RouteRemoval(device: .sample, token: "aa01", condition: condition, reason: "gone")
        #expect(removal.applies(to: Self.device()) == applies)
        #expect(!removal.applies(to: Self.device { $0.token = "bb02" }))
        #expect(!removal.applies(to: Self.device { $0.invalidatedAt = Self.time }))
    }
}
