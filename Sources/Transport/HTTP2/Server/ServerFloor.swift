/// Everything of a server that lives on its thread: the listener and the connections.
final class ServerFloor {
    private let members: LoopMembers
    private let context: TLSContext?
    private let longestBody: Int
    private let behaviour: any HTTP2ServerBehaviour
    private var listener: ServerListener?
    private var connections: [Int: ServerConnection] = [:]
    private var opened = 0

    init(
        _ members: LoopMembers,
        _ socket: Socket,
        _ context: TLSContext?,
        _ longestBody: Int,
        _ behaviour: any HTTP2ServerBehaviour
    ) {
        self.members = members
        self.context = context
        self.longestBody = longestBody
        self.behaviour = behaviour
        let listener = ServerListener(socket) { [unowned self] in welcome($0) }
        self.listener = listener
        members.add(listener)
    }

    func perform(_ actions: [HTTP2ServerAction], on number: Int) { connections[number]?.perform(actions) }

    /// Closes everything.
    func end() {
        if let listener { members.remove(listener) }
        listener = nil
        for connection in connections.values { connection.end() }
    }

    private func welcome(_ socket: Socket) {
        // A connection that cannot be made is closed at once, as the socket is let go.
        guard let stream = try? stream(over: socket), let session = ServerSession(longestBody: longestBody) else {
            return
        }
        opened += 1
        let number = opened
        let connection = ServerConnection(number, stream, session, behaviour) { [unowned self] in
            if let gone = connections.removeValue(forKey: number) { members.remove(gone) }
        }
        connections[number] = connection
        members.add(connection)
    }

    private func stream(over socket: Socket) throws(TLSFailure) -> any ByteStream {
        guard let context else { return PlainStream(socket) }
        return try context.stream(over: socket)
    }
}
