import FanfareCore

extension MailConfiguration {
    /// Who mail is from that is never sent.
    static let previewSender = MailAddress(name: nil, checkedMailbox: "preview@example.invalid")

    /// Where mail goes that is never sent.
    static let previewServer = MailServer(host: "mail.example.invalid")

    /// Reads the channel's section. Faults are noted there.
    ///
    /// - Parameter isPreview: Whether nothing will be sent: servers, logins, keys and the sender may then be missing, and the
    ///   first three are not used.
    init(from section: ConfigurationSection, isPreview: Bool) {
        let reader = ServersReader(section)
        if isPreview { reader.markKeys() }
        self.init(
            servers: isPreview ? [Self.previewServer] : reader.servers(),
            sender: Self.sender(from: section, isPreview: isPreview)
        )
        hello = section.string("hello")
        if let hello, HelloName(hello) == nil { section.fault(at: "hello", HelloName.problem) }
        let timeouts = section.section("timeouts")
        connectTimeout = timeouts.duration("connect", default: connectTimeout)
        replyTimeout = timeouts.duration("reply", default: replyTimeout)
        dataReplyTimeout = timeouts.duration("dataReply", default: dataReplyTimeout)
        uncertain = section.choice("uncertain", of: Uncertain.allCases, default: uncertain)
        trustedCertificates = Self.certificates(from: section)
        connections = section.integer("connections", in: 1...64, default: connections)
        rateLimit = section.integer("rateLimit", in: 1...1_000_000)
        if section.isPresent("dkim") { dkim = DKIMCredential(from: section.section("dkim"), isPreview: isPreview) }
        if section.isPresent("brand") { brand = MailBrand(from: section.section("brand")) }
        if section.isPresent("phrases") { phrases = MailPhrases(from: section.section("phrases")) }
    }

    private static func sender(from section: ConfigurationSection, isPreview: Bool) -> MailAddress {
        guard !isPreview || section.isPresent("from") else { return previewSender }
        let text = section.requiredString("from")
        do throws(MailAddressError) {
            if !text.isEmpty { return try MailAddress(text) }
        } catch {
            let remedy = "expected an address such as Example Shop <shop@example.com>"
            section.fault(at: "from", error.description, remedy: remedy)
        }
        return previewSender
    }

    private static func certificates(from section: ConfigurationSection) -> String? {
        guard let contents = section.fileContents("trustedCertificates") else { return nil }
        if !contents.reveal().contains("-----BEGIN CERTIFICATE-----") {
            section.fault(
                at: "trustedCertificates",
                "the file has no certificate",
                remedy: "expected PEM with -----BEGIN CERTIFICATE-----"
            )
        }
        return section.file("trustedCertificates")
    }
}
