public import Foundation

/// A mail server beside a test: aiosmtpd with what is made to go wrong. Its controls are for one task at a time.
public final class TestMailServer: Sendable {
    /// How its connections are protected. The set is closed.
    public enum Security: String, Codable, Sendable { case none, startTLS, implicit }

    /// What came over one connection.
    public struct Session: Decodable, Sendable {
        /// A login as the server decoded it.
        public struct Login: Decodable, Hashable, Sendable {
            /// How it came.
            public let mechanism: String
            /// The bytes of the user's name, and of the password or the token.
            public let user: Data, secret: Data
        }

        /// What the client called itself last.
        public let hello: String?
        /// Whether there was TLS when it did.
        public let isSecure: Bool
        /// Who logged in.
        public let login: Login?
        /// The commands, of AUTH the verb alone.
        public let commands: [String]
        /// The messages that came whole, in their order.
        public let mails: [Mail]
    }

    /// A message that came whole.
    public struct Mail: Decodable, Sendable {
        /// Its envelope.
        public let sender: String, recipients: [String]
        /// The parameters of MAIL FROM, in capitals.
        public let parameters: [String]
        /// Its bytes, without the dots that were there for the way only.
        public let content: Data
        /// Whether the server took it, or may have as far as the client can know.
        public let isTaken: Bool
    }

    private struct Options: Encodable {
        let security: Security
        let report: String
        let certificate, key: String?
        let mechanisms: [String]
        let takesUTF8, strictHello: Bool
        let address: String
        let faults: [MailServerFault]
    }

    /// Its port, on 127.0.0.1 or the address it was started for.
    public let port: Int
    /// The PEM file with its certificate; nil without TLS.
    public let certificateFile: String?
    private let process: ChildProcess
    /// Where its certificate is, and what it reports.
    private let folder: URL

    /// Starts one.
    ///
    /// - Parameters:
    ///   - security: How its connections are protected.
    ///   - names: What its certificate is for, each written as `DNS:localhost` or `IP:127.0.0.1`.
    ///   - mechanisms: The logins it offers, of PLAIN, LOGIN and XOAUTH2. It takes any, but for tokens with `expired` in them.
    ///   - takesUTF8: Whether it offers SMTPUTF8.
    ///   - strictHello: Whether it refuses a client that calls itself by no full name or address literal.
    ///   - address: Where it listens.
    ///   - faults: What goes wrong.
    /// - Throws: ``ChildProcess/Failure`` that says what is in the way.
    public static func start(
        security: Security = .none,
        names: String = "DNS:localhost,IP:127.0.0.1",
        mechanisms: [String] = ["PLAIN", "LOGIN", "XOAUTH2"],
        takesUTF8: Bool = true,
        strictHello: Bool = false,
        address: String = "127.0.0.1",
        faults: [MailServerFault] = []
    ) async throws -> TestMailServer {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if security != .none { try await makeCertificate(for: names, in: folder) }
        let options = Options(
            security: security,
            report: folder.appending(path: "report.json").path,
            certificate: security == .none ? nil : folder.appending(path: "certificate.pem").path,
            key: security == .none ? nil : folder.appending(path: "key.pem").path,
            mechanisms: mechanisms,
            takesUTF8: takesUTF8,
            strictHello: strictHello,
            address: address,
            faults: faults
        )
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "mail_server.py").path
        let text = String(decoding: try JSONEncoder().encode(options), as: UTF8.self)
        // The one that packages of the system are installed for comes first.
        let system = "/usr/bin/python3"
        let isThere = FileManager.default.isExecutableFile(atPath: system)
        let process = try ChildProcess(
            isThere ? system : "/usr/bin/env",
            (isThere ? [] : ["python3"]) + [script, text]
        )
        guard let port = await process.line().flatMap({ Int($0) }) else {
            throw ChildProcess.Failure(text: "the mail server did not start; is aiosmtpd installed? Scripts/setup test")
        }
        return TestMailServer(process, port, options.certificate, folder)
    }

    private init(_ process: ChildProcess, _ port: Int, _ certificateFile: String?, _ folder: URL) {
        (self.process, self.port, self.certificateFile, self.folder) = (process, port, certificateFile, folder)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What has come over each connection, in their order.
    public func sessions() async throws -> [Session] {
        process.write("{\"report\": true}\n")
        guard await process.line() != nil else { throw ChildProcess.Failure(text: "the mail server has ended") }
        let report = try Data(contentsOf: folder.appending(path: "report.json"))
        return try JSONDecoder().decode([Session].self, from: report)
    }

    /// The messages the server took.
    public func mails() async throws -> [Mail] { try await sessions().flatMap(\.mails).filter(\.isTaken) }

    /// Lets other things go wrong from now on than before.
    public func setFaults(_ faults: [MailServerFault]) async throws {
        let text = String(decoding: try JSONEncoder().encode(["faults": faults]), as: UTF8.self)
        process.write(text + "\n")
        _ = await process.line()
    }

    /// Ends it, and with it all connections.
    public func stop() async {
        process.signal(SIGKILL)
        _ = await process.wait()
    }

    private static func makeCertificate(for names: String, in folder: URL) async throws {
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=throwaway", "-addext", "subjectAltName=\(names)", "-keyout", folder.appending(path: "key.pem").path,
            "-out", folder.appending(path: "certificate.pem").path,
        ]
        let (_, status) = try await ChildProcess.run("/usr/bin/openssl", arguments, reading: .both)
        guard status == 0 else { throw ChildProcess.Failure(text: "openssl made no certificate") }
    }
}
