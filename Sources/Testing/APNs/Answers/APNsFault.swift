/// Why APNs would refuse a request, in a machine's words and in a person's.
public typealias APNsFault = PushServerFault<APNsAnswer>
