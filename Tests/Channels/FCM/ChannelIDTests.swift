import FanfareCore
import FanfareFCM
import Testing

@Suite struct ChannelIDTests {
    @Test func `the channel is called as its platform is`() { #expect(ChannelID.fcm.rawValue == Platform.fcm.rawValue) }
}
