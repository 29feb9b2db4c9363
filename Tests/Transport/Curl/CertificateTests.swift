import Foundation
import TestPrograms
import Testing

@testable import FanfareCurl

@Suite(.timeLimit(.minutes(1)))
struct CertificateTests {
    /// Where Debian keeps the certificates.
    private static let system = "/etc/ssl/certs/ca-certificates.crt"

    private func client(trusting file: String?) -> CurlClient {
        var configuration = CurlConfiguration()
        configuration.trustedCertificates = file
        return CurlClient(configuration)
    }

    @Test func `a server is trusted for its certificate's sake, and no other`() async throws {
        let certificate = try await ThrowawayCertificate()
        let server = try await PythonServer(certificate)
        let request = CurlRequest(url: try server.url("/echo"))
        let stranger = try await ThrowawayCertificate()
        for file in [nil, stranger.certificateFile] {
            let client = client(trusting: file)
            let failure = try await client.failure(request)
            #expect(failure?.kind == .misconfigured && failure?.code == .untrustedPeer)
            await client.shutdown()
        }
        // Its file goes with it.
        withExtendedLifetime(stranger) {}
        #expect(try await server.count(of: "/echo") == 0)
        let client = client(trusting: certificate.certificateFile)
        #expect(try await client.send(request).status == 200)
        await client.shutdown()
    }

    @Test func `a certificate is for the names in it`() async throws {
        let certificate = try await ThrowawayCertificate(for: "DNS:localhost")
        let server = try await PythonServer(certificate)
        let client = client(trusting: certificate.certificateFile)
        let named = CurlRequest(url: try server.url("/echo", host: "localhost"))
        #expect(try await client.send(named).status == 200)
        let failure = try await client.failure(CurlRequest(url: try server.url("/echo")))
        #expect(failure?.kind == .misconfigured && failure?.code == .untrustedPeer)
        #expect(try await server.count(of: "/echo") == 1)
        await client.shutdown()
    }

    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: Self.system), "needs the package ca-certificates"))
    func `a file is trusted beside the system's certificates, not instead of them`() async throws {
        let certificate = try await ThrowawayCertificate()
        let certificates = try TrustedCertificates(besideSystem: certificate.certificateFile)
        // The bytes go with the object.
        let trusted = withExtendedLifetime(certificates) { unsafe Data(certificates.bytes) }
        let own = try Data(contentsOf: URL(filePath: certificate.certificateFile))
        let system = try Data(contentsOf: URL(filePath: Self.system))
        // Compared outside of the macro, which would look for the differences of so much text for minutes.
        let areTogether = trusted == system + Data("\n".utf8) + own
        #expect(areTogether)
    }

    @Test func `a file without certificates is said to be one, until it is mended`() async throws {
        let certificate = try await ThrowawayCertificate()
        let server = try await PythonServer(certificate)
        let request = CurlRequest(url: try server.url("/echo"))
        let file = certificate.folder.appending(path: "trusted.pem")
        let client = client(trusting: file.path)
        for text in [nil, "no certificate"] {
            try text?.write(to: file, atomically: true, encoding: .utf8)
            let failure = try await client.failure(request)
            #expect(failure?.kind == .misconfigured && failure?.code == .unusableCertificates)
        }
        let text = try String(contentsOfFile: certificate.certificateFile, encoding: .utf8)
        try text.write(to: file, atomically: true, encoding: .utf8)
        #expect(try await client.send(request).status == 200)
        await client.shutdown()
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx"), "needs nginx"))
    func `HTTP/2 is spoken where TLS finds it`() async throws {
        let certificate = try await ThrowawayCertificate()
        let port = try FreePort.find()
        let file = certificate.folder.appending(path: "nginx.conf")
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temp;" }.joined()
        let text = """
            daemon off; master_process off; pid nginx.pid; error_log error.log error;
            events { worker_connections 64; }
            http {
                access_log off; \(folders)
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(certificate.certificateFile); ssl_certificate_key \(certificate.keyFile);
                    location / { add_header X-Protocol $server_protocol; return 200 "hello"; }
                }
            }
            """
        try text.write(to: file, atomically: true, encoding: .utf8)
        let nginx = try ChildProcess(
            "/usr/sbin/nginx",
            ["-p", certificate.folder.path, "-c", file.path, "-e", "error.log"],
            reading: .nothing
        )
        let client = client(trusting: certificate.certificateFile)
        let request = CurlRequest(url: try #require(URL(string: "https://localhost:\(port)/")))
        try await eventually { try await client.failure(request) == nil }
        let response = try await client.send(request)
        #expect(response.fields["x-protocol"] == "HTTP/2.0")
        #expect(response.body == Array("hello".utf8))
        await client.shutdown()
        nginx.signal(SIGTERM)
        _ = await nginx.wait()
    }
}
