extension OpenAPISchemas {
    /// Bodies of calls about deliveries.
    static let deliveries = #"""
        {
          "Delivery": {
            "type": "object",
            "required": [
              "id",
              "notification",
              "user",
              "channel",
              "state",
              "attempts",
              "reason",
              "providerID",
              "due",
              "created",
              "settled"
            ],
            "properties": {
              "id": {"type": "string"},
              "notification": {"type": "string"},
              "user": {"type": ["string", "null"]},
              "channel": {"type": "string"},
              "device": {"type": "string"},
              "address": {"type": "string", "description": "Shortened"},
              "state": {
                "type": "string",
                "enum": ["queued", "sending", "sent", "failed", "expired", "cancelled", "skipped"]
              },
              "attempts": {"type": "integer", "minimum": 0},
              "reason": {"type": ["string", "null"]},
              "providerID": {"type": ["string", "null"], "description": "The provider's name for it"},
              "due": {"type": "string", "format": "date-time"},
              "created": {"type": "string", "format": "date-time"},
              "settled": {"type": ["string", "null"], "format": "date-time"}
            },
            "additionalProperties": false
          },
          "DeliveryPage": {
            "type": "object",
            "required": ["items", "next"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Delivery"}},
              "next": {"type": ["string", "null"], "description": "What after takes for the next page"}
            },
            "additionalProperties": false
          }
        }
        """#
}
