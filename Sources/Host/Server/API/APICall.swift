import FanfareCore

/// A request that found its operation, and who makes it.
struct APICall: Sendable {
    let request: HTTPRequest
    /// The values of the path's parameters.
    let parameters: [String: String]
    let caller: Caller
    let services: APIServices

    /// The id in the path. One that cannot be an id names nothing either.
    ///
    /// - Throws: A problem (404).
    func id<ID: Identifier>(of thing: String) throws(Problem) -> ID {
        guard let id = parameters["id"].flatMap({ ID($0) }) else { throw .unknown(thing) }
        return id
    }

    /// A parameter of the query; one that is empty counts as absent.
    func query(_ name: String) -> RequestValue? {
        guard let value = request.query(name), !value.isEmpty else { return nil }
        return RequestValue(.string(value), at: JSONPointer([name]))
    }

    /// The body.
    ///
    /// It is read as JSON whatever its Content-Type says: `curl -d` calls everything a form.
    ///
    /// - Throws: A problem when it is not JSON.
    func body() throws(Problem) -> RequestValue {
        do {
            return RequestValue(try JSONParser().parse(request.body))
        } catch {
            throw Problem(error)
        }
    }

    /// Refuses parameters of the query that the operation does not have, and those given twice.
    func checkQuery(against known: [APIOperation.Parameter]) throws(Problem) {
        var names: Set<String> = []
        for item in request.target.query {
            let field = JSONPointer([item.name])
            guard known.contains(where: { $0.name == item.name }) else {
                throw Problem(.invalidField, "\(field) is not a known parameter of the query", at: field)
            }
            guard names.insert(item.name).inserted else {
                throw Problem(.invalidField, "\(field) is given twice in the query", at: field)
            }
            guard !item.value.utf8.contains(0) else { throw Problem(.invalidField, "\(field) holds U+0000", at: field) }
        }
    }
}

extension Problem {
    /// There is no such thing (404).
    static func unknown(_ thing: String) -> Problem { Problem(.notFound, "there is no such \(thing)") }
}

extension HTTPResponse {
    /// A JSON document.
    static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        .json(value.compactBytes, status: status)
    }
}
