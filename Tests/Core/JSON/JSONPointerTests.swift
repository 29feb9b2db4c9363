import FanfareCore
import Testing

@Suite
struct JSONPointerTests {
    @Test(arguments: [
        ("", []), ("/", [""]), ("/foo/0", ["foo", "0"]), ("/a~1b", ["a/b"]), ("/m~0n", ["m~n"]), ("/~01", ["~1"]),
        ("//", ["", ""]), ("/ä%^|\"", ["ä%^|\""]),
    ])
    func `the text of RFC 6901 and the names are one`(text: String, tokens: [String]) throws {
        #expect(JSONPointer(tokens).description == text)
        #expect(JSONPointer(text) == JSONPointer(tokens))
    }

    @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~/b"])
    func `a text that is no pointer is refused`(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test
    func `a pointer grows inwards`() {
        #expect(JSONPointer().appending("to").appending("users").appending(3).description == "/to/users/3")
    }
}
