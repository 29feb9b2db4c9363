public import FanfareCore

// Scripts that are kept in files.
extension PushServerScript {
    /// Reads a script from a document with the courses of connections, in the order of their opening.
    ///
    /// ```json
    /// {"connections": [[
    ///     {"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 1000},
    ///     {"await_requests": 3},
    ///     {"respond": {"requests": [1, 3], "with": {"status": 200}}},
    ///     {"send": "GOAWAY", "last_stream_of_request": 3, "error": "NO_ERROR", "debug": {"reason": "Shutdown"}},
    ///     {"keep_open_ms": 2000}
    /// ]]}
    /// ```
    ///
    /// The other steps are `respond_all` with a status and a body, `stay_silent_on` with a list of requests, `idle_ms`,
    /// and with the value true `then_serve_normally`, `close` and `drop_all_packets`. Other members of the document are
    /// ignored, other steps are not.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - longestPause: Makes longer pauses this long, so that a test need not wait for minutes.
    /// - Throws: ``PushServerScriptError`` with the first fault.
    public init(_ document: JSONValue, longestPause: Duration? = nil) throws(PushServerScriptError) {
        self.init()
        guard let connections = document["connections"]?.array else {
            throw PushServerScriptError(JSONPointer(["connections"]), "is no list of connections")
        }
        for (index, connection) in connections.enumerated() {
            let place = ["connections", String(index)]
            guard let entries = connection.array else {
                throw PushServerScriptError(JSONPointer(place), "is no list of steps")
            }
            var course: [Step] = []
            for (number, entry) in entries.enumerated() {
                let reader = PushServerStepReader<Request.Answer>(
                    entry,
                    at: JSONPointer(place + [String(number)]),
                    longestPause
                )
                course += try reader.steps()
            }
            self = on(connection: index + 1, course)
        }
    }
}
