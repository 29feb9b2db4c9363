extension OpenAPISchemas {
    /// Bodies of calls about notifications.
    static let notifications = #"""
        {
          "NotificationRequest": {
            "type": "object",
            "required": ["to", "type"],
            "properties": {
              "to": {
                "oneOf": [
                  {
                    "type": "object",
                    "required": ["user"],
                    "properties": {"user": {"type": "string", "minLength": 1, "maxLength": 255}},
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "required": ["users"],
                    "properties": {
                      "users": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": 10000,
                        "items": {"type": "string", "minLength": 1, "maxLength": 255}
                      }
                    },
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "required": ["device"],
                    "properties": {
                      "device": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": 255,
                        "description": "A device's id"
                      }
                    },
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "required": ["route"],
                    "properties": {"route": {"$ref": "#/components/schemas/Route"}},
                    "additionalProperties": false
                  }
                ]
              },
              "type": {"type": "string", "minLength": 1, "maxLength": 255},
              "data": {"type": "object", "description": "What the type's templates need"},
              "addresses": {
                "type": "object",
                "description": "Addresses by channel, to use instead of the recipient's devices; not for many users",
                "additionalProperties": {"type": "string", "minLength": 1, "maxLength": 4096}
              },
              "idempotencyKey": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "The same key with the same body gives the first answer again, with another body 409"
              },
              "delay": {"type": "string", "pattern": "^[0-9]+(ms|s|m|h|d)$", "description": "At most 3650d"},
              "at": {
                "type": "string",
                "format": "date-time",
                "description": "Instead of delay; a time in the past means now"
              },
              "expiresIn": {
                "type": "string",
                "pattern": "^[0-9]+(ms|s|m|h|d)$",
                "description": "From the due time; 0s means one try. At most 3650d"
              },
              "priority": {"type": "string", "enum": ["high", "normal", "bulk"], "default": "normal"},
              "collapseKey": {"type": "string", "minLength": 1, "maxLength": 255}
            },
            "additionalProperties": false
          },
          "Route": {
            "type": "object",
            "required": ["channel", "address"],
            "properties": {
              "channel": {"type": "string", "minLength": 1, "maxLength": 255},
              "address": {"type": "string", "minLength": 1, "maxLength": 4096},
              "environment": {"type": "string", "enum": ["sandbox", "production"]},
              "appID": {"type": "string", "minLength": 1, "maxLength": 255}
            },
            "additionalProperties": false
          },
          "SkippedChannel": {
            "type": "object",
            "required": ["channel", "reason"],
            "properties": {"channel": {"type": "string"}, "reason": {"type": "string"}},
            "additionalProperties": false
          },
          "NotificationReceipt": {
            "oneOf": [
              {
                "type": "object",
                "description": "To one recipient",
                "required": ["id", "deliveries", "skipped"],
                "properties": {
                  "id": {"type": "string"},
                  "deliveries": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": ["id", "channel", "state"],
                      "properties": {
                        "id": {"type": "string"},
                        "channel": {"type": "string"},
                        "device": {"type": "string"},
                        "state": {
                          "type": "string",
                          "enum": ["queued", "sending", "sent", "failed", "expired", "cancelled", "skipped"]
                        }
                      },
                      "additionalProperties": false
                    }
                  },
                  "skipped": {"type": "array", "items": {"$ref": "#/components/schemas/SkippedChannel"}}
                },
                "additionalProperties": false
              },
              {
                "type": "object",
                "description": "To many users",
                "required": ["notifications"],
                "properties": {
                  "notifications": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": ["id", "user", "deliveries", "skipped"],
                      "properties": {
                        "id": {"type": "string"},
                        "user": {"type": "string"},
                        "deliveries": {"type": "integer", "minimum": 0},
                        "skipped": {"type": "array", "items": {"$ref": "#/components/schemas/SkippedChannel"}}
                      },
                      "additionalProperties": false
                    }
                  }
                },
                "additionalProperties": false
              }
            ]
          },
          "Notification": {
            "type": "object",
            "required": [
              "id",
              "type",
              "category",
              "user",
              "title",
              "body",
              "link",
              "data",
              "idempotencyKey",
              "collapseKey",
              "created",
              "deliveries"
            ],
            "properties": {
              "id": {"type": "string"},
              "type": {"type": "string"},
              "category": {"type": "string"},
              "user": {"type": ["string", "null"]},
              "title": {"type": ["string", "null"]},
              "body": {"type": ["string", "null"]},
              "link": {"type": ["string", "null"]},
              "data": {"description": "Any JSON"},
              "idempotencyKey": {"type": ["string", "null"]},
              "collapseKey": {"type": ["string", "null"]},
              "created": {"type": "string", "format": "date-time"},
              "deliveries": {"type": "array", "items": {"$ref": "#/components/schemas/Delivery"}}
            },
            "additionalProperties": false
          },
          "CancelResult": {
            "type": "object",
            "required": ["cancelled", "tooLate"],
            "properties": {
              "cancelled": {"type": "integer", "minimum": 0},
              "tooLate": {"type": "integer", "minimum": 0}
            },
            "additionalProperties": false
          }
        }
        """#
}
