import FanfareCore

/// Takes known keys out of a part of the `aps` dictionary; what is left in the end has no property.
struct APSReader {
    /// Whether numbers may be given as texts, as templates do.
    let readsTexts: Bool
    private(set) var rest: [String: JSONValue]
    private let place: String

    /// - Parameters:
    ///   - object: The part.
    ///   - place: Where it is in the payload, for errors.
    ///   - readsTexts: Whether numbers may be given as texts.
    init(_ object: [String: JSONValue], at place: String, readsTexts: Bool) {
        self.rest = object.filter { !$0.value.isNull }
        self.place = place
        self.readsTexts = readsTexts
    }

    mutating func text(_ key: String) throws(APNsMessageError) -> String? {
        try take(key, expected: "a string") { $0.string }
    }

    mutating func texts(_ key: String) throws(APNsMessageError) -> [String]? {
        try take(key, expected: "a list of strings") { value in
            value.array.flatMap { elements in
                let texts = elements.compactMap(\.string)
                return texts.count == elements.count ? texts : nil
            }
        }
    }

    mutating func object(_ key: String) throws(APNsMessageError) -> [String: JSONValue]? {
        try take(key, expected: "an object") { $0.object }
    }

    mutating func integer(_ key: String) throws(APNsMessageError) -> Int? {
        let number = number
        return try take(key, expected: "a whole number") { number($0)?.int }
    }

    mutating func double(_ key: String) throws(APNsMessageError) -> Double? {
        let number = number
        return try take(key, expected: "a number") { number($0)?.double }
    }

    /// Apple writes some truth values as 1 and some as true.
    mutating func flag(_ key: String) throws(APNsMessageError) -> Bool? {
        let number = number
        return try take(key, expected: "1 or 0") { value in
            if let flag = value.bool { return flag }
            switch number(value)?.int {
            case 0: return false
            case 1: return true
            default: return nil
            }
        }
    }

    /// A time in seconds since the Unix epoch.
    mutating func time(_ key: String) throws(APNsMessageError) -> Timestamp? {
        try integer(key).map { Timestamp(secondsSinceEpoch: Int64($0)) }
    }

    /// Any value, for keys that come in several forms.
    mutating func value(_ key: String) -> JSONValue? { rest.removeValue(forKey: key) }

    /// - Throws: Always: the key's value is not what is expected there.
    func refuse(_ key: String, _ value: JSONValue, expected: String) throws(APNsMessageError) -> Never {
        throw APNsMessageError(path(key), "is \(value.kind); expected \(expected)")
    }

    /// Where a key is in the payload.
    func path(_ key: String) -> String { "\(place).\(key)" }

    private mutating func take<Value>(
        _ key: String,
        expected: String,
        _ read: (JSONValue) -> Value?
    ) throws(APNsMessageError) -> Value? {
        guard let value = value(key) else { return nil }
        guard let result = read(value) else { try refuse(key, value, expected: expected) }
        return result
    }

    /// Reads a number, from a text too where that is allowed.
    private var number: (JSONValue) -> JSONNumber? {
        readsTexts ? { $0.number ?? $0.string.flatMap { JSONNumber($0) } } : { $0.number }
    }
}

extension Timestamp {
    init(secondsSinceEpoch seconds: Int64) {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.init(millisecondsSinceEpoch: overflow ? (seconds < 0 ? .min : .max) : milliseconds)
    }

    /// Rounded down.
    var secondsSinceEpoch: Int64 {
        let (quotient, remainder) = microsecondsSinceEpoch.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
