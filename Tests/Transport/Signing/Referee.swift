import Foundation
import TestPrograms

/// PyJWT and Python's `cryptography`, which make the keys and tokens of these tests and judge the tokens independently.
struct Referee: Decodable {
    /// A token, and what PyJWT thinks of it.
    struct Token: Decodable {
        let text: String
        let accepted: Bool
    }

    /// The time at which the tokens were made and judged, in seconds since 1970.
    let now: Double
    let keys: [String: String]
    let tokens: [String: Token]
    /// Signatures of `mail` in base64, by the name of the key; for Ed25519 of its SHA-256.
    let signatures: [String: String]

    /// One run of the script for all tests.
    static let shared = Task { try await Referee() }

    private init() async throws {
        self = try JSONDecoder().decode(Self.self, from: await Self.run(Self.script, input: Data()))
    }

    /// A token of ours, and the public key PyJWT is to check it with.
    struct Question: Encodable {
        let token: String
        let key: String
        let algorithm: String
    }

    /// What PyJWT reads in a token of ours, as JSON with sorted keys and no blanks.
    struct Opinion: Decodable, Equatable {
        let header: String
        let claims: String
    }

    /// Has PyJWT check a token of ours; nil if it refuses it.
    static func opinion(about question: Question) async throws -> Opinion? {
        let answer = try await run(judgement, input: JSONEncoder().encode(question))
        return try JSONDecoder().decode(Opinion?.self, from: answer)
    }

    private static func run(_ script: String, input: Data) async throws -> Data {
        // Debian's packages are for Debian's own Python, which need not be the first one on the path.
        let system = "/usr/bin/python3"
        let python = FileManager.default.isExecutableFile(atPath: system) ? system : "python3"
        let (answer, status) = try await ChildProcess.run(
            "/usr/bin/env",
            [python, "-c", script],
            input: String(decoding: input, as: UTF8.self)
        )
        guard status == 0 else { throw Unavailable() }
        return Data(answer.utf8)
    }

    private static let judgement = #"""
        import json, jwt, sys

        question = json.load(sys.stdin)
        try:
            claims = jwt.decode(question["token"], question["key"], algorithms=[question["algorithm"]])
        except jwt.InvalidTokenError:
            print("null")
        else:
            def text(value):
                return json.dumps(value, sort_keys=True, separators=(",", ":"))
            print(json.dumps({"header": text(jwt.get_unverified_header(question["token"])), "claims": text(claims)}))
        """#

    struct Unavailable: Error, CustomStringConvertible {
        let description = "PyJWT and cryptography did not run; Scripts/setup test installs them"
    }

    private static let script = #"""
        import base64, hashlib, hmac, json, subprocess, time, warnings
        import jwt
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
        from cryptography.hazmat.primitives.serialization import *
        warnings.simplefilter("ignore")

        now = int(time.time())
        secret = "0123456789abcdef0123456789abcdef"
        p256, p384 = (ec.generate_private_key(curve) for curve in (ec.SECP256R1(), ec.SECP384R1()))
        p256_other = ec.generate_private_key(ec.SECP256R1())
        rsa_key, rsa_short, rsa_tiny = (rsa.generate_private_key(65537, bits) for bits in (2048, 1024, 512))
        ed = ed25519.Ed25519PrivateKey.generate()

        def public(key, format=PublicFormat.SubjectPublicKeyInfo):
            return key.public_key().public_bytes(Encoding.PEM, format).decode()

        def private(key, format=PrivateFormat.PKCS8, encryption=NoEncryption()):
            return key.private_bytes(Encoding.PEM, format, encryption).decode()

        keys = {
            "secret": secret,
            "p256": public(p256), "p256 other": public(p256_other), "p384": public(p384),
            "ed25519": public(ed), "ed25519 private": private(ed), "rsa 512 private": private(rsa_tiny),
            "p256 and more": "-----BEGIN PUBLIC KEY-----\n" + base64.b64encode(p256.public_key().public_bytes(
                Encoding.DER, PublicFormat.SubjectPublicKeyInfo) + b"\0").decode() + "\n-----END PUBLIC KEY-----\n",
            "rsa": public(rsa_key), "rsa pkcs1": public(rsa_key, PublicFormat.PKCS1), "rsa 1024": public(rsa_short),
            "p256 private": private(p256), "p256 private sec1": private(p256, PrivateFormat.TraditionalOpenSSL),
            "p256 private encrypted": private(p256, encryption=BestAvailableEncryption(b"password")),
            "p384 private": private(p384), "rsa 1024 private": private(rsa_short),
            "rsa private encrypted": private(rsa_key, PrivateFormat.TraditionalOpenSSL, BestAvailableEncryption(b"password")),
            "rsa private": private(rsa_key), "rsa private pkcs1": private(rsa_key, PrivateFormat.TraditionalOpenSSL),
        }
        signers = {"HS256": secret, "ES256": p256, "RS256": rsa_key}
        checkers = {"HS256": secret, "ES256": keys["p256"], "RS256": keys["rsa"]}
        good = {"sub": "42", "exp": now + 3600}
        tokens = {}

        def encode(data):
            data = json.dumps(data).encode() if not isinstance(data, bytes) else data
            return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

        def raw_signature(algorithm, message):
            if algorithm == "HS256":
                return hmac.new(secret.encode(), message, hashlib.sha256).digest()
            if algorithm == "RS256":
                return rsa_key.sign(message, padding.PKCS1v15(), hashes.SHA256())
            from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
            r, s = decode_dss_signature(p256.sign(message, ec.ECDSA(hashes.SHA256())))
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")

        def assemble(algorithm, header=None, payload=good, signature=None):
            start = encode(header or {"alg": algorithm, "typ": "JWT"}) + "." + encode(payload)
            return start + "." + encode(raw_signature(algorithm, start.encode()) if signature is None else signature)

        def add(name, algorithm, text):
            try:
                jwt.decode(text, checkers[algorithm], algorithms=[algorithm], leeway=60, options={"require": ["sub", "exp"]})
                accepted = True
            except Exception:
                accepted = False
            tokens[f"{algorithm} {name}"] = {"text": text, "accepted": accepted}

        def sign(algorithm, claims, **extra):
            return jwt.encode(claims, signers[algorithm], algorithm=algorithm, **extra)

        for a in signers:
            add("good", a, sign(a, good))
            add("good with own claims", a, sign(a, {**good, "nbf": now - 5, "iat": now, "role": {"admin": [True, None]}}))
            add("expired a little", a, sign(a, {"sub": "42", "exp": now - 30}))
            add("expired", a, sign(a, {"sub": "42", "exp": now - 61}))
            add("early a little", a, sign(a, {**good, "nbf": now + 30}))
            add("early", a, sign(a, {**good, "nbf": now + 120}))
            add("decimal dates", a, sign(a, {"sub": "42", "exp": now + 0.5, "nbf": now - 0.5}))
            add("no sub", a, sign(a, {"exp": now + 3600}))
            add("no exp", a, sign(a, {"sub": "42"}))
            add("empty sub", a, sign(a, {"sub": "", "exp": now + 3600}))
            add("sub as number", a, sign(a, {"sub": 42, "exp": now + 3600}))
            add("exp as string", a, sign(a, {"sub": "42", "exp": str(now + 3600)}))
            add("exp as bool", a, sign(a, {"sub": "42", "exp": True}))
            add("exp null", a, sign(a, {"sub": "42", "exp": None}))
            add("nbf null", a, sign(a, {**good, "nbf": None}))
            add("nbf as string", a, sign(a, {**good, "nbf": "yesterday"}))
            add("crit", a, sign(a, good, headers={"crit": ["exp"]}))
            add("none", a, jwt.encode(good, None, algorithm="none"))
            add("none, signed", a, assemble(a, header={"alg": "none"}))
            add("None, signed", a, assemble(a, header={"alg": "None"}))
            add("alg in lower case", a, assemble(a, header={"alg": a.lower()}))
            add("alg of 512 bits", a, assemble(a, header={"alg": a[:2] + "512"}))
            add("no alg", a, assemble(a, header={"typ": "JWT"}))
            add("alg as number", a, assemble(a, header={"alg": 256}))
            for other in signers:
                if other != a:
                    add(f"signed with {other}", a, sign(other, good))
            for other in signers:
                if other != a:
                    add(f"signed with {other} and saying {a}", a, assemble(other, header={"alg": a}))
            start, middle, end = sign(a, good).split(".")
            add("tampered payload", a, ".".join([start, encode({"sub": "43", "exp": now + 3600}), end]))
            add("tampered header", a, ".".join([encode({"alg": a, "kid": "1"}), middle, end]))
            add("tampered signature", a, ".".join([start, middle, ("A" if end[0] != "A" else "B") + end[1:]]))
            add("cut signature", a, ".".join([start, middle, encode(base64.urlsafe_b64decode(end + "==")[:-1])]))
            add("longer signature", a, ".".join([start, middle, encode(base64.urlsafe_b64decode(end + "==") + b"\0")]))
            last = end[-1]
            alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            add("other spelling of the signature", a, ".".join([start, middle, end[:-1] + alphabet[alphabet.index(last) ^ 1]]))
            add("zero signature", a, ".".join([start, middle, encode(bytes(len(base64.urlsafe_b64decode(end + "=="))))]))
            add("no signature", a, ".".join([start, middle, ""]))
            add("padding", a, ".".join([start, middle, end + "=="]))
            add("plus instead of minus", a, ".".join([start, middle, "+/" + end[2:]]))
            add("space around", a, " " + ".".join([start, middle, end]))
            add("line end", a, ".".join([start, middle, end]) + "\n")
            add("Bearer", a, "Bearer " + ".".join([start, middle, end]))
            add("empty", a, "")
            add("dots only", a, "..")
            add("1 part", a, start)
            add("2 parts", a, start + "." + middle)
            add("4 parts", a, ".".join([start, middle, end, end]))
            add("5 parts", a, ".".join([start, middle, end, end, end]))
            add("not ASCII", a, ".".join([start, middle, "é" + end]))
            add("payload array", a, assemble(a, payload=b"[1]"))
            add("payload string", a, assemble(a, payload=b'"42"'))
            add("payload no JSON", a, assemble(a, payload=b"sub=42"))
            add("payload empty", a, assemble(a, payload=b""))
            add("payload not UTF-8", a, assemble(a, payload=b'{"sub":"\xff","exp":99999999999}'))
            add("payload UTF-16", a, assemble(a, payload=json.dumps(good).encode("utf-16-le")))
            add("header array", a, assemble(a, header=b'["' + a.encode() + b'"]'))
            add("deep", a, assemble(a, payload=b'{"a":' * 900 + b"1" + b"}" * 900))
            add("huge", a, sign(a, {**good, "filler": "x" * 8192}))
            add("nearly too large", a, sign(a, {**good, "filler": "x" * 5500}))
        start = encode({"alg": "HS256"}) + "." + encode(good)
        for name in ("rsa", "p256"):
            key = keys[name].encode()
            for variant, used in (("", key), (" without last line end", key.strip())):
                mac = hmac.new(used, start.encode(), hashlib.sha256).digest()
                for a in ("RS256", "ES256", "HS256"):
                    add(f"HMAC with public {name} key{variant}", a, start + "." + encode(mac))
        start = encode({"alg": "ES256"}) + "." + encode(good)
        add("DER signature", "ES256", start + "." + encode(p256.sign(start.encode(), ec.ECDSA(hashes.SHA256()))))
        add("other key", "ES256", jwt.encode(good, p256_other, algorithm="ES256"))
        mail = b"mail"
        signatures = {
            name: base64.b64encode(signature).decode() for name, signature in {
                "rsa private": rsa_key.sign(mail, padding.PKCS1v15(), hashes.SHA256()),
                "rsa private pkcs1": rsa_key.sign(mail, padding.PKCS1v15(), hashes.SHA256()),
                "rsa 1024 private": rsa_short.sign(mail, padding.PKCS1v15(), hashes.SHA256()),
                "ed25519 private": ed.sign(hashlib.sha256(mail).digest()),
            }.items()
        }
        print(json.dumps({"now": now, "keys": keys, "tokens": tokens, "signatures": signatures}))
        """#
}
