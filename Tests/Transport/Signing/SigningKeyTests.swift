import FanfareSigning
import Testing

/// Failure cases creds-01, creds-03 and creds-04: keys as people have them, and the wrong kind of key.
@Suite struct SigningKeyTests {
    private let referee: Referee

    init() async throws {
        referee = try await Referee.shared.value
    }

    private func text(of key: String) throws -> String {
        try #require(referee.keys[key])
    }

    /// Checks that a key signs what its public half accepts.
    private func expectUsable(_ key: SigningKey, _ publicKey: String) throws {
        let algorithm = try #require(TokenAlgorithm(rawValue: key.algorithm.rawValue))
        let verifier = TokenVerifier(key: try VerificationKey(publicKey, for: algorithm))
        let token = try key.token(Claims(sub: "42", exp: 2000))
        #expect(try verifier.verify(token, at: NumericDate(secondsSince1970: 1000)).subject == "42")
    }

    private struct Claims: Encodable {
        let sub: String
        let exp: Int
    }

    private func error(_ text: String, _ algorithm: SigningKey.Algorithm) -> KeyError? {
        error(Array(text.utf8), algorithm)
    }

    private func error(_ contents: [UInt8], _ algorithm: SigningKey.Algorithm) -> KeyError? {
        do {
            _ = try SigningKey(contents: contents, for: algorithm)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "p8_good.p8", "p8_crlf.p8", "p8_bom.p8", "p8_no_final_newline.p8", "p8_escaped_n.txt", "p8_long_line.p8",
        "ec_sec1.pem",
    ])
    func `creds-01: a key file with other line ends, marks or escapes signs`(file: String) throws {
        let key = try SigningKey(contents: Fixture.contents(of: "keys/\(file)"), for: .es256)
        try expectUsable(key, Fixture.text(of: "keys/expected_public.pem"))
    }

    @Test(arguments: ["sa_good.json", "sa_double_escaped.json", "sa_crlf_file.json"])
    func `creds-04: the key of a service account signs, even if it was escaped twice`(file: String) throws {
        let key = try SigningKey(Fixture.privateKey(inServiceAccount: file), for: .rs256)
        try expectUsable(key, Fixture.text(of: "service-accounts/expected_public.pem"))
    }

    @Test(arguments: ["p256 private", "p256 private sec1", "rsa private", "rsa private pkcs1"])
    func `creds-01: line ends, marks and quotes around a private key do not matter`(name: String) throws {
        let isElliptic = name.hasPrefix("p256")
        let publicKey = try text(of: isElliptic ? "p256" : "rsa")
        let pem = try text(of: name)
        let lines = pem.split(separator: "\n")
        let longLine = [lines[0], Substring(lines.dropFirst().dropLast().joined()), lines[lines.count - 1]]
        for variant in [
            pem,
            lines.joined(separator: "\n"),
            lines.joined(separator: "\r\n") + "\r\n",
            lines.joined(separator: "\r") + "\r",
            "\u{FEFF}" + pem,
            lines.joined(separator: #"\n"#) + #"\n"#,
            lines.joined(separator: #"\\n"#),
            lines.joined(separator: #"\r\n"#),
            lines.joined(separator: " "),
            longLine.joined(separator: "\n"),
            longLine.joined(separator: #"\n"#),
            "\"\(pem)\"",
            "'\(lines.joined(separator: #"\n"#))'",
            "  \n Bag Attributes\n" + pem + "\n\n",
            "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + pem,
        ] {
            try expectUsable(SigningKey(variant, for: isElliptic ? .es256 : .rs256), publicKey)
        }
    }

    @Test(arguments: [
        Mistake("p8_encrypted.p8", .encrypted, "encrypted"),
        Mistake("rsa_pkcs8.p8", .algorithmMismatch, "RSA"),
        Mistake("ec_p384.p8", .wrongCurve, "P-384"),
        Mistake("p8_truncated.p8", .unreadable, "incomplete"),
        Mistake("empty.p8", .empty, "empty"),
        Mistake("public_key.pem", .publicKey, "public"),
    ])
    func `creds-03: the wrong kind of key file is refused with its reason`(mistake: Mistake) throws {
        let error = try #require(try error(Fixture.contents(of: "keys/\(mistake.key)"), .es256))
        #expect(error.code == mistake.code)
        #expect(error.description.contains(mistake.hint))
    }

    @Test(arguments: [
        (Mistake("rsa private", .algorithmMismatch, "RSA"), SigningKey.Algorithm.es256),
        (Mistake("rsa private pkcs1", .algorithmMismatch, "RSA"), .es256),
        (Mistake("p256 private", .algorithmMismatch, "elliptic"), .rs256),
        (Mistake("p256 private sec1", .algorithmMismatch, "elliptic"), .rs256),
        (Mistake("p384 private", .wrongCurve, "P-384"), .es256),
        (Mistake("rsa 1024 private", .rsaTooShort, "1024"), .rs256),
        (Mistake("rsa private encrypted", .encrypted, "encrypted"), .rs256),
        (Mistake("p256 private encrypted", .encrypted, "password"), .es256),
        (Mistake("rsa pkcs1", .publicKey, "public"), .rs256),
        (Mistake("secret", .notPEM, "BEGIN PRIVATE KEY"), .es256),
    ])
    func `creds-03: the wrong kind of key is refused with its reason`(
        mistake: Mistake,
        algorithm: SigningKey.Algorithm
    ) throws {
        let error = try #require(try error(text(of: mistake.key), algorithm))
        #expect(error.code == mistake.code)
        #expect(error.description.contains(mistake.hint))
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let key: String
        let code: KeyError.Code
        let hint: String

        init(_ key: String, _ code: KeyError.Code, _ hint: String) {
            (self.key, self.code, self.hint) = (key, code, hint)
        }

        var testDescription: String { key }
    }

    @Test func `creds-03: a damaged key, a certificate and a binary file are refused with their reason`() throws {
        let pem = try Fixture.text(of: "keys/p8_good.p8")
        let lines = pem.split(separator: "\n").map(String.init)
        #expect(error("", .es256)?.code == .empty)
        #expect(error(" \r\n", .rs256)?.code == .empty)
        #expect(error("hello", .es256)?.code == .notPEM)
        #expect(error(lines.dropLast().joined(separator: "\n"), .es256)?.code == .unreadable)
        #expect(error([lines[0], lines[1], lines[4]].joined(separator: "\n"), .es256)?.code == .unreadable)
        #expect(error([lines[0], lines[4]].joined(separator: "\n"), .es256)?.code == .unreadable)
        #expect(error(pem + pem, .es256)?.code == .severalKeys)
        #expect(
            error(pem.replacing("PRIVATE KEY", with: "CERTIFICATE"), .es256)?.description.contains("certificate")
                == true
        )
        #expect(error(pem.replacing("PRIVATE KEY", with: "OPENSSH PRIVATE KEY"), .es256)?.code == .notAKey)
        #expect(error(pem.replacing("PRIVATE KEY", with: "RSA PRIVATE KEY"), .rs256)?.code == .unreadable)
        // What a .p12 begins with, and PEM in UTF-16.
        #expect(error([0x30, 0x82, 0x0A, 0x61, 0x02, 0x01, 0x03, 0x30], .es256)?.description.contains(".p12") == true)
        #expect(error([0xFF, 0xFE] + pem.utf8.flatMap { [$0, 0] }, .es256)?.code == .binary)
    }

    @Test func `a key whose halves do not belong together is refused`() throws {
        let pem = try Fixture.text(of: "keys/p8_good.p8")
        let lines = pem.split(separator: "\n").map(String.init)
        // The private number stands in the first line of base64, the public point in the last ones.
        let mixed = lines[1].dropLast(8) + "AAAA" + lines[1].suffix(4)
        let error = error([lines[0], String(mixed), lines[2], lines[3], lines[4]].joined(separator: "\n"), .es256)
        #expect(error?.code == .unreadable)
    }

    @Test func `neither a signing key nor its error shows the key`() throws {
        let key = try SigningKey(Fixture.text(of: "keys/p8_good.p8"), for: .es256)
        var dumped = ""
        dump([key], to: &dumped)
        for text in ["\(key)", String(reflecting: key), "\([key])", dumped] {
            #expect(text.contains("ES256 signing key"))
            #expect(!text.contains("AsymmetricKey"))
        }
        for (name, pem) in referee.keys {
            for algorithm in SigningKey.Algorithm.allCases {
                let shown = error(pem, algorithm)?.description ?? ""
                for line in pem.split(separator: "\n") where !line.hasPrefix("-----") {
                    #expect(!shown.contains(line), "\(name)")
                }
            }
        }
    }
}
