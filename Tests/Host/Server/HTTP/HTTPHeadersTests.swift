import Testing

@testable import FanfareHost

struct HTTPHeadersTests {
    @Test func `names compare without case`() {
        var headers: HTTPHeaders = ["Content-Type": "a", "X-A": "1", "x-a": "2"]
        #expect(headers["content-type"] == "a")
        #expect(headers["X-a"] == "1")
        #expect(headers.values("X-A") == ["1", "2"])
        headers["X-A"] = "3"
        #expect(headers.values("x-a") == ["3"])
        headers["x-A"] = nil
        #expect(headers.fields.map(\.name) == ["Content-Type"])
    }

    @Test func `bytes that differ by the case bit but are no letters stay apart`() {
        let headers: HTTPHeaders = ["X[": "1"]
        #expect(headers["x{"] == nil)
    }
}
