import FanfareCore
import Testing

struct MailDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 +0000"),
        (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 +0000"), (1_781_510_400_999, "Mon, 15 Jun 2026 08:00:00 +0000"),
        (4_102_444_799_000, "Thu, 31 Dec 2099 23:59:59 +0000"), (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
    ])
    func `a time is written as mail has it`(milliseconds: Int64, text: String) {
        #expect(Timestamp(millisecondsSinceEpoch: milliseconds).mailDate == text)
    }
}
