import FanfareCore

/// Restoring idempotency keys.
extension StoreBench {
    private func foreignKey(_ key: String, fingerprint: String = "1", for time: Duration) -> StoredKey {
        let receipt = Receipt(
            id: ids.next(),
            recipient: user,
            deliveries: [.init(id: ids.next(), channel: channel, device: ids.next(), state: .queued)],
            skipped: [SkippedChannel(channel: "other", reason: .noRoute)]
        )
        return StoredKey(
            key: key,
            fingerprint: Fingerprint(rawValue: fingerprint),
            receipts: [receipt],
            end: now.advanced(by: time)
        )
    }

    private func call(_ key: String, fingerprint: String = "1") async throws -> EnqueueResult {
        let idempotency = Submission.Idempotency(
            key: key,
            fingerprint: Fingerprint(rawValue: fingerprint),
            lifetime: .seconds(60)
        )
        return try await store.enqueue(Submission([prepared()], idempotency: idempotency))
    }

    func restoresKeys() async throws {
        let key = foreignKey("key", for: .seconds(10))
        try require(
            await store.restore(keys: [key, foreignKey("other", for: .seconds(9))]),
            is: [true, true],
            "restored"
        )
        clock.advance(by: .microseconds(9_999_999))
        try require(await call("key"), is: .duplicate(key.receipts), "a repeat")
        try require(await call("key", fingerprint: "2"), is: .conflict, "another call with the key")
        try require(await store.idempotencyKeys(after: nil, limit: 9), is: [key], "the keys that are remembered")
        try require(await call("other"), is: .stored, "a repeat when the key is forgotten")
        clock.advance(by: .microseconds(1))
        try require(await call("key"), is: .stored, "a repeat when the key is forgotten")
    }

    func keepsKnownKeys() async throws {
        let known = foreignKey("known", for: .seconds(10))
        let lapsed = foreignKey("lapsed", for: .seconds(5))
        try require(await store.restore(keys: [known, lapsed]), is: [true, true], "keys that are new")
        clock.advance(by: .seconds(5))
        let later = foreignKey("known", fingerprint: "2", for: .seconds(99))
        let renewed = foreignKey("lapsed", fingerprint: "2", for: .seconds(99))
        try require(await store.restore(keys: [later, renewed]), is: [false, true], "keys that are not")
        try require(
            await Set(store.idempotencyKeys(after: nil, limit: 9)),
            is: [known, renewed],
            "the keys that are remembered"
        )
        try require(await call("known"), is: .duplicate(known.receipts), "a repeat of the known call")
    }
}
