import FanfareFCM
import Testing

struct FCMTargetTests {
    @Test(arguments: [
        (FCMTarget.token("cJ8:APA91b-x_Y"), "cJ8:APA91b-x_Y"), (.fid("cJ8"), "fid:cJ8"),
        (.topic("news"), "/topics/news"),
        (.condition("'a' in topics && 'b' in topics"), "condition:'a' in topics && 'b' in topics"),
    ])
    func `a target is an address, and an address a target`(_ target: FCMTarget, _ address: String) {
        #expect(target.address == address)
        #expect(FCMTarget(address: address) == target)
    }

    @Test(arguments: ["", "null", "a b", "a\r\nb", "/topics/", "/topics/a b", "/topics/a/b", "fid:", "condition:"])
    func `what cannot be a target is none`(_ address: String) { #expect(FCMTarget(address: address) == nil) }

    @Test func `a token is not shown whole`() {
        let target = FCMTarget.token("secret-token-0123456789")
        var dumped = ""
        dump(target, to: &dumped)
        for text in ["\(target)", "\([target])", dumped] { #expect(!text.contains("token-0123456789")) }
    }
}
