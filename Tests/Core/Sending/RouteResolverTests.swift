import FanfareCore
import FanfareTesting
import FoundationEssentials
import Testing

@Suite struct RouteResolverTests {
    private struct Custom: Notifiable {
        var recipientID: RecipientID = "ada"
        var answer: Routing
        func routing(for channel: ChannelID) -> Routing { answer }
    }

    func device(
        _ token: String,
        _ platform: Platform = .apns,
        of user: RecipientID? = "ada",
        _ change: (inout Device) -> Void = { _ in }
    ) -> Device {
        let time = Timestamp(millisecondsSinceEpoch: 1)
        var device = Device(
            id: DeviceID(rawValue: UUID()),
            platform: platform,
            token: token,
            user: user,
            registeredAt: time,
            createdAt: time
        )
        change(&device)
        return device
    }

    func channel(_ id: ChannelID = .apns, _ reach: ChannelReach? = nil) -> RecordingChannel<String> {
        RecordingChannel(id: id, of: String.self, reach: reach) { _ in .sent() }
    }

    func addresses(_ resolution: RouteResolver.Resolution) -> [String]? {
        guard case .routes(let routes) = resolution else { return nil }
        return routes.map(\.address)
    }

    @Test func `a channel reaches the recipient's devices of its platform`() {
        let resolver = RouteResolver(devices: [
            device("aa"), device("ff", .fcm), device("bb", of: "bob"), device("cc", of: nil),
        ])
        #expect(addresses(resolver.routes(to: User("ada"), on: channel())) == ["aa"])
        #expect(addresses(resolver.routes(to: User("ada"), on: channel(.fcm))) == ["ff"])
        #expect(addresses(resolver.routes(to: User("bob"), on: channel())) == ["bb"])
    }

    @Test func `the route carries what is known of the device`() throws {
        let phone = device("aa") {
            $0.appID = "shop"
            $0.environment = .sandbox
        }
        let expected = Route(channel: .apns, address: "aa", environment: .sandbox, appID: "shop", device: phone.id)
        #expect(RouteResolver(devices: [phone]).routes(to: User("ada"), on: channel()) == .routes([expected]))
    }

    @Test func `a recipient without devices has no route`() {
        #expect(RouteResolver(devices: []).routes(to: User("ada"), on: channel()) == .none(.noRoute))
        let other = RouteResolver(devices: [device("ff", .fcm)])
        #expect(other.routes(to: User("ada"), on: channel()) == .none(.noRoute))
    }

    @Test func `devices set aside or not authorized are left out, and said so when there are no others`() {
        let aside = device("a1") { $0.invalidatedAt = Timestamp(millisecondsSinceEpoch: 2) }
        let silent = device("a2") { $0.authorized = false }
        let loud = device("a3") { $0.authorized = true }
        let unknown = device("a4")
        let user = User("ada")
        #expect(
            addresses(RouteResolver(devices: [aside, silent, loud, unknown]).routes(to: user, on: channel())) == [
                "a3", "a4",
            ]
        )
        #expect(RouteResolver(devices: [aside]).routes(to: user, on: channel()) == .none(.routesInvalid))
        #expect(RouteResolver(devices: [silent]).routes(to: user, on: channel()) == .none(.notAuthorized))
        #expect(RouteResolver(devices: [aside, silent]).routes(to: user, on: channel()) == .none(.notAuthorized))
    }

    @Test func `a channel for every device takes all platforms, or the recipient by name`() {
        let log = channel("log", .everyDevice)
        let resolver = RouteResolver(devices: [device("aa"), device("ff", .fcm)])
        #expect(addresses(resolver.routes(to: User("ada"), on: log)) == ["aa", "ff"])
        #expect(addresses(resolver.routes(to: User("bob"), on: log)) == ["bob"])
        #expect(resolver.routes(to: Custom(recipientID: .onDemand, answer: .registered), on: log) == .none(.noRoute))
    }

    @Test func `a channel for addresses takes no device`() {
        let resolver = RouteResolver(devices: [device("aa")])
        #expect(resolver.routes(to: User("ada"), on: channel(.apns, .addresses)) == .none(.noRoute))
    }

    @Test func `direct routes are taken as they are, on the channel that asks`() {
        let resolver = RouteResolver(devices: [device("aa")])
        let custom = Custom(answer: .to(Route(channel: "elsewhere", address: "x")))
        #expect(resolver.routes(to: custom, on: channel(.mail)) == .routes([Route(channel: .mail, address: "x")]))
        #expect(resolver.routes(to: Custom(answer: .nowhere), on: channel()) == .none(.noRoute))
    }

    @Test func `given devices are filtered like registered ones`() {
        let resolver = RouteResolver(devices: [])
        let devices = [device("aa"), device("ff", .fcm), device("a2") { $0.authorized = false }]
        #expect(addresses(resolver.routes(to: Custom(answer: .devices(devices)), on: channel())) == ["aa"])
    }
}
