/// The example of the design document, word for word.
let exampleConfiguration = #"""
    {
      store: "sqlite:fanfare.db",              // or "memory:", "postgres://user:password@host:5432/database"
      http: {
        listen: "127.0.0.1:8080",
        apiKeys: ["$env:FANFARE_API_KEY"],     // server-to-server; at least 16 characters each
        userTokens: { algorithm: "HS256", key: "$env:FANFARE_USER_KEY" },   // optional: JWT of the app's own users, sub = user id; also ES256, RS256 with a PEM public key
      },
      worker: { lease: "60s", drain: "10s" },
      retry: { delays: ["5s", "15s", "45s", "2m", "5m"], jitter: 0.15, maxAttempts: 12 },
      channels: {
        log: {},
        apns: {
          environment: "production",           // for tokens registered without one
          credentials: {                       // looked up as "apns:APPID", then "APPID", then "default"
            default: { keyFile: "AuthKey.p8", keyID: "ABC123DEFG", teamID: "TEAM123456", topic: "com.example.app" },
          },
          endpoints: { production: "https://api.push.apple.com", sandbox: "https://api.sandbox.push.apple.com" },
          trustedCertificates: null,           // a PEM file, in addition to the system's
          connections: 2,
        },
        fcm: {
          credentials: { default: { serviceAccountFile: "service-account.json" } },
          endpoint: "https://fcm.googleapis.com",
          trustedCertificates: null,
          connections: 4,
        },
        mail: { smtp: "smtps://user:password@mail.example.com:465", from: "Example Shop <shop@example.com>", trustedCertificates: null },
      },
      notifications: {                          // types that applications trigger over HTTP, rendered from templates
        "order.shipped": {
          via: ["push", "mail", "log"],
          category: "transactional",
          title: "Order #{{order.number}} shipped",
          body: "Arriving tomorrow. Tap to track.",
          link: "/orders/{{order.number}}",
          data: { orderNumber: "{{order.number}}" },          // custom payload, beside `aps`, never inside
          apns: { sound: "default", "thread-id": "orders" },   // added to the aps dictionary
          fcm: { android: { priority: "high" } },              // merged into the message
          mail: { subject: "Your order is on its way", text: "Track it: https://example.com/orders/{{order.number}}" },
        },
      },
    }
    """#
