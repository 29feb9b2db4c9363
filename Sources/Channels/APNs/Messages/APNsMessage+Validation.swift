import FanfareCore
import FanfareHTTP2

extension APNsMessage {
    /// Checks all that can be known before sending; `notify` does so before anything is stored.
    ///
    /// - Throws: ``APNsMessageError`` for the first thing that APNs or the device would refuse, drop or delay.
    public func validate() throws { _ = try validatedBody() }

    /// The body of the request, if the message is right.
    func validatedBody() throws(APNsMessageError) -> [UInt8] {
        try checkHeaders()
        try checkContent()
        try checkPushType()
        try liveActivity?.check(alert: alert)
        let body = body
        let limit = resolvedPushType.maximumSize
        guard body.count <= limit else {
            let excess = body.count - limit
            let problem = "has \(body.count) bytes, \(excess) too many; a push of type \(resolvedPushType.rawValue)"
            throw APNsMessageError("payload", "\(problem) has at most \(limit)", excess: excess)
        }
        return body
    }

    private func checkContent() throws(APNsMessageError) {
        try require(data["aps"] == nil, "data.aps", "is the dictionary of the message itself; choose another key")
        if !additional.isEmpty { try checkAdditional() }
        try require(alert?.isEmpty != true, "aps.alert", "says nothing")
        try require((badge ?? 0) >= 0, "aps.badge", "is below zero")
        if let volume = sound?.volume {
            try require((0...1).contains(volume), "aps.sound.volume", "is out of range; expected 0 to 1")
        }
        if let relevanceScore {
            let isRight = resolvedPushType == .liveActivity ? relevanceScore.isFinite : (0...1).contains(relevanceScore)
            let expected = resolvedPushType == .liveActivity ? "a finite number" : "0 to 1"
            try require(isRight, "aps.relevance-score", "is out of range; expected \(expected)")
        }
    }

    /// What has a property would be read back as that property.
    private func checkAdditional() throws(APNsMessageError) {
        var known = APNsMessage()
        try known.merge(aps: additional)
        if let key = Set(additional.keys).subtracting(known.additional.keys).min() {
            throw APNsMessageError("additional.\(key)", "has a property of its own; set that")
        }
    }

    private func checkPushType() throws(APNsMessageError) {
        let type = resolvedPushType
        if liveActivity != nil || type == .liveActivity {
            try require(type == .liveActivity, "pushType", "is \(type.rawValue) with a Live Activity")
            try require(liveActivity != nil, "liveActivity", "is missing in a push of type liveactivity")
        }
        switch type {
        case .background:
            try require(alert == nil, "aps.alert", "is there in a background push, which shows nothing")
            try require(badge == nil, "aps.badge", "is there in a background push, which shows nothing")
            try require(sound == nil, "aps.sound", "is there in a background push, which is silent")
            try require(contentAvailable != false, "aps.content-available", "is 0 in a background push")
            try require(
                contentChanged == nil || pushType != nil,
                "pushType",
                "is missing; content-changed is for widgets or for controls"
            )
            try require(priority ?? .conserving == .conserving, "priority", "is not 5; background pushes have no other")
        case .alert:
            try require(isPerceptible, "pushType", "is alert with nothing to see or hear: no alert, badge or sound")
        case .widgets, .controls:
            try require(
                contentChanged == true,
                "aps.content-changed",
                "is not true; a reload of \(type.rawValue) says so"
            )
        default: break
        }
    }

    private func require(_ isRight: Bool, _ field: String, _ problem: String) throws(APNsMessageError) {
        if !isRight { throw APNsMessageError(field, problem) }
    }
}
