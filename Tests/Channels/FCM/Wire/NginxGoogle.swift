import Foundation
import TestPrograms

/// An nginx in Google's place: it gives out an access token to whoever asks, and accepts every message that carries it.
final class NginxGoogle: Sendable {
    private static let path = "/usr/sbin/nginx"
    private static let modules = "/usr/lib/nginx/modules"

    /// Whether the machine has one that can read bodies before it answers.
    static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: path)
            && FileManager.default.fileExists(atPath: "\(modules)/ngx_http_lua_module.so")
    }

    let url: String
    let certificateFile: String
    private let folder: URL
    private let process: ChildProcess

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-google-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (certificate, key) = (folder.appending(path: "certificate.pem"), folder.appending(path: "key.pem"))
        certificateFile = certificate.path
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key.path, "-out",
            certificate.path,
        ]
        let (_, status) = try await ChildProcess.run("/usr/bin/openssl", arguments, reading: .both)
        guard status == 0 else { throw ChildProcess.Failure(text: "openssl made no certificate") }
        let port = try FreePort.find()
        url = "https://localhost:\(port)"
        let file = folder.appending(path: "nginx.conf")
        try Self.configuration(port, folder.path).write(to: file, atomically: true, encoding: .utf8)
        process = try ChildProcess(Self.path, ["-p", folder.path, "-c", file.path, "-e", "error.log"])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A service account that asks here for access tokens.
    func account(_ text: String) -> String {
        text.replacing(#/"token_uri":"[^"]*"/#, with: #""token_uri":"\#(url)/token""#)
    }

    private static func configuration(_ port: UInt16, _ folder: String) -> String {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temp;" }.joined()
        return """
            load_module \(modules)/ndk_http_module.so;
            load_module \(modules)/ngx_http_lua_module.so;
            daemon off; master_process off; pid nginx.pid; error_log error.log error;
            events { worker_connections 64; }
            http {
                access_log off; client_body_buffer_size 64k; \(folders) keepalive_requests 100000;
                http2_max_concurrent_streams 100; default_type application/json;
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(folder)/certificate.pem; ssl_certificate_key \(folder)/key.pem;
                    location = /token {
                        content_by_lua_block {
                            ngx.req.read_body()
                            ngx.say('{"access_token":"t","expires_in":3599,"token_type":"Bearer"}')
                        }
                    }
                    location /v1/projects/ {
                        content_by_lua_block {
                            ngx.req.read_body()
                            local body = ngx.req.get_body_data() or ""
                            if ngx.var.http_authorization ~= "Bearer t" or not body:find('"title":"Grüße"', 1, true) then
                                ngx.exit(400)
                            end
                            ngx.say('{"name":"projects/shop/messages/' .. body:match('"token":"(%w+)"') .. '"}')
                        }
                    }
                }
            }
            """
    }
}
