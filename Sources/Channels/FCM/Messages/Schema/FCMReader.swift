import FanfareCore

/// Goes through a message from outside in and notes what is wrong with it, and where.
struct FCMReader {
    /// Whether numbers and booleans may be given as texts, as templates do.
    var readsTexts = false
    /// Whether it is a part of a message in a configuration: what is not there may come later, and a member without a
    /// property is a misspelling.
    var isTemplate = false
    private(set) var faults: [FCMMessageError] = []
    private var place: [String] = []

    init(readsTexts: Bool = false, isTemplate: Bool = false) {
        self.readsTexts = readsTexts
        self.isTemplate = isTemplate
    }

    /// Goes to a place further in, and back.
    mutating func inside(_ keys: String..., body: (inout FCMReader) -> Void) {
        place += keys
        body(&self)
        place.removeLast(keys.count)
    }

    /// Notes what is wrong here.
    mutating func note(_ problem: String) { faults.append(FCMMessageError(place, problem)) }

    /// - Throws: The first thing that is wrong.
    func finish() throws(FCMMessageError) {
        if let fault = faults.first { throw fault }
    }
}

extension FCMReader {
    /// Reads a value; one that is not of its kind is noted.
    mutating func value<Value>(_ json: JSONValue, of kind: FCMValueKind<Value>) -> Value? {
        if let value = kind.read(json) { return value }
        if readsTexts, let text = json.string, let value = Self.scalar(text).flatMap(kind.read) { return value }
        note("is \(json.kind); expected \(kind.expected)")
        return nil
    }

    /// Reads an object with members of its own.
    mutating func block<Block: FCMBlock>(_ json: JSONValue) -> Block {
        guard let members = json.object else {
            note("is \(json.kind); expected an object")
            return Block()
        }
        return Block(members, &self)
    }

    /// Notes what FCM would refuse about the value of a key.
    mutating func check<Value>(_ value: Value, of kind: FCMValueKind<Value>, at key: String) {
        guard let problem = kind.problem(value) else { return }
        inside(key) { reader in
            if let inner = problem.key {
                reader.inside(inner) { $0.note(problem.text) }
            } else {
                reader.note(problem.text)
            }
        }
    }

    /// What a text says if it is the text of a number or a boolean.
    private static func scalar(_ text: String) -> JSONValue? {
        switch text {
        case "true": true
        case "false": false
        default: JSONNumber(text).map { .number($0) }
        }
    }
}
