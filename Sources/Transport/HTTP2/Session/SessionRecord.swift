/// What the library tells about a session, kept until it is taken: the library must not be called while it reads.
///
/// It is a value at a place of its own in memory, which the library's calls are given, so that a call for each field of each
/// answer neither counts references nor asks who else is looking.
struct SessionRecord {
    /// The requests whose streams are open.
    var exchanges = StreamTable()
    var events: [SessionEvent] = []
    /// The requests whose header was turned into bytes since they were last taken.
    var written: [Exchange] = []
    /// The header that is being read: they come one after the other, whatever streams they belong to.
    var header = AnswerHeader()
    let longestBody: Int
}
