import FanfareCore
import Testing

@Suite struct FingerprintTests {
    // The test vectors of draft-eastlake-fnv, and digests of an independent implementation.
    @Test(arguments: [
        ("", "6c62272e07bb014262b821756295c58d"),
        ("a", "d228cb696f1a8caf78912b704e4a8964"),
        ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
        ("hello", "e3e1efd54283d94f7081314b599d31b3"),
        ("chongo was here!\n", "d09f538fec03781a034e1e32bab19a75"),
        ("10", "088094cf09ab1be95aa07330556e750c"),
    ])
    func `the digest is FNV-1a with 128 bits, in 32 digits`(text: String, digest: String) {
        #expect(Fingerprint(of: text.utf8).rawValue == digest)
    }
}
