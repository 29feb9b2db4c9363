import FanfareCore

/// The shapes of the bodies that calls take and give (JSON Schema 2020-12, as OpenAPI 3.1 uses it).
enum OpenAPISchemas {
    /// The schemas by name. Tests prove that the texts parse, and hold every answer of the server against them.
    static var all: JSONValue {
        let groups = [devices, notifications, deliveries, server].map { text in
            (try? JSONParser().parse(text))?.object ?? [:]
        }
        return .object(groups.reduce(into: [:]) { $0.merge($1) { _, later in later } })
    }

    /// Bodies of the calls of those who watch over the server, and problems.
    private static let server = #"""
        {
          "Problem": {
            "type": "object",
            "required": ["type", "title", "status", "detail"],
            "properties": {
              "type": {"type": "string", "format": "uri-reference"},
              "title": {"type": "string"},
              "status": {"type": "integer", "minimum": 400, "maximum": 599},
              "detail": {"type": "string"},
              "field": {"type": "string", "description": "Where it is wrong, a JSON Pointer"},
              "line": {"type": "integer", "minimum": 1},
              "column": {"type": "integer", "minimum": 1},
              "paused": {"type": "array", "items": {"$ref": "#/components/schemas/PausedCredential"}}
            },
            "additionalProperties": false
          },
          "Health": {
            "type": "object",
            "required": ["status"],
            "properties": {"status": {"type": "string", "enum": ["alive"]}},
            "additionalProperties": false
          },
          "PausedCredential": {
            "type": "object",
            "required": ["channel", "credential"],
            "properties": {"channel": {"type": "string"}, "credential": {"type": "string"}},
            "additionalProperties": false
          },
          "Readiness": {
            "type": "object",
            "required": ["status", "paused"],
            "properties": {
              "status": {"type": "string", "enum": ["ready"]},
              "paused": {"type": "array", "items": {"$ref": "#/components/schemas/PausedCredential"}}
            },
            "additionalProperties": false
          },
          "Description": {"type": "object", "required": ["openapi"], "properties": {"openapi": {"type": "string"}}}
        }
        """#
}
