/// The course of a connection: which step it is at, and which requests wait for it. A pure machine.
struct PushServerCourse<Request: PushServerRequest>: Sendable {
    typealias Step = PushServerStep<Request.Answer>

    /// What is to be done next, in order.
    enum Move: Hashable, Sendable {
        /// A step, for these requests.
        case step(Step, [Request])
        /// What the rules say about a request.
        case apply(Request)
        /// Nothing for so long; then ``PushServerCourse/resume()``.
        case pause(Duration)
    }

    private var steps: ArraySlice<Step>
    /// Have arrived, and no step has asked for them.
    private var arrived: [Request] = []
    /// Were asked for, and have had no answer.
    private var atHand: [Request] = []
    private var isPaused = false

    init(_ steps: [Step]) { self.steps = steps[...] }

    /// Whether requests are none of its concern any more.
    var isOver: Bool { steps.isEmpty && arrived.isEmpty }

    /// Takes a request that has arrived.
    mutating func take(_ request: Request) -> [Move] {
        arrived.append(request)
        return advance()
    }

    /// Goes on after a pause.
    mutating func resume() -> [Move] {
        isPaused = false
        return advance()
    }

    /// Goes as far as it can.
    mutating func advance() -> [Move] {
        var moves: [Move] = []
        while !isPaused, let step = steps.first {
            switch step {
            case .expect(let count):
                guard arrived.count >= count else { return moves }
                atHand += arrived.prefix(count)
                arrived.removeFirst(count)
            case .serveNext(let count):
                let served = arrived.prefix(count)
                moves += served.map(Move.apply)
                arrived.removeFirst(served.count)
                guard served.count == count else {
                    steps[steps.startIndex] = .serveNext(count - served.count)
                    return moves
                }
            case .wait(let duration):
                isPaused = true
                moves.append(.pause(duration))
            case .serve, .reset: moves.append(.step(step, takeAtHand(nil)))
            case .answer(_, let places): moves.append(.step(step, takeAtHand(places)))
            case .ignore(let places): _ = takeAtHand(places)
            default: moves.append(.step(step, []))
            }
            steps.removeFirst()
        }
        guard steps.isEmpty, !isPaused else { return moves }
        moves += arrived.map(Move.apply)
        arrived = []
        return moves
    }

    private mutating func takeAtHand(_ places: [Int]?) -> [Request] {
        let taken = atHand.filter { places?.contains($0.orderOnConnection) != false }
        atHand.removeAll { places?.contains($0.orderOnConnection) != false }
        return taken
    }
}
