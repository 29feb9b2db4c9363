import Testing

@testable import FanfareHost

struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:0", "[::1]:0"), ("0.0.0.0:65535", "0.0.0.0:65535"),
        ("localhost:80", "127.0.0.1:80"), ("[::]:1", "[::]:1"),
    ])
    func `an address is read and written`(text: String, written: String) throws {
        #expect(try ListenAddress(parsing: text).description == written)
    }

    @Test(arguments: [
        ("", "has no port"), ("127.0.0.1", "has no port"), ("[::1]", "has no port"),
        ("8080", "has no port"), (":8080", "has no IP address"),
        ("127.0.0.1:", "has a port that is not a number from 0 to 65535"),
        ("127.0.0.1:65536", "has a port that is not a number from 0 to 65535"),
        ("127.0.0.1:-1", "has a port that is not a number from 0 to 65535"),
        ("127.0.0.1:+1", "has a port that is not a number from 0 to 65535"),
        ("::1:80", "has an IPv6 address without brackets"),
        ("example.com:80", "does not begin with an IP address or localhost"),
        ("1.2.3:80", "does not begin with an IP address or localhost"),
        ("[127.0.0.1]:80", "does not begin with an IP address or localhost"),
        ("127.0.0.1\0:80", "does not begin with an IP address or localhost"),
    ])
    func `a wrong address says what is wrong and what would be right`(text: String, problem: String) {
        let error = #expect(throws: ListenAddressError.self) { try ListenAddress(parsing: text) }
        #expect(error?.problem == problem)
        #expect(error?.description.contains("write an IP address and a port: 127.0.0.1:8080") == true)
    }
}
