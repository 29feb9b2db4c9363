import FanfareCore
import FanfarePush
import Testing

@testable import FanfareFCM

struct PreparedFCMMessageTests {
    private let now = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)
    private let context: DeliveryContext

    init() throws {
        let ids = IdentifierSource(clock: SystemClock())
        context = DeliveryContext(delivery: ids.next(), notification: ids.next(), type: "t", collapseKey: "k\"é\n")
    }

    private func body(_ message: FCMMessage, to target: FCMTarget = .token("t"), isTrial: Bool = false) throws
        -> JSONValue
    {
        let prepared = try PreparedFCMMessage(message)
        return try JSONParser(.json).parse(prepared.body(to: target, context: context, now: now, isTrial: isTrial))
    }

    @Test func `a trial says so, and anything else does not`() throws {
        let message = FCMMessage.alert(title: "T")
        #expect(try body(message)["validate_only"] == nil)
        let trial = try body(message, isTrial: true)
        #expect(trial["validate_only"] == true)
        #expect(try trial["message"] == body(message)["message"])
    }

    @Test func `the same message goes to each target under its own name`() throws {
        let targets: [(FCMTarget, String, JSONValue)] = [
            (.token("a:b-c_d"), "token", "a:b-c_d"), (.fid("f"), "fid", "f"), (.topic("news"), "topic", "news"),
            (.condition("'a\"' in topics"), "condition", "'a\"' in topics"),
        ]
        for (target, name, value) in targets {
            let message = try #require(try body(.alert(title: "T"), to: target)["message"]?.object)
            #expect(message[name] == value)
            #expect(Set(message.keys).intersection(FCMTarget.memberNames) == [name])
        }
    }

    @Test func `a message's own target wins`() throws {
        var message = FCMMessage.alert(title: "T")
        message.target = .topic("news")
        let sent = try #require(try body(message, to: .token("t"))["message"]?.object)
        #expect(sent["topic"] == "news" && sent["token"] == nil)
    }

    @Test func `values of a delivery are escaped`() throws {
        let message = try body(.alert(title: "T"))["message"]
        #expect(message?["android"]?["notification"]?["tag"] == "k\"é\n")
        #expect(message?["android"]?["collapse_key"] == "k\"é\n")
    }

    @Test func `a message that shows nothing wakes Apple's apps in the background`() throws {
        let message = try body(.data(["n": 1]))["message"]
        #expect(message?["apns"]?["payload"] == ["aps": ["content-available": 1]])
        #expect(message?["apns"]?["headers"]?["apns-push-type"] == "background")
        #expect(message?["apns"]?["headers"]?["apns-priority"] == "5")
        #expect(message?["notification"] == nil && message?["android"]?["notification"] == nil)
    }

    @Test func `a topic takes half of what a device does`() throws {
        let message = FCMMessage.data(["k": .string(String(repeating: "x", count: 2048))])
        _ = try body(message, to: .token("t"))
        for target in [FCMTarget.topic("t"), .condition("'t' in topics")] {
            let error = #expect(throws: FCMMessageError.self) { try body(message, to: target) }
            // The key, and what wakes Apple's apps is not the message's.
            #expect(error?.excess == 1)
        }
        var own = message
        own.target = .topic("t")
        #expect(throws: FCMMessageError.self) { try own.validate() }
    }
}
