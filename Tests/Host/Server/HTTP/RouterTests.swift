import Testing

@testable import FanfareHost

struct RouterTests {
    private func match(_ method: HTTPMethod, _ path: String) -> String {
        var router = Router<String>()
        router.add(.put, "/v1/devices", "register")
        router.add(.delete, "/v1/devices/{id}", "delete")
        router.add(.post, "/v1/{kind}/batch", "batch of any")
        router.add(.post, "/v1/devices/batch", "batch")
        router.add(.get, "/v1/users/{user}/devices", "list")
        router.add(.get, "/", "root")
        router.add(.head, "/v1/own", "own head")
        router.add(.get, "/v1/own", "own get")
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch router.match(method, path == "/" ? [] : segments) {
        case .found(let handler, let pattern, let parameters): return "\(handler) \(pattern) \(parameters)"
        case .wrongMethod(let pattern, let allow): return "405 \(pattern) \(allow)"
        case .notFound: return "404"
        }
    }

    @Test func `a route is found with its parameters`() {
        #expect(match(.get, "/v1/users/42/devices") == #"list /v1/users/{user}/devices ["user": "42"]"#)
        #expect(match(.get, "/") == "root / [:]")
    }

    @Test func `a fixed segment wins over a parameter`() {
        #expect(match(.post, "/v1/devices/batch") == "batch /v1/devices/batch [:]")
        #expect(match(.post, "/v1/others/batch") == #"batch of any /v1/{kind}/batch ["kind": "others"]"#)
    }

    @Test func `a route that fits the path alone does not hide one that fits both`() {
        #expect(match(.delete, "/v1/devices/batch") == #"delete /v1/devices/{id} ["id": "batch"]"#)
    }

    @Test func `HEAD takes the route of GET, unless it has its own`() {
        #expect(match(.head, "/v1/users/42/devices") == #"list /v1/users/{user}/devices ["user": "42"]"#)
        #expect(match(.head, "/v1/own") == "own head /v1/own [:]")
    }

    @Test func `a wrong method is told which are right`() {
        #expect(match(.post, "/v1/users/42/devices") == "405 /v1/users/{user}/devices GET, HEAD")
        #expect(match(.get, "/v1/devices/batch") == "405 /v1/devices/batch DELETE, POST")
        #expect(match(HTTPMethod(rawValue: "get"), "/") == "405 / GET, HEAD")
    }

    @Test(arguments: ["/v1", "/v1/", "/v2/devices", "/v1/users//devices", "/v1/devices/", "/v1/users/42/devices/"])
    func `an unknown path is not found`(path: String) {
        #expect(match(.get, path) == "404")
    }
}
