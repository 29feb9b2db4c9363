import FanfareCurl
import Foundation
import Testing

@testable import FanfareMail

struct GoldenTests {
    private static let folder = TestFile.folder.appending(path: "Golden")

    /// The files have line ends that diffs show well.
    @Test(arguments: try Specimen.all())
    func `a mail of every kind looks as it always did`(_ specimen: Specimen) throws {
        let content = try String(decoding: specimen.mail.content, as: UTF8.self)
        let golden = try String(contentsOf: Self.folder.appending(path: "\(specimen.name).eml"), encoding: .utf8)
        #expect(content.replacing("\r\n", with: "\n") == golden)
    }

    @Test func `every golden file is compared with`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(try Set(files) == Set(Specimen.all().map { "\($0.name).eml" }))
    }

    @Test(arguments: try Specimen.all())
    func `what is stored is what goes out`(_ specimen: Specimen) throws {
        let stored = try JSONDecoder().decode(MailMessage.self, from: JSONEncoder().encode(specimen.message))
        #expect(stored == specimen.message)
        #expect(try Specimen.composed(stored, for: specimen.recipient, signing: specimen.signer) == specimen.mail)
    }

    @Test func `Python finds nothing wrong with any of them`() async throws {
        let specimens = try Specimen.all()
        for (specimen, opinion) in zip(specimens, try await MailReferee.opinions(on: specimens.map { try $0.mail })) {
            #expect(opinion.problems == [], "\(specimen.name)")
            #expect(opinion["Subject"] == [specimen.message.subject])
            #expect(opinion.date == 1_781_510_400)
            #expect(opinion["Message-ID"] == ["<\(Specimen.messageID)>"])
            #expect(opinion["MIME-Version"] == ["1.0"])
            #expect(opinion["Auto-Submitted"] == ["auto-generated"])
            #expect(opinion.addresses == opinion.addressesOfPython)
        }
    }

    @Test func `all that a message says is found in its mail`() async throws {
        let specimen = try #require(try Specimen.all().first { $0.name == "everything" })
        let opinion = try #require(try await MailReferee.opinions(on: [specimen.mail]).first)
        #expect(opinion.addresses["From"] == [["Shop, Example", "orders@xn--bcher-kva.example"]])
        #expect(opinion.addresses["To"] == [["Ada Lovelace", "ada@example.com"], ["Charles", "charles@example.com"]])
        #expect(opinion.addresses["Cc"] == [["Jürgen Müller", "jm@example.com"], ["O'Neil, Pat", "pat@example.com"]])
        #expect(opinion.addresses["Reply-To"] == [["", "help@example.com"]])
        #expect(opinion["Bcc"] == [])
        #expect(opinion.keywords == specimen.message.tags)
        #expect(opinion["List-Unsubscribe"] == [specimen.message.unsubscribe.map { "<\($0)>" }])
        #expect(opinion["List-Unsubscribe-Post"] == ["List-Unsubscribe=One-Click"])
        for (name, value) in specimen.message.headers { #expect(opinion[name] == [value]) }
    }
}
