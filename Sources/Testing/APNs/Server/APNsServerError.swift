/// What a test waited for in vain.
public typealias APNsServerError = PushServerError
