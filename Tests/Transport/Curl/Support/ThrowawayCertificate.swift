import Foundation
import TestPrograms

/// A certificate of no worth, made with the `openssl` program in a folder of its own, which goes when it goes.
final class ThrowawayCertificate: Sendable {
    let folder: URL
    var certificateFile: String { folder.appending(path: "certificate.pem").path }
    var keyFile: String { folder.appending(path: "key.pem").path }

    /// Makes one for the names, each written as `DNS:localhost` or `IP:127.0.0.1`.
    init(for names: String = "DNS:localhost,IP:127.0.0.1") async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=throwaway", "-addext", "subjectAltName=\(names)", "-keyout", keyFile, "-out", certificateFile,
        ]
        let (_, status) = try await ChildProcess.run("/usr/bin/openssl", arguments, reading: .both)
        guard status == 0 else { throw ChildProcess.Failure(text: "openssl made no certificate") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
