extension OpenAPISchemas {
    /// Bodies of calls about devices.
    static let devices = #"""
        {
          "DeviceRegistration": {
            "type": "object",
            "description": "Fields that are left out stay as they were, null clears them",
            "required": ["platform", "token"],
            "properties": {
              "platform": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "apns, fcm, or the name of a channel of the server's own"
              },
              "token": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "apns: an even number of hexadecimal digits, at most 200; else visible ASCII"
              },
              "appID": {"type": ["string", "null"], "maxLength": 255},
              "environment": {"type": ["string", "null"], "enum": ["sandbox", "production", null]},
              "deviceKey": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 255,
                "description": "The installation's own persistent id: a new token for it replaces the old one"
              },
              "user": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 255,
                "description": "Who is signed in; null signs out. With a user token, the token's own unless null"
              },
              "authorized": {"type": ["boolean", "null"]},
              "locale": {"type": ["string", "null"], "minLength": 1, "maxLength": 255, "description": "BCP 47"},
              "timeZone": {"type": ["string", "null"], "minLength": 1, "maxLength": 255, "description": "IANA"},
              "model": {"type": ["string", "null"], "minLength": 1, "maxLength": 255},
              "osVersion": {"type": ["string", "null"], "minLength": 1, "maxLength": 255},
              "appVersion": {"type": ["string", "null"], "minLength": 1, "maxLength": 255}
            },
            "additionalProperties": false
          },
          "RegisteredDevice": {
            "type": "object",
            "required": ["id", "changed"],
            "properties": {
              "id": {"type": "string"},
              "changed": {"type": "boolean", "description": "Whether anything but the registration time changed"}
            },
            "additionalProperties": false
          },
          "DeviceBatch": {
            "type": "object",
            "required": ["devices"],
            "properties": {
              "devices": {
                "type": "array",
                "maxItems": 1000,
                "items": {"$ref": "#/components/schemas/DeviceRegistration"}
              }
            },
            "additionalProperties": false
          },
          "DeviceBatchResult": {
            "type": "object",
            "required": ["items"],
            "properties": {
              "items": {
                "type": "array",
                "items": {
                  "oneOf": [
                    {"$ref": "#/components/schemas/RegisteredDevice"},
                    {
                      "type": "object",
                      "required": ["error"],
                      "properties": {"error": {"$ref": "#/components/schemas/Problem"}},
                      "additionalProperties": false
                    }
                  ]
                }
              }
            },
            "additionalProperties": false
          },
          "Device": {
            "type": "object",
            "required": [
              "id",
              "platform",
              "appID",
              "token",
              "environment",
              "deviceKey",
              "user",
              "authorized",
              "locale",
              "timeZone",
              "model",
              "osVersion",
              "appVersion",
              "registeredAt",
              "invalidatedAt",
              "invalidReason",
              "createdAt"
            ],
            "properties": {
              "id": {"type": "string"},
              "platform": {"type": "string"},
              "appID": {"type": "string"},
              "token": {"type": "string", "description": "Shortened"},
              "environment": {"type": ["string", "null"], "enum": ["sandbox", "production", null]},
              "deviceKey": {"type": ["string", "null"]},
              "user": {"type": ["string", "null"]},
              "authorized": {"type": ["boolean", "null"]},
              "locale": {"type": ["string", "null"]},
              "timeZone": {"type": ["string", "null"]},
              "model": {"type": ["string", "null"]},
              "osVersion": {"type": ["string", "null"]},
              "appVersion": {"type": ["string", "null"]},
              "registeredAt": {"type": "string", "format": "date-time"},
              "invalidatedAt": {
                "type": ["string", "null"],
                "format": "date-time",
                "description": "When it was set aside because its provider refused the token"
              },
              "invalidReason": {"type": ["string", "null"]},
              "createdAt": {"type": "string", "format": "date-time"}
            },
            "additionalProperties": false
          },
          "DeviceList": {
            "type": "object",
            "required": ["items"],
            "properties": {"items": {"type": "array", "items": {"$ref": "#/components/schemas/Device"}}},
            "additionalProperties": false
          }
        }
        """#
}
