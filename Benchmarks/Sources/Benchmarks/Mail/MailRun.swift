import FanfareCore
import FanfareMail
import Foundation

/// How the mail channel is measured: so many mails with text and HTML, each to a mailbox of its own.
struct MailRun {
    let connections: Int
    let count: Int

    /// Sends through the channel.
    func measure(port: UInt16) async throws -> Measurement {
        var configuration = MailConfiguration(
            servers: [MailServer(host: "127.0.0.1", port: Int(port))],
            sender: try MailAddress("Example Shop <shop@example.com>")
        )
        configuration.connections = connections
        let channel = try MailChannel(configuration)
        let message = try channel.prepare(Self.message)
        try await send(1, through: channel, message)
        let measurement = try await Measurement.of(count) { try await send(count, through: channel, message) }
        await channel.shutdown()
        return measurement
    }

    private func send(_ count: Int, through channel: MailChannel, _ message: PreparedMail) async throws {
        let identifiers = IdentifierSource()
        let notification: NotificationID = identifiers.next()
        try await withThrowingDiscardingTaskGroup { group in
            for sender in 0..<channel.capacity {
                group.addTask {
                    for number in stride(from: sender, to: count, by: channel.capacity) {
                        let context = DeliveryContext(
                            delivery: identifiers.next(),
                            notification: notification,
                            type: "order.shipped"
                        )
                        let route = Route.mail("Ada <user\(number)@example.org>")
                        let outcome = try await channel.deliver(prepared: message, to: route, context: context)
                        guard case .sent = outcome else { throw SenderRun.Unexpected(outcome: outcome) }
                    }
                }
            }
        }
    }

    static var message: MailMessage {
        get throws {
            try MailMessage(
                subject: "Order #1234 shipped — Grüße",
                content: MailContent(greeting: "Hello Ada,") {
                    "Your order has left our house and arrives tomorrow."
                    MailContent.Action("Track it", "https://example.com/orders/1234")
                    "Thank you for your order."
                }
            )
        }
    }

    /// The same mails by Python's smtplib, over one connection.
    func measureSMTPLib(port: UInt16) throws -> Measurement {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-mail-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let message = try Self.message
        try Data((message.text ?? "").utf8).write(to: folder.appending(path: "text"))
        try Data((message.html ?? "").utf8).write(to: folder.appending(path: "html"))
        let report = try output(of: "/usr/bin/python3", "-c", Self.script, "\(port)", "\(count)", folder.path)
        return try JSONDecoder().decode(Measurement.self, from: Data(report.utf8))
    }

    private static let script = #"""
        import json, resource, smtplib, sys, time
        from email.message import EmailMessage
        from email.utils import formatdate, make_msgid

        port, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
        text, html = (open(f"{folder}/{name}", encoding="utf-8").read() for name in ("text", "html"))

        def message(number):
            mail = EmailMessage()
            mail["From"] = "Example Shop <shop@example.com>"
            mail["To"] = f"Ada <user{number}@example.org>"
            mail["Subject"] = "Order #1234 shipped — Grüße"
            mail["Date"] = formatdate()
            mail["Message-ID"] = make_msgid(domain="example.com")
            mail.set_content(text)
            mail.add_alternative(html, subtype="html")
            return mail

        with smtplib.SMTP("127.0.0.1", port) as server:
            server.send_message(message(0))
            start, cpu = time.perf_counter(), time.process_time()
            for number in range(count):
                server.send_message(message(number))
            print(json.dumps({
                "count": count, "wallSeconds": time.perf_counter() - start, "cpuSeconds": time.process_time() - cpu,
                "peakMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
        """#
}
