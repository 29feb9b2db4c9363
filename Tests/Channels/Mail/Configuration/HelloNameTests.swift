import Testing

@testable import FanfareMail

struct HelloNameTests {
    @Test(arguments: [
        "worker_1", "", "3f2a1b9c0d4e", "localhost", "my-laptop", "10.0.0.7", "a..example.com", "ümlaut.example",
    ])
    func `smtp-13: a container's name is not told to servers`(_ host: String) throws {
        let configuration = MailConfiguration(servers: [], sender: try MailAddress("a@example.com"))
        #expect(configuration.helloName(hostName: host).text == "[127.0.0.1]")
    }

    @Test func `smtp-13: a full name is, and a setting goes before it`() throws {
        var configuration = MailConfiguration(servers: [], sender: try MailAddress("a@example.com"))
        #expect(configuration.helloName(hostName: "mx1.example.com").text == "mx1.example.com")
        configuration.hello = "mail.example.test"
        #expect(configuration.helloName(hostName: "worker_1").text == "mail.example.test")
        #expect(configuration.helloName().text == "mail.example.test")
    }

    @Test(arguments: ["mail.example.test", "a-b.c1.example", "[192.0.2.1]", "[IPv6:2001:db8::1]"])
    func `a setting is taken as it is`(_ name: String) { #expect(HelloName(name)?.text == name) }

    @Test(arguments: [
        "worker_1", "worker_1.example.com", "mail", "192.0.2.1", "[192.0.2.256]", "[mail]", "[IPv6:x]", "[::1]",
        "a b.example",
        "-a.example", "a.example\r\nRSET", "",
    ])
    func `a setting that a strict server refuses is a fault`(_ name: String) { #expect(HelloName(name) == nil) }
}
