import FanfareCore
import FanfareMemory
import FanfareSQLite
import FanfareTesting
import FoundationEssentials
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1))) struct RegistrationRaceTests {
    @Test func `api-01: a token registered many times at once is one device in memory`() async throws {
        try await TestAPI.serve(body: race)
    }

    @Test func `api-01: a token registered many times at once is one device in SQLite`() async throws {
        let folder = try TemporaryFolder()
        try await TestAPI.serve({ try await folder.store(clock: $0) }, body: race)
    }

    private func race(_ api: TestAPI) async throws {
        let answers = try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                let user = number.isMultiple(of: 2) ? "1" : "2"
                group.addTask {
                    try await api.call(
                        "PUT",
                        "/v1/devices",
                        #"{"platform":"apns","token":"ab12","user":"\#(user)","appVersion":"\#(user)"}"#
                    )
                }
            }
            return try await group.reduce(into: [TestAPI.Answer]()) { $0.append($1) }
        }
        #expect(answers.map(\.status) == Array(repeating: 200, count: 50))
        #expect(Set(answers.compactMap { $0.json["id"]?.string }).count == 1)
        let devices = try await api.store.devices(after: nil, limit: 10)
        #expect(devices.count == 1)
        #expect(devices.first?.user?.rawValue == devices.first?.appVersion)

        let user = try #require(devices.first?.user)
        let body = #"{"to":{"user":"\#(user.rawValue)"},"type":"greeting","data":{"name":"Ada"}}"#
        #expect(try await api.call("POST", "/v1/notifications", body).status == 202)
        try await api.worker.drain()
        #expect(api.apns.messages == ["Hello, Ada"])
    }
}

/// A folder that goes away with this value.
final class TemporaryFolder: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-api-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The store in the folder; opened again it is the same one.
    func store(clock: some WallClock) async throws -> SQLiteStore {
        let store = try await SQLiteStore.open(folder.appending(path: "test.db").path, clock: clock)
        _ = try await store.migrate()
        return store
    }
}
