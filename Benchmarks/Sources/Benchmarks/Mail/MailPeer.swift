import Foundation

/// A mail server on this machine that takes everything and keeps nothing.
struct MailPeer {
    let port: UInt16
    private let process: Process

    static func start() throws -> MailPeer {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", script]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NoPort() }
        return MailPeer(port: port, process: process)
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    private struct NoPort: Error {}

    private static let script = #"""
        import asyncio

        class Sink(asyncio.Protocol):
            def connection_made(self, transport):
                self.transport, self.rest, self.in_message = transport, b"", False
                transport.write(b"220 sink.example ESMTP\r\n")

            def data_received(self, data):
                self.rest += data
                while True:
                    end = b"\r\n.\r\n" if self.in_message else b"\r\n"
                    piece, found, rest = self.rest.partition(end)
                    if not found:
                        return
                    self.rest = rest
                    if self.in_message:
                        self.in_message = False
                        self.transport.write(b"250 2.0.0 taken\r\n")
                        continue
                    verb = piece[:4].upper()
                    if verb == b"EHLO":
                        self.transport.write(b"250-sink.example\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n")
                    elif verb == b"DATA":
                        self.in_message = True
                        self.transport.write(b"354 go on\r\n")
                    elif verb == b"QUIT":
                        self.transport.write(b"221 bye\r\n")
                        self.transport.close()
                    else:
                        self.transport.write(b"250 2.1.0 fine\r\n")

        async def main():
            server = await asyncio.get_running_loop().create_server(Sink, "127.0.0.1", 0)
            print(server.sockets[0].getsockname()[1], flush=True)
            await server.serve_forever()

        asyncio.run(main())
        """#
}
