import FanfareCore

extension RequestValue {
    /// A user's id. It must not hold NUL: in a body the parser sees to that, but it comes from paths and tokens too.
    func user() throws(Problem) -> RecipientID {
        let id = try text()
        guard !id.utf8.contains(0) else { throw fault("holds U+0000") }
        return RecipientID(rawValue: id)
    }

    /// A token in the form it is stored in.
    func token(of platform: Platform) throws(Problem) -> DeviceToken {
        guard let text = json.string else { throw fault("is \(json.kind); expected a string") }
        do {
            return try DeviceToken(text, platform: platform)
        } catch {
            throw fault(error.description)
        }
    }

    /// An address as a channel takes it.
    func address(on channel: any Channel) throws(Problem) -> String {
        let text = try text(upTo: Self.addressLimit)
        do {
            return try channel.address(from: text)
        } catch {
            throw fault("\(error)")
        }
    }

    /// One of the two environments.
    func environment() throws(Problem) -> DeviceEnvironment {
        try choice(of: Dictionary(uniqueKeysWithValues: DeviceEnvironment.allCases.map { ($0.rawValue, $0) }))
    }

    func priority() throws(Problem) -> Priority {
        try choice(of: Dictionary(uniqueKeysWithValues: Priority.allCases.map { ($0.description, $0) }))
    }

    /// A language tag by its shape, `tr-TR`. Which tags exist is nothing a server can know better than a phone; phones
    /// also write `tr_TR`.
    func locale() throws(Problem) -> String {
        let text = try text()
        let tags = text.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        let isTag = tags.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(Self.isLetterOrDigit) }
        guard isTag, tags[0].count >= 2, tags[0].allSatisfy({ $0 > UInt8(ascii: "9") }) else {
            throw fault("is no language tag, such as \"tr-TR\" (BCP 47)")
        }
        return text
    }

    /// A time zone's name by its shape, `Europe/Istanbul`; the phone's list of zones may be newer than the server's.
    func timeZone() throws(Problem) -> String {
        let text = try text()
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { Self.isLetterOrDigit($0) || "_+-".utf8.contains($0) }
        }
        guard isName else { throw fault("is no time zone's name, such as \"Europe/Istanbul\" (IANA)") }
        return text
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
}
