import Testing

@testable import FanfareHost

struct CommandSyntaxTests {
    private let file = CommandOption("--file", "FILE", "a file")
    private let user = CommandOption("--user", "USER", "a user", isRepeatable: true)
    private let quiet = CommandOption("--quiet", nil, "say nothing")

    private var syntax: CommandSyntax {
        CommandSyntax(name: "do", summary: "Do it.", operands: ["WHAT"], options: [file, user, quiet])
    }

    @Test func `options and operands may come in any order`() throws {
        let parsed = try syntax.parse(["--file=a=b", "thing", "--user", "1", "--quiet", "--user", "-2"])
        #expect(parsed.operands == ["thing"])
        #expect(parsed.value(file) == "a=b")
        #expect(parsed.values(user) == ["1", "-2"])
        #expect(parsed.has(quiet))
    }

    @Test func `after two dashes everything is an operand`() throws {
        #expect(try syntax.parse(["--", "--file"]).operands == ["--file"])
    }

    @Test func `help needs nothing else`() throws {
        #expect(try syntax.parse(["-h"]).has(.help))
    }

    @Test(arguments: [
        (["x", "--fil"], "fanfare do has no option --fil; its options are --file, --user, --quiet"),
        (["x", "--file"], "fanfare do needs FILE after --file"),
        (["x", "--file", "--quiet"], "fanfare do needs FILE after --file"),
        (["x", "--file="], "fanfare do needs FILE after --file"),
        (["x", "--quiet=yes"], "fanfare do takes no value for --quiet"),
        (["x", "--file", "a", "--file", "b"], "fanfare do takes --file once"),
        (["x", "y"], "fanfare do takes no \"y\""),
        ([], "fanfare do needs WHAT"),
    ])
    func `what is wrong is said in one line`(arguments: [String], expected: String) {
        #expect(throws: UsageError(expected)) { try syntax.parse(arguments) }
    }
}
