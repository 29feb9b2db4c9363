import FanfareSigning
import Testing

@Suite struct TokenVerifierTests {
    private let referee: Referee

    init() async throws {
        referee = try await Referee.shared.value
    }

    private func key(for algorithm: TokenAlgorithm) throws -> VerificationKey {
        let name =
            switch algorithm {
            case .hs256: "secret"
            case .es256: "p256"
            case .rs256: "rsa"
            }
        let text = try #require(referee.keys[name])
        return try VerificationKey(text, for: algorithm)
    }

    private func verify(
        _ name: String,
        _ algorithm: TokenAlgorithm,
        after seconds: Double = 0
    ) throws -> TokenClaims {
        let token = try #require(referee.tokens["\(algorithm.rawValue) \(name)"])
        return try TokenVerifier(key: key(for: algorithm))
            .verify(token.text, at: NumericDate(secondsSince1970: referee.now + seconds))
    }

    @Test(arguments: TokenAlgorithm.allCases)
    func `a token made by PyJWT is accepted and says what it was given`(algorithm: TokenAlgorithm) throws {
        let claims = try verify("good", algorithm)
        #expect(claims.subject == "42")
        #expect(claims.expiry == NumericDate(secondsSince1970: referee.now + 3600))
        #expect(claims.notBefore == nil)
    }

    @Test(arguments: TokenAlgorithm.allCases)
    func `claims of the application's own stay in the payload`(algorithm: TokenAlgorithm) throws {
        let claims = try verify("good with own claims", algorithm)
        #expect(claims.notBefore == NumericDate(secondsSince1970: referee.now - 5))
        #expect(
            String(decoding: claims.payload, as: UTF8.self).contains(#""role": {"admin": [true, null]}"#)
                || String(decoding: claims.payload, as: UTF8.self).contains(#""role":{"admin":[true,null]}"#)
        )
    }

    @Test(arguments: TokenAlgorithm.allCases)
    func `expiry and start have a minute of leeway, to the second`(algorithm: TokenAlgorithm) throws {
        _ = try verify("good", algorithm, after: 3659)
        #expect(code { try verify("good", algorithm, after: 3660) } == .expired)
        #expect(code { try verify("early", algorithm, after: 59) } == .notYetValid)
        _ = try verify("early", algorithm, after: 60)
    }

    @Test(
        arguments: TokenAlgorithm.allCases,
        ["expired a little", "early a little", "decimal dates", "nearly too large"]
    )
    func `what is within the limits is accepted`(algorithm: TokenAlgorithm, name: String) throws {
        #expect(try verify(name, algorithm).subject == "42")
    }

    @Test(arguments: TokenAlgorithm.allCases, Self.refusals)
    func `a bad token is refused with its reason`(algorithm: TokenAlgorithm, refusal: Refusal) throws {
        #expect(code { try verify(refusal.name, algorithm) } == refusal.code)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let code: TokenError.Code

        var testDescription: String { name }
    }

    private static let refusals: [Refusal] = [
        (.expired, ["expired"]),
        (.notYetValid, ["early"]),
        (
            .badClaim,
            [
                "no sub", "no exp", "empty sub", "sub as number", "exp as string", "exp as bool", "exp null",
                "nbf as string", "nbf null",
            ]
        ),
        (.unknownExtension, ["crit"]),
        (.wrongAlgorithm, ["none", "none, signed", "None, signed", "alg in lower case", "alg of 512 bits"]),
        (
            .wrongSignature,
            [
                "tampered payload", "tampered header", "tampered signature", "cut signature", "longer signature",
                "zero signature", "no signature",
            ]
        ),
        (
            .malformed,
            [
                "no alg", "alg as number", "other spelling of the signature", "padding", "plus instead of minus",
                "space around", "line end", "Bearer", "empty", "dots only", "1 part", "2 parts", "4 parts", "5 parts",
                "not ASCII", "payload array", "payload string", "payload no JSON", "payload empty", "payload not UTF-8",
                "payload UTF-16", "header array", "deep",
            ]
        ),
        (.tooLarge, ["huge"]),
    ].flatMap { (code: TokenError.Code, names: [String]) in names.map { Refusal(name: $0, code: code) } }

    @Test func `another algorithm's signature is refused, whatever the token calls it`() {
        for algorithm in TokenAlgorithm.allCases {
            for other in TokenAlgorithm.allCases where other != algorithm {
                let name = "signed with \(other.rawValue)"
                #expect(code { try verify(name, algorithm) } == .wrongAlgorithm)
                #expect(code { try verify("\(name) and saying \(algorithm.rawValue)", algorithm) } == .wrongSignature)
            }
        }
    }

    @Test(arguments: ["rsa", "p256"], ["", " without last line end"])
    func `a public key is no secret`(name: String, variant: String) {
        let token = "HMAC with public \(name) key\(variant)"
        #expect(code { try verify(token, .rs256) } == .wrongAlgorithm)
        #expect(code { try verify(token, .es256) } == .wrongAlgorithm)
        #expect(code { try verify(token, .hs256) } == .wrongSignature)
    }

    @Test func `an ES256 signature in DER is refused`() {
        #expect(code { try verify("DER signature", .es256) } == .wrongSignature)
    }

    @Test func `a signature of another key is refused`() {
        #expect(code { try verify("other key", .es256) } == .wrongSignature)
    }

    @Test func `what PyJWT refuses is never accepted`() throws {
        var refused = 0
        for (name, token) in referee.tokens where !token.accepted {
            let algorithm = try #require(TokenAlgorithm(rawValue: String(name.prefix(5))))
            let verifier = TokenVerifier(key: try key(for: algorithm))
            #expect(throws: TokenError.self, "\(name)") {
                try verifier.verify(token.text, at: NumericDate(secondsSince1970: referee.now))
            }
            refused += 1
        }
        #expect(refused > 100)
    }

    @Test func `no reason shows anything of the token`() throws {
        for (name, token) in referee.tokens {
            let algorithm = try #require(TokenAlgorithm(rawValue: String(name.prefix(5))))
            let verifier = TokenVerifier(key: try key(for: algorithm))
            do {
                _ = try verifier.verify(token.text, at: NumericDate(secondsSince1970: referee.now))
            } catch {
                for part in token.text.split(separator: ".") where part.count > 10 {
                    #expect(!"\(error)".contains(part))
                }
            }
        }
    }

    @Test func `many tasks verify with one key at once`() async throws {
        for algorithm in TokenAlgorithm.allCases {
            let verifier = TokenVerifier(key: try key(for: algorithm))
            let token = try #require(referee.tokens["\(algorithm.rawValue) good"]).text
            let now = NumericDate(secondsSince1970: referee.now)
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<200 {
                    group.addTask { try verifier.verify(token, at: now).subject }
                }
                for try await subject in group {
                    #expect(subject == "42")
                }
            }
        }
    }

    /// The code of the error `body` throws; `nil` if it throws none, or one of another type.
    private func code(_ body: () throws -> TokenClaims) -> TokenError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? TokenError)?.code
        }
    }
}
