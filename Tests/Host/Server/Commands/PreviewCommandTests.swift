import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1)))
struct PreviewCommandTests {
    private let world = World(
        """
        { store: "shared:", channels: { pager: { key: "k" }, log: {} },
          notifications: { hello: { via: ["push", "log"], title: "Hello {{name}}", data: { b: 1, a: [true, {}, []] } } } }
        """
    )

    private let data = #"{"name": "Ada"}"#

    @Test func `every channel's message is shown, and nothing is stored or sent`() async throws {
        #expect(await world.run("preview", "hello", "--data", data) == 0, "\(world.complaints.value)")
        #expect(
            world.printed.value == [
                "=== pager",
                """
                {
                  "data": {
                    "a": [
                      true,
                      {},
                      []
                    ],
                    "b": 1
                  },
                  "text": "Hello Ada"
                }
                """,
                "\n=== log", "{\n  \"data\": {},\n  \"text\": \"Hello Ada\"\n}",
            ]
        )
        #expect(try await world.store.deliveries(matching: DeliveryFilter(), after: nil, limit: 9).isEmpty)
        #expect(world.pager.channels.value.allSatisfy { $0.messages.isEmpty })
    }

    @Test func `one channel's message is nothing but that`() async throws {
        #expect(await world.run("preview", "hello", "--data", data, "--channel", "log") == 0)
        #expect(world.printed.value == ["{\n  \"data\": {},\n  \"text\": \"Hello Ada\"\n}"])
    }

    @Test func `values may come from a file`() async throws {
        world.write(data, to: "data.json")
        #expect(await world.run("preview", "hello", "--data", "@data.json", "--channel", "log") == 0)
        #expect(world.printed.value.joined().contains("Hello Ada"))
        #expect(await world.run("notify", "hello", "--data", "@data.json", "--route", "pager:12345678") == 0)
    }

    @Test func `with --json it is JSON in one line, and says where files were written`() async throws {
        #expect(await world.run("preview", "hello", "--data", data, "--json", "--output", "shown/") == 0)
        let json = try JSONParser(.json).parse(try #require(world.printed.value.first))
        #expect(world.printed.value.count == 1 && json["type"] == "hello")
        let messages = try #require(json["messages"]?.array)
        #expect(messages.map { $0["channel"] } == ["pager", "log"])
        #expect(messages.first?["message"]?["text"] == "Hello Ada")
        let file: JSONValue = ["name": "log.json", "mediaType": "application/json", "path": "shown/log.json"]
        #expect(messages.last?["files"] == [file])
    }

    @Test(arguments: [
        (["--channel", "pager", "--output", "page.json"], ["page.json"]),
        (["--channel", "pager", "--output", "folder"], ["folder/pager.json"]),
        (["--output", "new/"], ["new/log.json", "new/pager.json"]),
    ])
    func `files are written where they are wanted`(_ arguments: [String], _ paths: [String]) async throws {
        let fanfare = Fanfare(channels: world.plugins.channels, stores: world.plugins.stores)
        #expect(await fanfare.run(["preview", "hello", "--data", data] + arguments, in: world.surroundings) == 0)
        let files = world.files.value.filter { $0.key != "./fanfare.json5" }
        #expect(files.keys.sorted() == paths)
        #expect(files.values.allSatisfy { $0.contains("\"text\": \"Hello Ada\"") && $0.hasSuffix("}\n") })
        for path in paths { #expect(world.printed.value.contains("\n(written to \(path))")) }
    }

    @Test(arguments: [
        ([], 2, "fanfare preview needs TYPE"),
        (["bye"], 2, "there is no notification type \"bye\"; the types are hello"),
        (["hello"], 2, "--data: /name is missing"),
        (["hello", "--data", "@none.json"], 2, "--data: the file \"none.json\""),
        (["hello", "--data", "{"], 2, "--data is no JSON"),
        (["hello", "--data", "7"], 2, "--data needs a JSON object"),
        (["hello", "--to", "1"], 2, "fanfare preview needs --channel beside --to"),
        (
            ["hello", "--data", "{\"name\":1}", "--channel", "fax"], 2,
            "--channel: hello does not go by \"fax\"; it goes by pager, log"
        ),
        (["hello", "--data", "{\"name\":1}", "--output", "page.json"], 2, "--output: there are 2 files to write"),
        (
            ["hello", "--data", "{\"name\":1}", "--output", "locked/"], 1,
            "fanfare: the file \"locked/pager.json\" cannot be written"
        ),
    ])
    func `what is wrong is one line`(arguments: [String], status: Int32, expected: String) async {
        let fanfare = Fanfare(channels: world.plugins.channels, stores: world.plugins.stores)
        #expect(await fanfare.run(["preview"] + arguments, in: world.surroundings) == status)
        #expect(world.complaints.value.count == 1)
        #expect(world.complaints.value.first?.hasPrefix(expected) == true, "\(world.complaints.value)")
        #expect(world.printed.value.isEmpty)
    }

    @Test func `a message that its channel refuses is not shown`() async {
        let name = String(repeating: "a", count: 100)
        #expect(await world.run("preview", "hello", "--data", "{\"name\":\"\(name)\"}") == 1)
        #expect(world.complaints.value.first?.hasPrefix("fanfare: pager: there is no message to show: ") == true)
    }
}
