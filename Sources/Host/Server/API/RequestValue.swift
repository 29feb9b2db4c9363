import FanfareCore

/// A value of a request's body and its place; reading it as something else is a problem (400) that names the place.
struct RequestValue: Sendable {
    /// The most bytes of a name, an id or a key.
    static let nameLimit = 255
    /// The most bytes of a token or an address.
    static let addressLimit = 4096
    /// The longest delay and time to live.
    static let durationLimit = Duration.seconds(3_650 * 86_400)

    let json: JSONValue
    let pointer: JSONPointer

    init(_ json: JSONValue, at pointer: JSONPointer = JSONPointer()) {
        self.json = json
        self.pointer = pointer
    }

    /// A problem with this value; the detail begins with a verb.
    func fault(_ detail: String) -> Problem {
        let place = pointer.tokens.isEmpty ? "the body" : pointer.description
        return Problem(.invalidField, "\(place) \(detail)", at: pointer)
    }

    /// A text that is not empty.
    ///
    /// - Parameter limit: How many bytes it may have in UTF-8.
    func text(upTo limit: Int = nameLimit) throws(Problem) -> String {
        guard let text = json.string else { throw wrongKind("a string") }
        guard !text.isEmpty else { throw fault("is empty") }
        guard text.utf8.count <= limit else {
            throw fault("has \(text.utf8.count) bytes; at most \(limit) are allowed")
        }
        return text
    }

    func bool() throws(Problem) -> Bool {
        guard let bool = json.bool else { throw wrongKind("a boolean") }
        return bool
    }

    /// A duration such as "10m".
    func duration() throws(Problem) -> Duration {
        guard let text = json.string else { throw wrongKind("a duration such as \"10m\"") }
        guard let duration = Duration(configurationText: text) else {
            throw fault("is no duration; expected a whole number and ms, s, m, h or d, such as \"10m\"")
        }
        guard duration <= Self.durationLimit else {
            throw fault("is longer than \(Self.durationLimit.configurationText)")
        }
        return duration
    }

    /// A time with its offset from UTC.
    func time() throws(Problem) -> Timestamp {
        guard let text = json.string else { throw wrongKind("a time such as \"2026-01-31T12:00:00+01:00\"") }
        guard let time = Timestamp(rfc3339: text) else {
            throw fault("is no time with an offset, such as \"2026-01-31T12:00:00+01:00\" (RFC 3339)")
        }
        return time
    }

    /// One of a few names.
    func choice<Choice>(of choices: [String: Choice]) throws(Problem) -> Choice {
        guard let choice = choices[try text()] else {
            throw fault("is not known; expected one of \(choices.keys.sorted().joined(separator: ", "))")
        }
        return choice
    }

    /// An object that has only these fields.
    func object(fields: Set<String>) throws(Problem) -> RequestObject {
        let members = try members()
        let unknown = members.keys.filter { !fields.contains($0) }
        if let first = unknown.min() {
            throw RequestValue(.null, at: pointer.appending(first)).fault("is not a known field")
        }
        return RequestObject(members: members, pointer: pointer)
    }

    /// The members of an object with any keys.
    func members() throws(Problem) -> [String: RequestValue] {
        guard let object = json.object else { throw wrongKind("an object") }
        return Dictionary(
            uniqueKeysWithValues: object.map { ($0, RequestValue($1, at: pointer.appending($0))) }
        )
    }

    /// The elements of an array.
    func array(upTo limit: Int) throws(Problem) -> [RequestValue] {
        guard let array = json.array else { throw wrongKind("an array") }
        guard array.count <= limit else { throw fault("has \(array.count) elements; at most \(limit) are allowed") }
        return array.enumerated().map { RequestValue($1, at: pointer.appending($0)) }
    }

    private func wrongKind(_ expected: String) -> Problem { fault("is \(json.kind); expected \(expected)") }
}
