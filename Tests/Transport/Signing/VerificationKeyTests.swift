import FanfareSigning
import Testing

/// Failure cases creds-01 and creds-03: keys as people have them, and the wrong kind of key.
@Suite struct VerificationKeyTests {
    private let referee: Referee

    init() async throws {
        referee = try await Referee.shared.value
    }

    private func text(of key: String) throws -> String {
        try #require(referee.keys[key])
    }

    private func expectUsable(_ pem: String, _ algorithm: TokenAlgorithm) throws {
        let token = try #require(referee.tokens["\(algorithm.rawValue) good"]).text
        let verifier = TokenVerifier(key: try VerificationKey(pem, for: algorithm))
        #expect(try verifier.verify(token, at: NumericDate(secondsSince1970: referee.now)).subject == "42")
    }

    private func error(_ text: String, _ algorithm: TokenAlgorithm) -> KeyError? {
        do {
            _ = try VerificationKey(text, for: algorithm)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["p256", "rsa", "rsa pkcs1"])
    func `creds-01: line ends, marks and quotes around a key do not matter`(name: String) throws {
        let pem = try text(of: name)
        let algorithm: TokenAlgorithm = name == "p256" ? .es256 : .rs256
        let lines = pem.split(separator: "\n")
        let longLine = [lines[0], Substring(lines.dropFirst().dropLast().joined()), lines[lines.count - 1]]
        try expectUsable(pem, algorithm)
        try expectUsable(lines.joined(separator: "\n"), algorithm)
        try expectUsable(lines.joined(separator: "\r\n") + "\r\n", algorithm)
        try expectUsable(lines.joined(separator: "\r") + "\r", algorithm)
        try expectUsable("\u{FEFF}" + pem, algorithm)
        try expectUsable(lines.joined(separator: #"\n"#) + #"\n"#, algorithm)
        try expectUsable(lines.joined(separator: #"\\n"#), algorithm)
        try expectUsable(lines.joined(separator: #"\r\n"#), algorithm)
        try expectUsable(lines.joined(separator: " "), algorithm)
        try expectUsable(longLine.joined(separator: "\n"), algorithm)
        try expectUsable("\"\(pem)\"", algorithm)
        try expectUsable("  \n a comment\n" + pem + "\n\n", algorithm)
    }

    @Test(
        arguments: ["p256 private", "p256 private sec1", "p256 private encrypted", "rsa private", "rsa private pkcs1"],
        [TokenAlgorithm.es256, .rs256]
    )
    func `creds-03: a private key is refused, and the error says how to get its public half`(
        name: String,
        algorithm: TokenAlgorithm
    ) throws {
        let error = try #require(try error(text(of: name), algorithm))
        #expect(error.code == .privateKey)
        #expect(error.description.contains("-pubout"))
    }

    @Test(arguments: [
        Mistake("p384", .es256, .wrongCurve, "secp384r1"),
        Mistake("rsa", .es256, .algorithmMismatch, "RSA"),
        Mistake("rsa pkcs1", .es256, .algorithmMismatch, "RSA"),
        Mistake("p256", .rs256, .algorithmMismatch, "elliptic curve"),
        Mistake("ed25519", .rs256, .algorithmMismatch, "no RSA key"),
        Mistake("ed25519", .es256, .algorithmMismatch, "P-256"),
        Mistake("rsa 1024", .rs256, .rsaTooShort, "1024"),
        Mistake("secret", .es256, .notPEM, "BEGIN PUBLIC KEY"),
        Mistake("rsa", .hs256, .algorithmMismatch, "RS256"),
        Mistake("p256", .hs256, .algorithmMismatch, "ES256"),
        Mistake("p256 private", .hs256, .algorithmMismatch, "shared secret"),
    ])
    func `creds-03: the wrong kind of key is refused with its reason`(mistake: Mistake) throws {
        let error = try #require(try error(text(of: mistake.key), mistake.algorithm))
        #expect(error.code == mistake.code)
        #expect(error.description.contains(mistake.hint))
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let key: String
        let algorithm: TokenAlgorithm
        let code: KeyError.Code
        let hint: String

        init(_ key: String, _ algorithm: TokenAlgorithm, _ code: KeyError.Code, _ hint: String) {
            (self.key, self.algorithm, self.code, self.hint) = (key, algorithm, code, hint)
        }

        var testDescription: String { "\(key) for \(algorithm.rawValue)" }
    }

    @Test func `creds-03: a damaged key is refused with its reason`() throws {
        let pem = try text(of: "p256")
        let lines = pem.split(separator: "\n").map(String.init)
        #expect(error("", .es256)?.code == .empty)
        #expect(error(" \r\n", .rs256)?.code == .empty)
        #expect(error("hello", .es256)?.code == .notPEM)
        #expect(error(lines.dropLast().joined(separator: "\n"), .es256)?.code == .unreadable)
        #expect(error([lines[0], lines[2], lines[3]].joined(separator: "\n"), .es256)?.code == .unreadable)
        #expect(error([lines[0], lines[3]].joined(separator: "\n"), .es256)?.code == .unreadable)
        #expect(
            error([lines[0], "?" + lines[1], lines[2], lines[3]].joined(separator: "\n"), .es256)?.code == .unreadable
        )
        #expect(error(try text(of: "p256 and more"), .es256)?.code == .unreadable)
        #expect(error(pem + pem, .es256)?.code == .severalKeys)
        #expect(error(pem.replacing("PUBLIC KEY", with: "CERTIFICATE"), .es256)?.code == .notAKey)
        #expect(error(pem.replacing("PUBLIC KEY", with: "EC PARAMETERS"), .es256)?.code == .notAKey)
        #expect(error(pem.replacing("PUBLIC KEY", with: "RSA PUBLIC KEY"), .rs256)?.code == .unreadable)
    }

    @Test func `an HS256 secret has at least 32 bytes`() {
        #expect(error(String(repeating: "a", count: 31), .hs256)?.code == .secretTooShort)
        #expect(error("", .hs256)?.code == .secretTooShort)
        #expect(error(String(repeating: "a", count: 32), .hs256) == nil)
        #expect(error(String(repeating: "é", count: 16), .hs256) == nil)
    }

    @Test func `neither a key nor its error shows the key`() throws {
        let secret = try text(of: "secret")
        let key = try VerificationKey(secret, for: .hs256)
        var dumped = ""
        dump([key], to: &dumped)
        for text in ["\(key)", String(reflecting: key), "\([key])", dumped] {
            #expect(text.contains("HS256 key"))
            #expect(!text.contains(secret) && !text.contains("48"))
        }
        for (name, pem) in referee.keys {
            for algorithm in TokenAlgorithm.allCases {
                let shown = error(pem, algorithm)?.description ?? ""
                for line in pem.split(separator: "\n") where !line.hasPrefix("-----") {
                    #expect(!shown.contains(line), "\(name)")
                }
            }
        }
    }
}
