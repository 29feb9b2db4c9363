import FanfareCore
import FoundationEssentials
import Testing

@Suite struct DeviceRegistrationTests {
    let id = DeviceID(rawValue: UUID())
    let start = Timestamp(millisecondsSinceEpoch: 1000)
    let later = Timestamp(millisecondsSinceEpoch: 2000)

    func registration(_ token: String = "aa01", _ change: (inout DeviceRegistration) -> Void = { _ in }) throws
        -> DeviceRegistration
    {
        var registration = DeviceRegistration(try DeviceToken(token, platform: .apns), platform: .apns, appID: "shop")
        change(&registration)
        return registration
    }

    func known() throws -> Device {
        try registration {
            $0.user = .set("ada")
            $0.environment = .set(.sandbox)
            $0.deviceKey = .set("key")
            $0.authorized = .set(true)
            $0.locale = .set("tr-TR")
            $0.timeZone = .set("Europe/Istanbul")
            $0.model = .set("iPhone17,2")
            $0.osVersion = .set("26.1")
            $0.appVersion = .set("3")
        }.applied(to: nil, id: id, at: start)
    }

    @Test(
        arguments: [
            (FieldUpdate<Int>.keep, 1, 1), (.keep, nil, nil), (.clear, 1, nil), (.clear, nil, nil), (.set(2), 1, 2),
            (.set(2), nil, 2), (nil, 1, nil),
        ] as [(FieldUpdate<Int>, Int?, Int?)]
    )
    func `a field is kept, cleared or set`(update: FieldUpdate<Int>, before: Int?, after: Int?) {
        #expect(update.applied(to: before) == after)
    }

    @Test func `a new device has what it said and nothing else`() throws {
        let device = try registration { $0.user = .set("ada") }.applied(to: nil, id: id, at: start)
        #expect(
            device
                == Device(
                    id: id,
                    platform: .apns,
                    appID: "shop",
                    token: "aa01",
                    user: "ada",
                    registeredAt: start,
                    createdAt: start
                )
        )
    }

    @Test func `a re-sync that says nothing changes nothing but the time`() throws {
        let device = try registration().applied(to: known(), id: DeviceID(rawValue: UUID()), at: later)
        var expected = try known()
        expected.registeredAt = later
        #expect(device == expected)
        #expect(try !device.differs(from: known()))
    }

    @Test func `a sign-out clears the user and keeps the rest`() throws {
        let device = try registration { $0.user = nil }.applied(to: known(), id: id, at: later)
        #expect(device.user == nil)
        #expect(device.locale == "tr-TR")
        #expect(try device.differs(from: known()))
    }

    @Test func `registering again makes a device valid again`() throws {
        var aside = try known()
        aside.invalidatedAt = start
        aside.invalidReason = "unregistered"
        let device = try registration().applied(to: aside, id: id, at: later)
        #expect(device.invalidatedAt == nil)
        #expect(device.invalidReason == nil)
        #expect(device.differs(from: aside))
    }

    @Test func `a new token keeps the device and forgets the old token's environment`() throws {
        let device = try registration("bb02").applied(to: known(), id: DeviceID(rawValue: UUID()), at: later)
        #expect(device.id == id)
        #expect(device.token == "bb02")
        #expect(device.environment == nil)
        #expect(device.createdAt == start)
    }

    @Test func `a new token with its environment has that`() throws {
        let device = try registration("bb02") { $0.environment = .set(.production) }
            .applied(to: known(), id: id, at: later)
        #expect(device.environment == .production)
    }

    @Test func `every field that is set changes`() throws {
        let device = try registration {
            $0.user = .set("bob")
            $0.environment = .set(.production)
            $0.deviceKey = .set("other")
            $0.authorized = .set(false)
            $0.locale = .set("de-AT")
            $0.timeZone = .set("Europe/Vienna")
            $0.model = .set("iPad")
            $0.osVersion = .set("27")
            $0.appVersion = .set("4")
        }.applied(to: known(), id: id, at: later)
        #expect(device.user == "bob")
        #expect(device.environment == .production)
        #expect(device.deviceKey == "other")
        #expect(device.authorized == false)
        #expect(device.locale == "de-AT")
        #expect(device.timeZone == "Europe/Vienna")
        #expect(device.model == "iPad")
        #expect(device.osVersion == "27")
        #expect(device.appVersion == "4")
    }

    @Test func `a device that was not there before has changed`() throws {
        #expect(try known().differs(from: nil))
    }
}
