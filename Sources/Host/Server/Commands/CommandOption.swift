/// An option a command takes.
struct CommandOption: Hashable, Sendable {
    /// Its name with the dashes: `--config`.
    let name: String
    /// What its value is called in help, `FILE`; nil for an option without one.
    let value: String?
    /// What it does, for help.
    let summary: String
    /// Whether it may be given more than once.
    var isRepeatable = false

    init(_ name: String, _ value: String? = nil, _ summary: String, isRepeatable: Bool = false) {
        self.name = name
        self.value = value
        self.summary = summary
        self.isRepeatable = isRepeatable
    }
}

extension CommandOption {
    /// The file a command reads its configuration from unless told otherwise.
    static let standardConfiguration = "./fanfare.json5"

    static let configuration = CommandOption(
        "--config",
        "FILE",
        "the configuration file (\(standardConfiguration))"
    )
    static let json = CommandOption("--json", "print JSON")
    static let help = CommandOption("--help", "explain the command")

    private init(_ name: String, _ summary: String) { self.init(name, nil, summary) }
}
