/// What ``APNsServer`` does, request by request and connection by connection.
public typealias APNsScript = PushServerScript<APNsRequest>

/// Something ``APNsServer`` does.
public typealias APNsStep = PushServerStep<APNsAnswer>

/// Why a script cannot be read.
public typealias APNsScriptError = PushServerScriptError

/// A GOAWAY: the announcement that a connection will take no more requests (RFC 9113, 6.8).
public typealias APNsGoAway = PushServerGoAway

/// An error code of HTTP/2 (RFC 9113, 7).
public typealias APNsErrorCode = PushServerErrorCode

extension PushServerScript where Request == APNsRequest {
    /// Adds a rule for the requests to a device token.
    public func on(deviceToken: String, _ steps: Step...) -> PushServerScript {
        on { $0.deviceToken == deviceToken ? steps : nil }
    }
}
