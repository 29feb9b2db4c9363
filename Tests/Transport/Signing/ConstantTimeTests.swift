import FanfareSigning
import Testing

@Suite struct ConstantTimeTests {
    @Test func `equal bytes are equal`() {
        #expect(constantTimeEquals([], []))
        #expect(constantTimeEquals([1, 2, 3], [1, 2, 3]))
    }

    @Test func `a difference anywhere is seen`() {
        let key = Array("0123456789abcdef".utf8)
        for index in key.indices {
            var other = key
            other[index] ^= 1
            #expect(!constantTimeEquals(key, other))
        }
    }

    @Test func `other lengths are never equal`() {
        #expect(!constantTimeEquals([1, 2], [1, 2, 3]))
        #expect(!constantTimeEquals([1, 2, 3], [1, 2]))
        #expect(!constantTimeEquals([], [0]))
    }
}
