internal import COpenSSL

/// Compares two secrets in a time that depends on their lengths only, never on where they differ.
///
/// An ordinary `==` stops at the first difference, so that an attacker who measures many answers can find a key byte by
/// byte. Lengths are not hidden.
///
/// - Returns: Whether both have the same bytes.
package func constantTimeEquals(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    return unsafe CRYPTO_memcmp(first, second, first.count) == 0
}
