/// How a log line looks. The set is closed: configuration chooses among these.
enum LogFormat: String, Hashable, Sendable, CaseIterable {
    /// For people: time, level, message, then `name=value`.
    case text
    /// For programs: one JSON object.
    case json

    /// What `auto` means: text for people, who sit at terminals, and JSON for everything else.
    static func automatic(isTerminal: Bool) -> LogFormat { isTerminal ? .text : .json }
}
