import Foundation

/// An nginx that answers as a push service does when all is well: HTTP/2 over TLS, the body read before the answer.
///
/// Without the body read, nginx answers early and then resets each stream. Its index of streams has few buckets by default and
/// goes quadratic on a connection that lives long.
struct PushPeer {
    let port: UInt16
    let certificate: URL
    private let folder: URL
    private let process: Process

    /// - Parameter streams: How many requests a connection may have open at once.
    static func start(allowing streams: Int) throws -> PushPeer {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-peer-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let certificate = folder.appending(path: "certificate.pem")
        try makeCertificate(at: certificate, key: folder.appending(path: "key.pem"))
        let port = try freePort()
        let file = folder.appending(path: "nginx.conf")
        try configuration(port: port, streams: streams, folder: folder.path).write(
            to: file,
            atomically: true,
            encoding: .utf8
        )
        let process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/nginx")
        process.arguments = ["-p", folder.path, "-c", file.path, "-e", folder.appending(path: "error.log").path]
        try process.run()
        for _ in 0..<100 where !isListening(port) { usleep(50_000) }
        return PushPeer(port: port, certificate: certificate, folder: folder, process: process)
    }

    func stop() throws {
        process.terminate()
        process.waitUntilExit()
        try FileManager.default.removeItem(at: folder)
    }

    private static func makeCertificate(at certificate: URL, key: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key.path, "-out",
            certificate.path,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }

    private static func configuration(port: UInt16, streams: Int, folder: String) -> String {
        """
        load_module /usr/lib/nginx/modules/ndk_http_module.so;
        load_module /usr/lib/nginx/modules/ngx_http_lua_module.so;
        daemon off;
        worker_processes 1;
        pid \(folder)/nginx.pid;
        error_log \(folder)/error.log;
        events { worker_connections 4096; }
        http {
            access_log off;
            keepalive_requests 1000000000;
            http2_max_concurrent_streams \(streams);
            http2_streams_index_size 65536;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(folder)/certificate.pem;
                ssl_certificate_key \(folder)/key.pem;
                location = /token {
                    content_by_lua_block {
                        ngx.req.read_body()
                        ngx.say('{"access_token":"' .. string.rep("x", 200) .. '","expires_in":3599}')
                    }
                }
                location /v1/projects/ {
                    content_by_lua_block {
                        ngx.req.read_body()
                        ngx.header["content-type"] = "application/json; charset=UTF-8"
                        ngx.say('{"name":"projects/benchmark/messages/0:1500415314455276%31bd1c9631bd1c96"}')
                    }
                }
                location / {
                    content_by_lua_block {
                        ngx.req.read_body()
                        ngx.header["apns-id"] = ngx.var.http_apns_id
                        ngx.exit(200)
                    }
                }
            }
        }
        """
    }
}

/// A port nobody listens on.
func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            _ = bind(descriptor, pointer, length)
            _ = getsockname(descriptor, pointer, &length)
        }
    }
    return UInt16(bigEndian: address.sin_port)
}

private func isListening(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(port)
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}

private func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    return address
}
