/// What the server does, request by request and connection by connection.
///
/// Without a rule for it a request is judged as the service would, and answered with 200 if it is sound.
///
/// ```swift
/// let script = APNsScript()
///     .on(deviceToken: "ab12", .answer(.badDeviceToken))
///     .on(request: 3, .wait(.milliseconds(50)), .serve)
///     .on(connection: 1, .expect(10), .answer(.accepted, to: [1, 2, 3]), .goAway(APNsGoAway(last: .request(3))))
/// ```
///
/// The course of a connection goes first: it takes the requests it expects, and once it is over the rules apply. Of the
/// rules the first one that fits counts.
public struct PushServerScript<Request: PushServerRequest>: Sendable {
    /// Something the server does.
    public typealias Step = PushServerStep<Request.Answer>
    /// Says what to do about a request; nil leaves it to the next rule, no steps at all leave it without an answer.
    public typealias Rule = @Sendable (_ request: Request) -> [Step]?

    private var rules: [Rule] = []
    private var courses: [Int: [Step]] = [:]

    /// A script that serves every request.
    public init() {}

    /// Adds a rule.
    ///
    /// - Parameter rule: Called on the server's thread, which serves nobody meanwhile: it must not block.
    public func on(_ rule: @escaping Rule) -> PushServerScript {
        var script = self
        script.rules.append(rule)
        return script
    }

    /// Adds a rule for every request.
    public func always(_ steps: Step...) -> PushServerScript {
        on { _ in steps }
    }

    /// Adds a rule for the request with this place among all, counted from 1.
    public func on(request order: Int, _ steps: Step...) -> PushServerScript {
        on { $0.order == order ? steps : nil }
    }

    /// Sets the course of a connection.
    ///
    /// - Parameters:
    ///   - number: Its place among all, counted from 1.
    ///   - steps: What is done in order, from its opening on.
    public func on(connection number: Int, _ steps: Step...) -> PushServerScript {
        on(connection: number, steps)
    }

    /// Sets the course of a connection.
    ///
    /// - Parameters:
    ///   - number: Its place among all, counted from 1.
    ///   - steps: What is done in order, from its opening on.
    public func on(connection number: Int, _ steps: [Step]) -> PushServerScript {
        var script = self
        script.courses[number] = steps
        return script
    }

    func steps(for request: Request) -> [Step] {
        for rule in rules {
            if let steps = rule(request) { return steps }
        }
        return [.serve]
    }

    func course(ofConnection number: Int) -> [Step] { courses[number] ?? [] }
}
