import FanfareCore

extension ChannelBench {
    func nameIsPlain() throws {
        let name = channel.id.rawValue
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "-"): true
            default: false
            }
        }
        try require(!name.isEmpty && isPlain, "the name '\(name)' is made of a-z, 0-9, dots and hyphens")
    }

    func hasRoom() throws { try require(channel.capacity >= 1, "the capacity \(channel.capacity) is 1 at least") }

    func messageSurvivesStorage() throws {
        let payload = try Payload(encoding: specimen.message)
        let again = try Payload(encoding: stored())
        try require(again == payload, "the message is the same after it was stored and read")
    }

    func acceptsItsMessages() throws {
        do {
            try channel.validate(specimen.message)
            try channel.validate(stored())
        } catch let error as ContractViolation {
            throw error
        } catch {
            throw ContractViolation("its own message is not accepted: \(error)", file: #fileID, line: #line)
        }
    }

    func answers() async throws {
        for route in specimen.routes {
            try checkAnswer(await answer(of: deliver(to: route), "a delivery"))
        }
    }

    private func checkAnswer(_ answer: Answer) throws {
        guard case .thrown(let error) = answer, !(error is NotSent) else { return }
        // Its text may hold anything, and this is shown.
        throw ContractViolation("a delivery threw \(type(of: error)), not NotSent", file: #fileID, line: #line)
    }

    func keepsSecrets() async throws {
        let payload = try Payload(encoding: specimen.message)
        var secrets = try payload.decoded(as: JSONTexts.self).texts
        secrets.append(String(decoding: payload.json, as: UTF8.self))
        // Short texts, such as the name of a sound, may be part of any word.
        secrets.removeAll { $0.count < 6 }
        for route in specimen.routes {
            for text in try await answer(of: deliver(to: route), "a delivery").texts {
                let showsAddress = route.address.count >= 6 && text.contains(route.address)
                try require(!showsAddress, "no reason shows the address")
                try require(!secrets.contains { text.contains($0) }, "no reason shows a text of the message")
            }
        }
    }

    func takesManyAtOnce() async throws {
        // A capacity may be meant for a whole server; a few hundred show whether there is a lock.
        let count = max(1, min(channel.capacity, 256))
        var deliveries: [Task<Answer, Never>] = []
        for number in 0..<count {
            deliveries.append(try deliver(to: specimen.routes[number % specimen.routes.count]))
        }
        defer { for delivery in deliveries { delivery.cancel() } }
        for delivery in deliveries { _ = try await answer(of: delivery, "one of \(count) deliveries at once") }
    }

    func stopsWhenCancelled() async throws {
        for route in specimen.routes {
            let early = try deliver(to: route)
            early.cancel()
            _ = try await answer(of: early, "a delivery cancelled at once")
            let late = try deliver(to: route)
            // Lets it begin, or end: both are as they should be.
            for _ in 0..<20 { await Task.yield() }
            late.cancel()
            _ = try await answer(of: late, "a delivery cancelled on its way")
        }
    }

    func shutsDown() async throws {
        try await shutDown()
        let used = ChannelBench(specimen: specimen, channel: try await specimen.make())
        for route in specimen.routes { _ = try await used.answer(of: used.deliver(to: route), "a delivery") }
        try await used.shutDown()
    }
}

/// All texts of a JSON value, those of members of members too.
private struct JSONTexts: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var texts: [String] = []

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            for key in members.allKeys { texts += try members.decode(JSONTexts.self, forKey: key).texts }
        } else if var elements = try? decoder.unkeyedContainer() {
            while !elements.isAtEnd { texts += try elements.decode(JSONTexts.self).texts }
        } else if let text = try? decoder.singleValueContainer().decode(String.self) {
            texts = [text]
        }
    }
}
