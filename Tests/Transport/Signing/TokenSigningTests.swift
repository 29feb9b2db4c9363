import FanfareSigning
import Testing

/// Tokens of ours as PyJWT sees them.
@Suite struct TokenSigningTests {
    private struct ProviderClaims: Encodable {
        let iss: String
        let iat: NumericDate
    }

    private struct AccountClaims: Encodable {
        let iss: String
        let aud: String
        let exp: Int64
        let iat: Int64
    }

    @Test func `PyJWT accepts an ES256 token and reads in it what was said`() async throws {
        let key = try SigningKey(Fixture.text(of: "keys/p8_good.p8"), for: .es256)
        let claims = ProviderClaims(iss: "TEAM123456", iat: NumericDate(secondsSince1970: 1_767_225_600))
        // A signature's numbers have a leading zero now and then, which DER drops: half of the tokens would show it
        // within a few hundred. One process checks one token; the shape of the others is checked below.
        let token = try key.token(claims, keyID: "ABC123DEFG")
        let opinion = try await Referee.opinion(
            about: .init(token: token, key: Fixture.text(of: "keys/expected_public.pem"), algorithm: "ES256")
        )
        #expect(opinion?.header == #"{"alg":"ES256","kid":"ABC123DEFG"}"#)
        #expect(opinion?.claims == #"{"iat":1767225600,"iss":"TEAM123456"}"#)
        #expect(!token.contains("="))
        #expect(token.utf8.count == token.filter { $0.isASCII && !$0.isWhitespace }.count)
    }

    @Test func `PyJWT accepts an RS256 token and reads in it what was said`() async throws {
        let key = try SigningKey(Fixture.privateKey(inServiceAccount: "sa_good.json"), for: .rs256)
        let claims = AccountClaims(iss: "a@b.example", aud: "https://x.example/token", exp: 33_000_000_000, iat: 1)
        let token = try key.token(claims, keyID: "k/1", type: "JWT")
        let publicKey = try Fixture.text(of: "service-accounts/expected_public.pem")
        #expect(try await Referee.opinion(about: .init(token: token, key: publicKey, algorithm: "RS256")) == nil, "aud")
        struct WithoutAudience: Encodable {
            let iss: String
            let exp: Int64
        }
        let other = try key.token(WithoutAudience(iss: "a/b", exp: 33_000_000_000), keyID: "k/1", type: "JWT")
        let opinion = try await Referee.opinion(about: .init(token: other, key: publicKey, algorithm: "RS256"))
        #expect(opinion?.header == #"{"alg":"RS256","kid":"k/1","typ":"JWT"}"#)
        #expect(opinion?.claims == #"{"exp":33000000000,"iss":"a/b"}"#)
    }

    @Test func `an ES256 signature is always 64 bytes and right`() throws {
        let key = try SigningKey(Fixture.text(of: "keys/p8_good.p8"), for: .es256)
        let verifier = TokenVerifier(
            key: try VerificationKey(Fixture.text(of: "keys/expected_public.pem"), for: .es256)
        )
        struct Claims: Encodable {
            let sub: String
            let exp: Int
        }
        // One number in 128 begins with a zero byte, which DER leaves out: a thousand tokens meet it for certain.
        for number in 0..<1000 {
            let token = try key.token(Claims(sub: "\(number)", exp: 2000))
            #expect(token.split(separator: ".").last?.utf8.count == 86)
            #expect(try verifier.verify(token, at: NumericDate(secondsSince1970: 0)).subject == "\(number)")
        }
    }
}
