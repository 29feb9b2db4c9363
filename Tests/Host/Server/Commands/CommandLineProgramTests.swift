import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1)))
struct CommandLineProgramTests {
    private let world = World(
        """
        { store: "shared:", channels: { pager: { key: "k" } },
          notifications: { hello: { via: ["push"], title: "Hello {{name}}" } } }
        """
    )

    private func output() throws -> JSONValue { try JSONParser().parse(world.printed.value.joined()) }

    @Test func `ten faults are ten lines and status 2`() async {
        world.write(
            """
            { store: "other:", http: { apiKeys: ["short"], listen: "nowhere" }, worker: { lease: "0s" },
              retry: { jitter: 2 }, log: { level: "loud" }, channels: { fax: {}, pager: {} },
              notifications: { hello: { via: ["push"], title: "{{" } }, colour: "red" }
            """
        )
        for command in ["check", "serve", "worker", "migrate", "devices"] {
            world.complaints.update { $0 = [] }
            #expect(await world.run(command) == 2)
            #expect(world.complaints.value.count == 10, "\(world.complaints.value)")
        }
        #expect(world.printed.value.isEmpty)
    }

    @Test(arguments: [
        ([], "fanfare needs a command"), (["send"], "fanfare has no command \"send\""),
        (["serve", "--port", "1"], "fanfare serve has no option --port"),
        (["notify", "hello"], "fanfare notify needs exactly one of"),
        (["notify", "hello", "--to", "1", "--device", "2"], "fanfare notify needs exactly one of"),
        (["notify", "bye", "--to", "1"], "there is no notification type \"bye\"; the types are hello"),
        (["notify", "hello", "--to", "1", "--data", "{"], "--data is no JSON"),
        (["notify", "hello", "--to", "1", "--data", "[]"], "--data needs a JSON object"),
        (["notify", "hello", "--to", "1"], "--data: /name is missing"),
        (["notify", "hello", "--to", "1", "--delay", "soon"], "--delay needs a duration"),
        (["notify", "hello", "--route", "fax:1", "--data", "{\"name\":1}"], "--route: there is no channel \"fax\""),
        (["devices", "--limit", "501"], "--limit needs a number from 1 to 500"),
        (["deliveries", "--state", "lost"], "--state needs one of queued"),
        (["help", "me"], "fanfare has no command \"me\""),
        (["check", "--config", "none.json5"], "the configuration file \"none.json5\" cannot be read"),
    ])
    func `wrong usage is one line and status 2`(arguments: [String], expected: String) async {
        let fanfare = Fanfare(channels: world.plugins.channels, stores: world.plugins.stores)
        #expect(await fanfare.run(arguments, in: world.surroundings) == 2)
        #expect(world.complaints.value.count == 1)
        #expect(world.complaints.value.first?.hasPrefix(expected) == true, "\(world.complaints.value)")
        #expect(world.printed.value.isEmpty)
    }

    @Test func `help and version are printed`() async {
        #expect(await world.run("--version") == 0)
        #expect(world.printed.value == ["fanfare \(Fanfare.version)"])
        #expect(await world.run("help") == 0)
        #expect(await world.run("help", "notify") == 0)
        #expect(await world.run("serve", "--help") == 0)
        #expect(world.printed.value.last?.contains("--migrate") == true)
        #expect(world.complaints.value.isEmpty)
    }

    @Test func `a notification is stored once for its key, and another call with the key is refused`() async throws {
        let call = ["--route", "pager:12345678", "--idempotency-key", "k"]
        func send(_ name: String) async -> Int32 {
            await world.run("notify", "hello", call[0], call[1], call[2], call[3], "--data", "{\"name\":\"\(name)\"}")
        }
        #expect(await send("A") == 0)
        #expect(await send("A") == 0)
        #expect(world.printed.value.contains { $0.contains("(stored before)") })
        #expect(await send("B") == 1)
        #expect(try await world.store.deliveries(matching: DeliveryFilter(), after: nil, limit: 9).count == 1)
    }

    @Test func `the options of a call become those of its deliveries`() async throws {
        let data = "{\"name\":1}"
        #expect(
            await world.run(
                "notify",
                "hello",
                "--route",
                "pager:12345678",
                "--data",
                data,
                "--delay",
                "10m",
                "--priority",
                "high",
                "--expires-in",
                "1h"
            ) == 0
        )
        let delivery = try #require(
            try await world.store.deliveries(matching: DeliveryFilter(), after: nil, limit: 9).first
        )
        #expect(delivery.due == world.clock.now.advanced(by: .seconds(600)))
        #expect(delivery.expires == world.clock.now.advanced(by: .seconds(4200)))
        #expect(delivery.priority == .high)
    }

    @Test func `a page ends with the cursor of the next`() async throws {
        for number in 0..<3 {
            let token = try DeviceToken("token-that-is-secret-\(number)", platform: "pager")
            _ = try await world.store.register([DeviceRegistration(token, platform: "pager", user: .set("42"))])
        }
        for arguments in [["devices"], ["devices", "--user", "42"]] {
            var (seen, cursor): ([JSONValue], String?) = ([], nil)
            repeat {
                world.printed.update { $0 = [] }
                let page = arguments + ["--limit", "2", "--json"] + (cursor.map { ["--after", $0] } ?? [])
                let fanfare = Fanfare(channels: world.plugins.channels, stores: world.plugins.stores)
                #expect(await fanfare.run(page, in: world.surroundings) == 0)
                seen += try output()["items"]?.array ?? []
                cursor = try output()["next"]?.string
            } while cursor != nil && seen.count < 9
            #expect(seen.count == 3)
            #expect(Set(seen).count == 3)
            #expect(!world.printed.value.joined().contains("secret"))
        }
    }

    @Test func `check tells what is wrong from what is away`() async {
        #expect(await world.run("check") == 0)
        world.pager.findings.update { $0 = [CheckFinding("key", .unreachable, detail: "no route")] }
        #expect(await world.run("check") == 1)
        world.pager.findings.update { $0.append(CheckFinding("key", .misconfigured, detail: "refused")) }
        #expect(await world.run("check") == 2)
        #expect(world.complaints.value.last == "channels.pager: key is misconfigured: refused")
        #expect(await world.run("check", "--offline") == 0)
        world.write("{ store: \"shared:\", channels: { pager: { key: \"unusable\" } } }")
        #expect(await world.run("check", "--offline") == 2)
        #expect(await world.run("serve") == 2)
    }
}
