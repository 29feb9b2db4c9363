import Testing

@testable import FanfareCore

@Suite struct GenerationalCacheTests {
    @Test func `what was put in comes out`() {
        var cache = GenerationalCache<Int, String>(capacity: 10)
        cache.insert("one", for: 1)
        #expect(cache[1] == "one")
        #expect(cache[2] == nil)
        cache.insert("uno", for: 1)
        #expect(cache[1] == "uno")
    }

    @Test func `the newest half at least is kept, and no more than the capacity`() {
        var cache = GenerationalCache<Int, Int>(capacity: 100)
        for number in 1...1000 {
            cache.insert(number, for: number)
            for recent in max(1, number - 49)...number { #expect(cache[recent] == recent) }
        }
        #expect((1...1000).count { cache[$0] != nil } <= 100)
    }

    @Test func `a newer value hides an older one of the older generation`() {
        var cache = GenerationalCache<Int, Int>(capacity: 4)
        cache.insert(1, for: 1)
        cache.insert(2, for: 2)
        cache.insert(10, for: 1)
        #expect(cache[1] == 10)
    }

    @Test(arguments: [-1, 0, 1])
    func `a capacity too small still holds the newest`(capacity: Int) {
        var cache = GenerationalCache<Int, Int>(capacity: capacity)
        for number in 1...3 { cache.insert(number, for: number) }
        #expect(cache[3] == 3)
        #expect(cache[1] == nil)
    }
}
