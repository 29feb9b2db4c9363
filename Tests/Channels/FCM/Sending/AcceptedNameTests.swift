import FanfareCore
import Testing

@testable import FanfareFCM

struct AcceptedNameTests {
    @Test(arguments: [
        #"{"name":"projects/p/messages/1"}"#, "{\n  \"name\": \"projects/p/messages/1\"\n}\n",
        "{ \"name\"\r\n:\t\"projects/p/messages/1\" }\r\n",
        // As no answer has been so far, but may be.
        #"{"other":{"name":"x"},"name":"projects/p/messages/1"}"#, #"{"name":"projects/p/messages/1","other":1}"#,
        #"{"name":"projects\/p\/messages\/1"}"#, #"{"name":"\u0070rojects/p/messages/1"}"#,
    ])
    func `the name is found however the answer is written`(body: String) {
        #expect(AcceptedName(in: Array(body.utf8))?.text == "projects/p/messages/1")
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "null", #"{"name":""}"#, #"{"name":7}"#, #"{"name":"a b"}"#, #"{"name":"ü"}"#,
        #"{"name":"a"#, #"{"name":"a\"#, #"{"name":"a"} x"#, #"{"names":"a"}"#, #"{"name":"a",}"#, #"{"name" "a"}"#,
        #"{"name":""# + String(repeating: "a", count: 257) + #""}"#,
    ])
    func `what is no name is none`(body: String) { #expect(AcceptedName(in: Array(body.utf8)) == nil) }
}
