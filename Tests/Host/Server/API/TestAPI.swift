import FanfareCore
import FanfareMemory
import FanfareSigning
import FanfareTesting
import Testing

@testable import FanfareHost

/// The API behind a real server on loopback. Every answer is held against the OpenAPI document.
struct TestAPI: Sendable {
    static let key = "an-api-key-of-24-letters"

    struct Answer: Sendable {
        let status: Int
        let json: JSONValue
        let text: String
        let headers: RawClient.Response

        var field: String? { json["field"]?.string }
        var detail: String { json["detail"]?.string ?? "" }
        var type: String? { json["type"]?.string }
    }

    let api: API
    let catalog: NotificationCatalog
    let notify: Notifier
    let store: any Store
    let clock: ManualClock
    let worker: Worker
    /// Sends anything to APNs tokens.
    let apns: RecordingChannel<String>
    /// Sends anything to mail addresses.
    let mail: RecordingChannel<String>
    let failures: Guarded<[String]>
    let port: UInt16

    /// Serves a store while `body` runs.
    static func serve(
        _ makeStore: (ManualClock) async throws -> any Store = { MemoryStore(clock: $0) },
        userTokens: Bool = true,
        body: (TestAPI) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        let store = try await makeStore(clock)
        let apns = RecordingChannel(id: "apns", of: String.self)
        let mail = RecordingChannel(id: "mail", of: String.self, reach: .addresses)
        let channels = try ChannelRegistry([apns, mail], retry: RetryPolicy(jitter: 0))
        let failures = Guarded<[String]>([])
        let services = APIServices(
            store: store,
            notify: Notifier(store: store, channels: channels, clock: clock),
            catalog: NotificationCatalog([HostNotification(Greeting.self), .faulty, .refused]),
            authenticator: Authenticator(
                apiKeys: [Secret("another-key-of-some-length"), Secret(key)],
                userTokens: userTokens
                    ? TokenVerifier(key: try VerificationKey(UserTokens.secret, for: .hs256)) : nil
            ),
            platforms: [.apns, .fcm],
            channels: channels,
            clock: clock,
            pausedCredentials: { ["apns": ["shop"], "mail": ["default"]] },
            metrics: { "fanfare_up 1\n" },
            failed: { error, path in failures.withLock { $0.append("\(path): \(error)") } }
        )
        let api = API { services }
        let configuration = HTTPServerConfiguration(address: try ListenAddress(parsing: "127.0.0.1:0"))
        let server = HTTPServer(
            configuration: configuration,
            handler: { await api.respond(to: $0) },
            rejection: { api.rejection($0) }
        )
        let test = TestAPI(
            api: api,
            catalog: services.catalog,
            notify: services.notify,
            store: store,
            clock: clock,
            worker: Worker(queue: store, channels: channels, clock: clock, observer: NoObserver()),
            apns: apns,
            mail: mail,
            failures: failures,
            port: try server.start().port
        )
        do {
            try await body(test)
            await server.stop(grace: .zero)
        } catch {
            await server.stop(grace: .zero)
            throw error
        }
    }

    /// Makes a call and checks its answer against the document.
    @discardableResult
    func call(
        _ method: String,
        _ target: String,
        _ body: String? = nil,
        as credential: String? = key,
        headers: [String] = []
    ) async throws -> Answer {
        var head = ["\(method) \(target) HTTP/1.1", "Host: a", "Connection: close"] + headers
        if let credential { head.append("Authorization: Bearer \(credential)") }
        if let body { head.append("Content-Length: \(body.utf8.count)") }
        let client = try RawClient(port: port)
        await client.send(head.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        let response = try await client.response(toHead: method == "HEAD")
        let answer = Answer(
            status: response.status,
            json: (try? JSONParser().parse(response.body)) ?? .null,
            text: response.body,
            headers: response
        )
        try OpenAPIReferee.check(answer, to: method, target, body, api: api)
        return answer
    }

    /// Registers a device for a user.
    func register(_ token: String, for user: String) async throws -> String {
        let answer = try await call(
            "PUT",
            "/v1/devices",
            #"{"platform":"apns","token":"\#(token)","user":"\#(user)"}"#
        )
        return try #require(answer.json["id"]?.string)
    }

    /// How many devices there are.
    func deviceCount() async throws -> Int { try await store.devices(after: nil, limit: 500).count }

    /// How many deliveries there are.
    func deliveryCount() async throws -> Int {
        try await store.deliveries(matching: DeliveryFilter(), after: nil, limit: 500).count
    }
}

/// A notification written in Swift.
struct Greeting: Notification, Decodable {
    static let type: NotificationType = "greeting"
    var name: String

    func via(_ recipient: some Notifiable) -> [Via<Self>] {
        [
            Via("apns") { notification, _ in "Hello, \(notification.name)" },
            Via("mail") { notification, _ in "Dear \(notification.name)" },
        ]
    }

    func summary(for recipient: some Notifiable) -> NotificationSummary {
        NotificationSummary(title: "Hello, \(name)", data: try? Payload(encoding: ["name": name]))
    }
}

extension HostNotification {
    /// Has nothing to say about its data but a fault.
    static let faulty = HostNotification(type: "faulty") { _ in
        throw TriggerError("is missing", at: JSONPointer(["order", "a/b"]))
    }

    /// Finds the fault when it is rendered.
    static let refused = HostNotification(type: "refused") { _ in
        let rendering = Rendering(channel: "mail") { _ in throw TriggerError("is too long", at: JSONPointer(["text"])) }
        let draft = NotificationDraft(
            type: "refused",
            category: .transactional,
            ways: { _ in [NotificationDraft.Way(name: "mail", renderings: [rendering])] },
            summary: { _ in NotificationSummary() }
        )
        return TriggeredNotification(draft: draft)
    }
}
