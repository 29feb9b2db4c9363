/// A moment as tokens write it: seconds since 1970-01-01 00:00 UTC, leap seconds ignored (RFC 7519, section 2).
package struct NumericDate: Hashable, Comparable, Sendable, Codable {
    /// The seconds, with a fraction where there is one.
    package let secondsSince1970: Double

    /// The moment so many seconds after the start of 1970.
    package init(secondsSince1970: Double) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads a JSON number, whole or decimal.
    ///
    /// - Throws: `DecodingError` for anything else, such as a number in quotes.
    package init(from decoder: any Decoder) throws {
        secondsSince1970 = try decoder.singleValueContainer().decode(Double.self)
    }

    /// Writes a JSON number, without a fraction where there is none.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let whole = Int64(exactly: secondsSince1970) {
            try container.encode(whole)
        } else {
            try container.encode(secondsSince1970)
        }
    }

    package static func < (first: Self, second: Self) -> Bool {
        first.secondsSince1970 < second.secondsSince1970
    }

    /// The moment a duration later.
    package func advanced(by duration: Duration) -> Self {
        Self(secondsSince1970: secondsSince1970 + duration / .seconds(1))
    }
}
