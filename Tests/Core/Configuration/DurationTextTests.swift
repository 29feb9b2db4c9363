import FanfareCore
import Testing

@Suite
struct DurationTextTests {
    @Test(
        arguments: [
            ("0s", .zero), ("1ms", .milliseconds(1)), ("500ms", .milliseconds(500)), ("5s", .seconds(5)),
            ("90s", .seconds(90)), ("2m", .seconds(120)), ("1h", .seconds(3600)), ("7d", .seconds(604_800)),
            ("1500ms", .milliseconds(1500)), ("9223372036854775807s", .seconds(Int64.max)),
        ] as [(String, Duration)]
    )
    func `a duration is read and written`(text: String, duration: Duration) {
        #expect(Duration(configurationText: text) == duration)
        #expect(duration.configurationText == text)
    }

    @Test(arguments: [("60s", "1m"), ("1000ms", "1s"), ("24h", "1d"), ("05s", "5s"), ("0d", "0s"), ("120m", "2h")])
    func `the largest unit is written`(text: String, written: String) {
        #expect(Duration(configurationText: text)?.configurationText == written)
    }

    @Test(arguments: [
        "", "5", "s", "-5s", "+5s", "1.5s", "5 s", " 5s", "5s ", "5sec", "5S", "5M", "5min", "1h30m", "5w", "5us", "٥s",
        "5\u{301}s", "9223372036854775808s", "9223372036854775807m", "9223372036854775807d", "99999999999999999999ms",
    ])
    func `anything else is refused`(text: String) {
        #expect(Duration(configurationText: text) == nil)
    }

    @Test
    func `what cannot be written exactly is cut off and never traps`() {
        #expect(Duration.nanoseconds(1_500_000).configurationText == "1ms")
        #expect(Duration.nanoseconds(10).configurationText == "0s")
        #expect(Duration.seconds(-90).configurationText == "-90s")
        #expect(Duration.milliseconds(-1500).configurationText == "-1500ms")
        let longest = Duration.seconds(Int64.max) + .milliseconds(1)
        #expect(longest.configurationText == "9223372036854775807s")
    }
}
