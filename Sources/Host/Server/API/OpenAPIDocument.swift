import FanfareCore

/// The description of the API, OpenAPI 3.1, made from the list of calls that the router is made from.
enum OpenAPIDocument {
    /// The document in UTF-8.
    static let bytes = json.compactBytes

    static let json: JSONValue = [
        "openapi": "3.1.0",
        "info": [
            "title": "Fanfare",
            "version": "1",
            "description": """
            Sends notifications to the users of an application. Times are RFC 3339 in UTC with milliseconds, ids are \
            opaque, durations are a whole number and ms, s, m, h or d. Lengths of texts are limited in bytes of UTF-8. \
            Unknown fields are refused. Errors are problems (RFC 9457); their field is a JSON Pointer into the body, or \
            names the parameter of the query.
            """,
        ],
        "paths": paths,
        "components": [
            "schemas": OpenAPISchemas.all,
            "securitySchemes": [
                "apiKey": [
                    "type": "http", "scheme": "bearer", "description": "A key of the application's servers",
                ],
                "userToken": [
                    "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                    "description": "A token of one of the application's users, who is its sub",
                ],
            ],
        ],
    ]

    private static var paths: JSONValue {
        let byPath = Dictionary(grouping: API.operations, by: \.path)
        return .object(
            byPath.mapValues { operations in
                let members = operations.map { ($0.method.rawValue.lowercased(), $0.description) }
                return .object(Dictionary(members, uniquingKeysWith: { $1 }))
            }
        )
    }
}
