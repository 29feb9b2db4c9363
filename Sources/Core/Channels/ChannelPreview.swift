/// What a message would look like to whoever gets it, as far as a channel can show that.
public struct ChannelPreview: Hashable, Sendable {
    /// A part that is looked at with another program.
    public struct File: Hashable, Sendable {
        /// Its name, such as `mail.html`.
        public var name: String
        /// Its media type, such as `text/html`.
        public var mediaType: String
        /// Its bytes.
        public var content: [UInt8]

        /// Creates a file.
        public init(name: String, mediaType: String, content: [UInt8]) {
            self.name = name
            self.mediaType = mediaType
            self.content = content
        }
    }

    /// What can be read in a terminal.
    public var text: String
    /// The parts that are looked at with another program, by default none.
    public var files: [File]

    /// Creates a preview.
    public init(text: String, files: [File] = []) {
        self.text = text
        self.files = files
    }
}
