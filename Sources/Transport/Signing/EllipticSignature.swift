/// An ECDSA signature on P-256.
///
/// Tokens carry the two numbers side by side (RFC 7518, section 3.4); OpenSSL takes them as an ASN.1 structure.
struct EllipticSignature {
    private let r: ArraySlice<UInt8>
    private let s: ArraySlice<UInt8>

    /// Takes a signature apart; `nil` unless it is two numbers of exactly 32 bytes.
    init?(raw: [UInt8]) {
        guard raw.count == 64 else { return nil }
        r = raw[..<32]
        s = raw[32...]
    }

    /// Reads what OpenSSL wrote; `nil` unless it is a sequence of two integers of at most 32 bytes each.
    init?(der: [UInt8]) {
        var rest = der[...]
        guard
            rest.popFirst() == 0x30, rest.popFirst().map(Int.init) == rest.count,
            let r = Self.number(from: &rest), let s = Self.number(from: &rest), rest.isEmpty
        else { return nil }
        (self.r, self.s) = (r, s)
    }

    /// The two numbers side by side, 32 bytes each.
    var raw: [UInt8] { Array(r) + s }

    /// The signature as a DER sequence of two integers (RFC 3279, section 2.2.3).
    var der: [UInt8] {
        let content = Self.integer(r) + Self.integer(s)
        return [0x30, UInt8(content.count)] + content
    }

    /// Takes an integer from the front, as exactly 32 bytes.
    private static func number(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.popFirst() == 0x02, let length = rest.popFirst().map(Int.init), length <= rest.count else {
            return nil
        }
        let digits = rest.prefix(length).drop { $0 == 0 }
        rest.removeFirst(length)
        guard digits.count <= 32 else { return nil }
        return ArraySlice(repeatElement(0, count: 32 - digits.count) + digits)
    }

    /// A number that is never negative: without leading zeros, but with one where the first bit would be its sign.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(bytes.drop { $0 == 0 })
        if digits.isEmpty || digits[0] >= 0x80 {
            digits.insert(0, at: 0)
        }
        return [0x02, UInt8(digits.count)] + digits
    }
}
