import FanfareAPNs
import FanfareCore
import Testing

struct APNsChannelTests {
    @Test func `the channel delivers to the devices of its name`() {
        #expect(ChannelID.apns.rawValue == Platform.apns.rawValue)
    }
}
