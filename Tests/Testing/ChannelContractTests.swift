import FanfareCore
import FanfareTesting
import Testing

@Suite struct ChannelContractTests {
    let routes = [Route(channel: "pager", address: "555-0100"), Route(channel: "pager", address: "555-0199")]

    /// Refuses the second route, without a word too many.
    func specimen() -> ChannelSpecimen<RecordingChannel<[String: String]>> {
        ChannelSpecimen(message: ["text": "Héllo, 世界"], routes: routes) {
            RecordingChannel(id: "pager", of: [String: String].self) { attempt in
                attempt.route.address.hasSuffix("99") ? .rejected(DeliveryReason("refused")) : .sent(providerID: "1")
            }
        }
    }

    /// The limit is short where nothing is expected to come of waiting.
    func specimen(
        _ breach: BrokenChannel.Breach,
        limit: Duration = .milliseconds(300)
    ) -> ChannelSpecimen<BrokenChannel> {
        ChannelSpecimen(
            message: BrokenChannel.Message(text: "a text of its own", losesText: breach == .storage),
            routes: routes,
            limit: limit
        ) { BrokenChannel(breach) }
    }

    @Test(arguments: ChannelContract.allCases)
    func `a recording channel keeps the contract`(_ requirement: ChannelContract) async throws {
        try await requirement.verify(specimen())
    }

    static let breaches: [(BrokenChannel.Breach, ChannelContract)] = [
        (.name, .nameIsPlain), (.emptyName, .nameIsPlain), (.room, .hasRoom), (.storage, .messageSurvivesStorage),
        (.validation, .acceptsItsMessages), (.preparation, .preparesItsMessages), (.silence, .answers),
        (.throwing, .answers), (.address, .keepsSecrets), (.addressInError, .keepsSecrets), (.text, .keepsSecrets),
        (.oneAtATime, .takesManyAtOnce), (.deafness, .stopsWhenCancelled), (.shutdown, .shutsDown),
    ]

    @Test(arguments: breaches)
    func `a breach of the contract is found`(_ breach: BrokenChannel.Breach, by requirement: ChannelContract) async {
        await #expect(throws: ContractViolation.self) { try await requirement.verify(specimen(breach)) }
    }

    @Test func `every breach is tried`() {
        #expect(Set(Self.breaches.map(\.0)) == Set(BrokenChannel.Breach.allCases))
        #expect(Set(Self.breaches.map(\.1)) == Set(ChannelContract.allCases))
    }

    @Test(arguments: [BrokenChannel.Breach.name, .address, .text])
    func `a breach spoils no other requirement`(_ breach: BrokenChannel.Breach) async throws {
        let broken = Self.breaches.filter { $0.0 == breach }.map(\.1)
        for requirement in ChannelContract.allCases where !broken.contains(requirement) {
            try await requirement.verify(specimen(breach, limit: .seconds(60)))
        }
    }

    @Test func `a violation shows no secret`() async throws {
        let error = await #expect(throws: ContractViolation.self) {
            try await ChannelContract.keepsSecrets.verify(specimen(.address, limit: .seconds(60)))
        }
        #expect(error?.description.contains("555") == false)
    }

    @Test func `a specimen without a route is refused`() async {
        let specimen = ChannelSpecimen(message: "hi", routes: []) { RecordingChannel(id: "pager", of: String.self) }
        await #expect(throws: ContractViolation.self) { try await ChannelContract.answers.verify(specimen) }
    }
}
