import FanfareCore
import FanfareCurl
import FanfareSigning
import Foundation
import Testing

@testable import FanfareMail

/// Signatures, judged by dkimpy.
struct DKIMTests {
    private struct Question: Encodable {
        var mails: [Data] = []
        var records: [String: String]
    }

    private static let rsa = Task { try ThrowawayKeyPair() }

    private let rsaPair: ThrowawayKeyPair
    private let records: [String: String]

    init() async throws {
        rsaPair = try await Self.rsa.value
        let rsaKey = rsaPair.publicKey.split(separator: "\n").dropFirst().dropLast().joined()
        records = [
            "\(SigningSpecimen.selector)._domainkey.example.com": "v=DKIM1; k=ed25519; p=\(SigningSpecimen.publicKey)",
            "2026a._domainkey.example.com": "v=DKIM1; k=rsa; p=\(rsaKey)",
        ]
    }

    private func signers() throws -> [DKIMSigner] {
        [
            try SigningSpecimen.ed25519(),
            try DKIMSigner(domain: "Example.com", selector: "2026a", key: Secret(rsaPair.privateKey)),
        ]
    }

    private func verdicts(on mails: [String]) async throws -> [Bool] {
        let question = Question(mails: mails.map { Data($0.utf8) }, records: records)
        return try JSONDecoder().decode([Bool].self, from: try await PythonScript.run("dkim_referee", input: question))
    }

    private func signed(_ message: MailMessage, by signer: DKIMSigner) throws -> String {
        String(decoding: try Specimen.composed(message, signing: signer).content, as: UTF8.self)
    }

    @Test func `a mail of every kind is signed rightly with either kind of key`() async throws {
        let mails = try signers().flatMap { signer in
            try Specimen.all().map { specimen in
                let mail = try Specimen.composed(specimen.message, for: specimen.recipient, signing: signer)
                return String(decoding: mail.content, as: UTF8.self)
            }
        }
        #expect(try await verdicts(on: mails) == mails.map { _ in true })
        let longest = mails.flatMap { $0.components(separatedBy: "\r\n").prefix(12) }.map(\.utf8.count).max()
        #expect(longest.map { $0 <= 76 } == true)
    }

    @Test func `bodies that end oddly are signed rightly`() async throws {
        let texts = ["x", "x\n", "x\n\n\n", "\n", "\n\n", " ", " \n", "\n\nx", "a  b\t c \n \n", "x \n\n y"]
        let mails = try texts.map { try signed(MailMessage(subject: "x", text: $0), by: SigningSpecimen.ed25519()) }
        #expect(try await verdicts(on: mails) == texts.map { _ in true })
    }

    @Test func `a mail that was changed fails`() async throws {
        let everything = try #require(try Specimen.all().first { $0.name == "everything" }).message
        for signer in try signers() {
            let mail = try signed(everything, by: signer)
            let changes: [(String, String)] = [
                ("To: ada@", "To: bob@"), ("Subject: ", "Subject: x"), ("X-Order: 7", "X-Order: 7\r\nSubject: Second"),
                ("DKIM-Signature", "From: evil@example.com\r\nDKIM-Signature"),
                ("DKIM-Signature", "To: evil@example.com\r\nDKIM-Signature"),
                ("user=42", "user=43"), ("List-Unsubscribe=One-Click", "x"), ("Morgen", "Gestern"), ("2026", "2027"),
                ("MIME-Version: 1.0", "MIME-Version: 1.1"), ("t=178", "t=179"), ("boundary=", "border="),
                ("000000000d@", "000000000e@"), ("help@", "hell@"),
            ]
            var changed: [String] = []
            for (old, new) in changes {
                #expect(mail.contains(old), "\(old)")
                changed.append(mail.replacing(old, with: new, maxReplacements: 1))
            }
            #expect(try await verdicts(on: changed) == changed.map { _ in false })
            #expect(try await verdicts(on: [mail, mail + "x\r\n"]) == [true, false])
        }
    }

    @Test func `what servers change on the way does no harm`() async throws {
        for signer in try signers() {
            let mail = try signed(MailMessage(subject: "Hello there", text: "a b\nc\n"), by: signer)
            let changed = [
                mail + "\r\n\r\n", mail.replacing("a b", with: "a   b \t"), "Received: from x\r\n" + mail,
                mail.replacing("Subject: Hello there", with: "subject:  Hello\r\n\t there"),
            ]
            #expect(try await verdicts(on: changed) == changed.map { _ in true })
        }
    }

    @Test func `the signature names what it covers`() async throws {
        var message = MailMessage(subject: "Hello", text: "x", unsubscribe: "https://example.com/u")
        message.headers = ["X-A": "1"]
        let mail = try Specimen.composed(message, signing: SigningSpecimen.ed25519())
        let opinion = try #require(try await MailReferee.opinions(on: [mail]).first)
        #expect(opinion.problems == [])
        let value = try #require(opinion["DKIM-Signature"].first)
        let names = try #require(value.firstMatch(of: #/h=([^;]*)/#)?.1).split(separator: ":").map {
            $0.trimmingBlanks()
        }
        #expect(
            names.sorted() == [
                "cc", "content-transfer-encoding", "content-type", "date", "from", "from", "list-unsubscribe",
                "list-unsubscribe-post", "message-id", "mime-version", "reply-to", "subject", "subject", "to", "to",
            ]
        )
        #expect(
            value.hasPrefix("v=1; a=ed25519-sha256; c=relaxed/relaxed; d=example.com; s=brisbane; t=1781510400; h=")
        )
    }

    @Test(arguments: [
        ("", "a", "domain"), ("exa mple.com", "a", "domain"), ("a@example.com", "a", "domain"),
        ("example.com", "", "selector"), ("example.com", "a b", "selector"), ("example.com", "a..b", "selector"),
        ("example.com", "a;b", "selector"), ("example.com", "a", "key"),
    ])
    func `what cannot sign is refused with the reason`(domain: String, selector: String, field: String) {
        let error = #expect(throws: DKIMSignerError.self) {
            try DKIMSigner(
                domain: domain,
                selector: selector,
                key: Secret(field == "key" ? "hidden" : SigningSpecimen.privateKey)
            )
        }
        #expect(error?.field == field)
        #expect(error?.description.contains("hidden") == false)
    }

    @Test func `a signer shows its names only`() throws {
        var dumped = ""
        dump(try SigningSpecimen.ed25519(), to: &dumped)
        #expect(dumped.contains("brisbane") && dumped.contains("ed25519-sha256 signing key"))
        #expect(!dumped.contains("AsymmetricKey"))
    }
}

extension Substring {
    func trimmingBlanks() -> String { String(self).trimmingBlanks() }
}
