/// A 128-bit digest that tells whether two calls with one idempotency key are the same call.
///
/// FNV-1a (draft-eastlake-fnv): the same in every process and release, which Swift's own hashing is not. It guards
/// against mistakes, not against attackers: who can send calls can send any call.
public struct Fingerprint: RawRepresentable, Hashable, Sendable {
    /// The digest in hexadecimal, 32 digits.
    public let rawValue: String

    /// Wraps a digest that came out of a store.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Digests bytes, such as a request's canonical JSON.
    public init(of bytes: some Sequence<UInt8>) {
        let prime: UInt128 = (1 << 88) + 0x13B
        var hash: UInt128 = (0x6C62_272E_07BB_0142 << 64) + 0x62B8_2175_6295_C58D
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
        let digits = String(hash, radix: 16)
        self.rawValue = String(repeating: "0", count: 32 - digits.count) + digits
    }
}
