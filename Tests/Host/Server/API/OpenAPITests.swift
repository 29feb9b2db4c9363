import FanfareCore
import Testing

@testable import FanfareHost

@Suite struct OpenAPITests {
    /// The calls of the contract, written down once more on purpose.
    static let calls: Set<String> = [
        "PUT /v1/devices", "POST /v1/devices/batch", "DELETE /v1/devices/{id}", "GET /v1/users/{user}/devices",
        "POST /v1/notifications", "GET /v1/notifications/{id}", "POST /v1/notifications/{id}/cancel",
        "GET /v1/deliveries", "GET /v1/deliveries/{id}", "POST /v1/deliveries/{id}/retry",
        "GET /healthz", "GET /readyz", "GET /metrics", "GET /openapi.json",
    ]

    @Test func `the document has the calls of the contract and no others`() throws {
        let paths = try #require(OpenAPIDocument.json["paths"]?.object)
        let described = paths.flatMap { path, item in (item.object ?? [:]).keys.map { "\($0.uppercased()) \(path)" } }
        #expect(Set(described) == Self.calls)
        #expect(described.count == Self.calls.count)
    }

    @Test func `every reference leads somewhere, and every schema is used`() throws {
        var references: Set<String> = []
        func collect(_ value: JSONValue) {
            if let reference = value["$ref"]?.string { references.insert(reference) }
            value.object?.values.forEach(collect)
            value.array?.forEach(collect)
        }
        collect(OpenAPIDocument.json)
        let schemas = try #require(OpenAPIDocument.json["components"]?["schemas"]?.object)
        #expect(references == Set(schemas.keys.map { "#/components/schemas/\($0)" }))
        #expect(schemas.count == 19)
    }

    @Test func `the referee finds what is wrong`() {
        func faults(_ value: JSONValue, _ schema: String) -> Int {
            OpenAPIReferee.faults(of: value, in: ["$ref": .string("#/components/schemas/\(schema)")]).count
        }
        #expect(faults(["id": "1", "changed": true], "RegisteredDevice") == 0)
        #expect(faults(["id": 1, "changed": true], "RegisteredDevice") == 1)
        #expect(faults(["id": "1"], "RegisteredDevice") == 1)
        #expect(faults(["id": "1", "changed": true, "more": 1], "RegisteredDevice") == 1)
        #expect(faults(["items": [["error": ["type": "a"]]]], "DeviceBatchResult") == 1)
        #expect(faults(["platform": "apns", "token": "", "environment": "test"], "DeviceRegistration") == 2)
    }

    @Test func `the kinds of problems have statuses that are errors`() {
        for kind in Problem.Kind.allCases {
            #expect((400...503).contains(kind.status))
            let document = Problem(kind, "detail").json
            #expect(OpenAPIReferee.faults(of: document, in: ["$ref": "#/components/schemas/Problem"]) == [])
        }
    }
}
