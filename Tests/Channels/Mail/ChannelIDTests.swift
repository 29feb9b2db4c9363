import FanfareCore
import FanfareMail
import Testing

struct ChannelIDTests {
    @Test func `a route to a mailbox belongs to mail`() {
        #expect(Route.mail("ada@example.com") == Route(channel: .mail, address: "ada@example.com"))
        #expect(ChannelID.mail.rawValue == "mail")
    }
}
