import FanfareHTTP2
import Foundation
import TestPrograms

/// An nginx on a free port, with TLS: `/read/…` reads the body before it answers, `/early/…` does not.
final class NginxServer: Sendable {
    static let path = "/usr/sbin/nginx"
    private static let modules = "/usr/lib/nginx/modules"

    /// Whether the machine has one that can read bodies before it answers.
    static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: path)
            && FileManager.default.fileExists(atPath: "\(modules)/ngx_http_lua_module.so")
    }

    let port: UInt16
    let certificate: ThrowawayCertificate
    private let process: ChildProcess

    init() async throws {
        certificate = try await ThrowawayCertificate()
        port = try unusedEndpoint().port
        let file = certificate.folder.appending(path: "nginx.conf")
        try Self.configuration(port, certificate).write(to: file, atomically: true, encoding: .utf8)
        process = try ChildProcess(Self.path, ["-p", certificate.folder.path, "-c", file.path, "-e", "error.log"])
    }

    var endpoint: HTTP2Endpoint { HTTP2Endpoint(host: "localhost", port: port) }

    private static func configuration(_ port: UInt16, _ certificate: ThrowawayCertificate) -> String {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temp;" }.joined()
        return """
            load_module \(modules)/ndk_http_module.so;
            load_module \(modules)/ngx_http_lua_module.so;
            daemon off; master_process off; pid nginx.pid; error_log error.log error;
            events { worker_connections 64; }
            http {
                access_log off; client_body_buffer_size 64k; \(folders) keepalive_requests 500; http2_max_concurrent_streams 100;
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(certificate.certificateFile); ssl_certificate_key \(certificate.keyFile);
                    location /early/ { return 200; }
                    location /read/ {
                        content_by_lua_block {
                            ngx.req.read_body()
                            ngx.header["x-length"] = #(ngx.req.get_body_data() or "")
                            ngx.header.content_length = 0
                            ngx.exit(200)
                        }
                    }
                }
            }
            """
    }
}
