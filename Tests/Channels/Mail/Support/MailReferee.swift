import FanfareCurl
import Foundation
import TestPrograms

@testable import FanfareMail

/// Python's `email` package and a strict reader of headers, which judge the mails independently.
enum MailReferee {
    /// What is in a mail.
    struct Opinion: Decodable {
        /// What is wrong with it.
        let problems: [String]
        /// Name and value of each field, unfolded and decoded.
        let fields: [[String]]
        /// Name and mailbox of each address, by field.
        let addresses: [String: [[String]]]
        let keywords: [String]
        let body: Part
        let addressesOfPython: [String: [[String]]]
        let subjectOfPython: String?
        /// In seconds since 1970.
        let date: Double

        subscript(name: String) -> [String] { fields.filter { $0[0] == name }.map { $0[1] } }
    }

    /// A part of the body.
    final class Part: Decodable, Sendable {
        let type: String
        let encoding: String?
        let parts: [Part]?
        let content: Data?
        let name: String?
        let disposition: String?
        let id: String?
        let charset: String?

        var text: String? { content.map { String(decoding: $0, as: UTF8.self) } }

        /// All parts that have no parts, in their order.
        var leaves: [Part] { parts?.flatMap(\.leaves) ?? [self] }

        /// The types of it and its parts, such as `multipart/mixed(text/plain, image/png)`.
        var outline: String {
            guard let parts else { return type }
            return "\(type)(\(parts.map(\.outline).joined(separator: ", ")))"
        }
    }

    /// Has all mails read in one run.
    static func opinions(on mails: [SMTPMail]) async throws -> [Opinion] {
        let answer = try await PythonScript.run("referee", input: mails.map { Data($0.content) })
        return try JSONDecoder().decode([Opinion].self, from: answer)
    }
}
