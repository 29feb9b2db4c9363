/// Why FCM would refuse a message, in a machine's words and in a person's.
public typealias FCMFault = PushServerFault<FCMAnswer>
