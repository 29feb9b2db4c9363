import FanfareCore

extension APIOperation {
    /// The operation as OpenAPI describes it.
    var description: JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(name),
            "summary": .string(summary),
            "security": security,
            "responses": responses,
        ]
        let parameters = pathParameters + query.map { $0.description(in: "query", isRequired: false) }
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body {
            members["requestBody"] = ["required": true, "content": Self.content("application/json", body)]
        }
        return .object(members)
    }

    /// The statuses of the problems it may answer with: those that follow from its shape, and its own.
    var problemStatuses: Set<Int> {
        var statuses = Set(problems)
        guard access != .everybody else { return statuses.union([500, 503]) }
        statuses.formUnion([400, 401, 500, 503])
        // A server's key may do everything; a user's token is refused here or for what the call names.
        if access == .application || body != nil || path.contains("{user}") { statuses.insert(403) }
        if path.contains("{id}") { statuses.insert(404) }
        if body != nil { statuses.insert(413) }
        return statuses
    }

    private var security: JSONValue {
        switch access {
        case .everybody: []
        case .users: [["apiKey": []], ["userToken": []]]
        case .application: [["apiKey": []]]
        }
    }

    private var pathParameters: [JSONValue] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment in
            let name = String(segment.dropFirst().dropLast())
            return Parameter(name: name, summary: "The \(name)", schema: ["type": "string", "minLength": 1])
                .description(in: "path", isRequired: true)
        }
    }

    private var responses: JSONValue {
        var responses: [String: JSONValue] = [:]
        for status in problemStatuses {
            let titles = Problem.Kind.allCases.filter { $0.status == status }.map(\.title)
            responses["\(status)"] = [
                "description": .string(titles.joined(separator: ", or: ")),
                "content": Self.content("application/problem+json", "Problem"),
            ]
        }
        for answer in answers {
            var response: [String: JSONValue] = ["description": .string(answer.summary)]
            if let mediaType = answer.mediaType { response["content"] = Self.content(mediaType, answer.schema) }
            responses["\(answer.status)"] = .object(response)
        }
        return .object(responses)
    }

    private static func content(_ mediaType: String, _ schema: String?) -> JSONValue {
        let schema: JSONValue = schema.map { ["$ref": .string("#/components/schemas/\($0)")] } ?? ["type": "string"]
        return .object([mediaType: ["schema": schema]])
    }
}

extension APIOperation.Parameter {
    fileprivate func description(in place: String, isRequired: Bool) -> JSONValue {
        [
            "name": .string(name), "in": .string(place), "required": .bool(isRequired),
            "description": .string(summary), "schema": schema,
        ]
    }
}
