/// Finds the routes a channel takes to a recipient. Pure: devices were fetched before.
package struct RouteResolver {
    /// Routes, or why there are none.
    package enum Resolution: Hashable {
        case routes([Route])
        case none(SkippedChannel.Reason)
    }

    let registered: [RecipientID: [Device]]

    /// - Parameter devices: The devices of every recipient that may ask.
    package init(devices: [Device]) {
        registered = Dictionary(grouping: devices.filter { $0.user != nil }) { $0.user ?? .onDemand }
    }

    package func routes(to recipient: some Notifiable, on channel: some Channel) -> Resolution {
        switch recipient.routing(for: channel.id) {
        case .direct(let routes):
            routes.isEmpty ? .none(.noRoute) : .routes(routes.map { $0.on(channel.id) })
        case .devices(let devices):
            routes(to: devices, of: recipient.recipientID, on: channel)
        case .registered:
            routes(to: registered[recipient.recipientID] ?? [], of: recipient.recipientID, on: channel)
        }
    }

    private func routes(to devices: [Device], of recipient: RecipientID, on channel: some Channel) -> Resolution {
        let reached =
            switch channel.reach {
            case .devices(let platform): devices.filter { $0.platform == platform }
            case .everyDevice: devices
            case .addresses: [Device]()
            }
        let valid = reached.filter { $0.invalidatedAt == nil }
        let authorized = valid.filter { $0.authorized != false }
        if !authorized.isEmpty { return .routes(authorized.map { $0.route(on: channel.id) }) }
        if !valid.isEmpty { return .none(.notAuthorized) }
        if !reached.isEmpty { return .none(.routesInvalid) }
        // A channel for everybody reaches those without a device as well, under their own name.
        if channel.reach == .everyDevice, recipient != .onDemand {
            return .routes([Route(channel: channel.id, address: recipient.rawValue)])
        }
        return .none(.noRoute)
    }
}

extension Route {
    fileprivate func on(_ channel: ChannelID) -> Route {
        var route = self
        route.channel = channel
        return route
    }
}
