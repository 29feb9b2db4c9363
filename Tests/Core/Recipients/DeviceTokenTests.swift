import FanfareCore
import Testing

@Suite struct DeviceTokenTests {
    static let plain = String(repeating: "ab12cd34", count: 8)
    /// The token of token_brackets.json.
    static let brackets = "<ab12cd34 ab12cd34 ab12cd34 ab12cd34 ab12cd34 ab12cd34 ab12cd34 ab12cd34>"

    @Test(arguments: [
        plain, plain.uppercased(), brackets, plain + "\n", " " + plain + "\r\n", " <" + plain + "> ",
        "ab12cd34 " + plain.dropFirst(8),
    ])
    func `spellings of one APNs token are one token (apns-10)`(text: String) throws {
        #expect(try DeviceToken(text, platform: .apns).text == Self.plain)
    }

    @Test(arguments: [2, 64, 108, 160, 200])
    func `an APNs token may have any even length (apns-10)`(digits: Int) throws {
        let text = String(repeating: "f0", count: digits / 2)
        #expect(try DeviceToken(text, platform: .apns).text == text)
    }

    // The tokens of token_string_null, token_word_null, token_empty and token_blank.json, and then some.
    @Test(arguments: [
        "(null)", "null", "", "   ", "<>", "< >", "\n", "abc", "xyz1", "ab-12", "ａｂ", "ab\u{0}1", "ab\t12",
    ])
    func `what cannot be an APNs token is refused (api-03)`(text: String) {
        #expect(throws: DeviceToken.Invalid.self) { try DeviceToken(text, platform: .apns) }
    }

    @Test(arguments: [201, 202, 4096])
    func `an APNs token that is too long is refused`(digits: Int) {
        #expect(throws: DeviceToken.Invalid.self) {
            try DeviceToken(String(repeating: "a", count: digits), platform: .apns)
        }
    }

    @Test(arguments: [
        "(null)", "null", "NULL", "nil", "undefined", "<null>", "", "   ", "a b", "tok\n", "tök", "a\u{7F}",
    ])
    func `what cannot be an FCM token is refused (api-03)`(text: String) {
        #expect(throws: DeviceToken.Invalid.self) { try DeviceToken(text, platform: .fcm) }
    }

    @Test(arguments: ["a", "dXyZ-_9:APA91bH", "nullable"])
    func `an FCM token is kept as it is`(text: String) throws {
        #expect(try DeviceToken(text, platform: .fcm).text == text)
    }

    @Test func `an FCM token has at most 4,096 bytes`() throws {
        let longest = String(repeating: "x", count: 4096)
        #expect(try DeviceToken(longest, platform: .fcm).text == longest)
        #expect(throws: DeviceToken.Invalid.self) { try DeviceToken(longest + "x", platform: .fcm) }
    }

    @Test(arguments: ["secret-token-with-hyphens", "abcdef0123456789abcdef0123456789a"])
    func `a refusal holds nothing of the token`(text: String) {
        let error = #expect(throws: DeviceToken.Invalid.self) { try DeviceToken(text, platform: .apns) }
        #expect(error.map { "\($0)".contains(text.prefix(4)) } == false)
    }
}
