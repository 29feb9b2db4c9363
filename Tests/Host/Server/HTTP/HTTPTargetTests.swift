import Testing

@testable import FanfareHost

struct HTTPTargetTests {
    @Test(arguments: [
        ("/", []), ("/v1/users", ["v1", "users"]), ("/v1/", ["v1", ""]), ("/a//b", ["a", "", "b"]),
        ("/a%2Fb/c", ["a/b", "c"]), ("/a+b", ["a+b"]), ("/%C3%A9%25", ["é%"]), ("/a?b/c", ["a"]),
        ("http://host:80/a/b?c", ["a", "b"]), ("http://host", []), ("http://host?x", []), ("/a%00b", ["a\0b"]),
        ("/a#b", ["a"]), ("/..", [".."]),
    ])
    func `a path is split, then decoded`(target: String, segments: [String]) throws {
        #expect(try HTTPTarget(parsing: target).segments == segments)
    }

    @Test(arguments: ["", "a", "*", "/%", "/%4", "/%4g", "/%+1", "/%ff", "/%c0%af", "/?%", "/?a=%ff", "?a"])
    func `a broken target is refused`(target: String) {
        #expect(throws: HTTPTargetError.self) { try HTTPTarget(parsing: target) }
    }

    @Test func `a query is split, then decoded`() throws {
        let query = try HTTPTarget(parsing: "/p?a=1%262&b=x=y&&c&d=1+2%2B3&a=").query
        #expect(query.map(\.name) == ["a", "b", "c", "d", "a"])
        #expect(query.map(\.value) == ["1&2", "x=y", "", "1 2+3", ""])
        #expect(try HTTPTarget(parsing: "/a%20b?c").rawPath == "/a%20b")
    }
}
