/// A request to ``APNsServer`` that the client gave up with RST_STREAM.
public typealias APNsAbandonedRequest = PushServerAbandonedRequest
