/// What ``FCMServer`` does about messages, request by request and connection by connection.
public typealias FCMScript = PushServerScript<FCMRequest>

/// What the token endpoint of ``FCMServer`` does, request by request and connection by connection.
public typealias FCMTokenScript = PushServerScript<FCMTokenRequest>

extension PushServerScript where Request == FCMRequest {
    /// Adds a rule for the messages to a registration token.
    public func on(token: String, _ steps: Step...) -> PushServerScript {
        on { $0.token == token ? steps : nil }
    }

    /// Adds a rule for the messages of a project.
    public func on(project: String, _ steps: Step...) -> PushServerScript {
        on { $0.project == project ? steps : nil }
    }
}
