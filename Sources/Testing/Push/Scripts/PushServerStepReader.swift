internal import FanfareCore

/// Reads one step of a script that is kept in a file.
struct PushServerStepReader<Answer: PushServerAnswer> {
    private typealias Step = PushServerStep<Answer>

    private let entry: JSONValue
    private let pointer: JSONPointer
    private let longestPause: Duration?

    init(_ entry: JSONValue, at pointer: JSONPointer, _ longestPause: Duration?) {
        self.entry = entry
        self.pointer = pointer
        self.longestPause = longestPause
    }

    func steps() throws(PushServerScriptError) -> [PushServerStep<Answer>] {
        if let frame = entry["send"]?.string { return [try sending(frame)] }
        guard let (name, value) = entry.object?.first, entry.object?.count == 1 else { throw unknown() }
        switch name {
        case "await_requests": return [.expect(try integer(value))]
        case "respond_all": return [.answer(try answer(value))]
        case "respond": return [.answer(try answer(value["with"] ?? .null), to: try integers(value["requests"]))]
        case "stay_silent_on": return [.ignore(try integers(value))]
        case "idle_ms": return [.wait(try pause(value))]
        case "keep_open_ms": return [.wait(try pause(value)), .close]
        // Nothing need be done for it: it is what happens when a course is over.
        case "then_serve_normally" where value == true: return []
        case "close" where value == true: return [.close]
        case "drop_all_packets" where value == true: return [.fallSilent]
        default: throw unknown()
        }
    }

    private func sending(_ frame: String) throws(PushServerScriptError) -> Step {
        switch frame {
        case "SETTINGS":
            guard let count = entry["MAX_CONCURRENT_STREAMS"]?.number?.int, let count = UInt32(exactly: count) else {
                throw PushServerScriptError(pointer, "SETTINGS without MAX_CONCURRENT_STREAMS")
            }
            return .allowStreams(count)
        case "GOAWAY":
            guard let name = entry["error"]?.string, let error = PushServerErrorCode.named[name] else {
                throw PushServerScriptError(pointer, "GOAWAY without an error that is known")
            }
            let last: PushServerGoAway.Last
            if let request = entry["last_stream_of_request"] {
                last = .request(try integer(request))
            } else {
                last = .received
            }
            return .goAway(PushServerGoAway(last: last, error: error, debugData: entry["debug"]?.compactBytes ?? []))
        default: throw unknown()
        }
    }

    private func answer(_ value: JSONValue) throws(PushServerScriptError) -> Answer {
        let status = try integer(value["status"] ?? .null)
        guard (100...999).contains(status) else { throw PushServerScriptError(pointer, "\(status) is no status") }
        return Answer(status: status, fields: [:], body: value["body"]?.compactBytes ?? [])
    }

    private func pause(_ value: JSONValue) throws(PushServerScriptError) -> Duration {
        let pause = Duration.milliseconds(try integer(value))
        return longestPause.map { min($0, pause) } ?? pause
    }

    private func integers(_ value: JSONValue?) throws(PushServerScriptError) -> [Int] {
        guard let values = value?.array else { throw PushServerScriptError(pointer, "a list of requests is missing") }
        var numbers: [Int] = []
        for value in values { numbers.append(try integer(value)) }
        return numbers
    }

    private func integer(_ value: JSONValue) throws(PushServerScriptError) -> Int {
        guard let number = value.number?.int, number >= 0 else {
            throw PushServerScriptError(pointer, "\(value.kind) stands where a whole number is due")
        }
        return number
    }

    private func unknown() -> PushServerScriptError { PushServerScriptError(pointer, "is no step that is known") }
}
