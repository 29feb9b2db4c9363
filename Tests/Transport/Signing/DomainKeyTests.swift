import FanfareSigning
import Foundation
import Testing

/// Failure cases creds-01 and creds-03, for the keys that sign mail.
struct DomainKeyTests {
    private let referee: Referee

    init() async throws {
        referee = try await Referee.shared.value
    }

    private func error(_ text: String) -> KeyError? {
        do {
            _ = try DomainKey(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("rsa private", DomainKey.Algorithm.rsa), ("rsa private pkcs1", .rsa), ("rsa 1024 private", .rsa),
        ("ed25519 private", .ed25519),
    ])
    func `a key signs as Python's cryptography does`(name: String, algorithm: DomainKey.Algorithm) throws {
        let pem = try #require(referee.keys[name])
        for text in [pem, pem.replacing("\n", with: #"\n"#), "\"\(pem.replacing("\n", with: "\r\n"))\""] {
            let key = try DomainKey(text)
            #expect(key.algorithm == algorithm)
            let signature = try key.sign(Array("mail".utf8))
            #expect(Data(signature).base64EncodedString() == referee.signatures[name])
            #expect(try key.sign(Array("Mail".utf8)) != signature)
        }
    }

    @Test(arguments: [
        ("p256 private", KeyError.Code.algorithmMismatch, "elliptic"), ("rsa 512 private", .rsaTooShort, "512"),
        ("rsa private encrypted", .encrypted, "password"), ("rsa", .publicKey, "public"),
        ("ed25519", .publicKey, "public"), ("secret", .notPEM, "BEGIN PRIVATE KEY"),
    ])
    func `a key of another kind is refused with its reason`(name: String, code: KeyError.Code, hint: String) throws {
        let pem = try #require(referee.keys[name])
        let error = try #require(self.error(pem))
        #expect(error.code == code)
        #expect(error.description.contains(hint))
        for line in pem.split(separator: "\n") where !line.hasPrefix("-----") {
            #expect(!error.description.contains(line))
        }
    }

    @Test func `a key shows its algorithm only`() throws {
        let key = try DomainKey(#require(referee.keys["ed25519 private"]))
        var dumped = ""
        dump([key], to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("ed25519-sha256 signing key"))
            #expect(!text.contains("AsymmetricKey"))
        }
    }

    @Test func `SHA-256 is that of its standard`() throws {
        // FIPS 180-4's example.
        let hash = try Digest.sha256(of: Array("abc".utf8))
        let text = hash.map { String($0, radix: 16) }.joined(separator: " ")
        #expect(
            text.hasPrefix(
                "ba 78 16 bf 8f 1 cf ea 41 41 40 de 5d ae 22 23 b0 3 61 a3 96 17 7a 9c b4 10 ff 61 f2 0 15 ad"
            )
        )
        #expect(try Digest.sha256(of: []).first == 0xE3)
    }
}
