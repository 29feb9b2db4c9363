import FanfareCore

extension DeviceRegistration {
    private static let fields: Set<String> = [
        "platform", "token", "appID", "environment", "deviceKey", "user", "authorized", "locale", "timeZone", "model",
        "osVersion", "appVersion",
    ]

    /// Reads a registration.
    ///
    /// - Parameters:
    ///   - value: The request's object.
    ///   - caller: Who registers. A user's devices are the user's own, whether the request says so or not.
    ///   - platforms: Those devices may register for.
    /// - Throws: A problem that names the field.
    init(_ value: RequestValue, by caller: Caller, platforms: Set<Platform>) throws(Problem) {
        let object = try value.object(fields: Self.fields)
        let names = Dictionary(uniqueKeysWithValues: platforms.map { ($0.rawValue, $0) })
        // The token first: it is what goes wrong when an app registers too early.
        let token = try object.required("token")
        let platform = try object.required("platform").choice(of: names)
        self.init(
            try token.token(of: platform),
            platform: platform,
            appID: try Self.appID(object.optional("appID")),
            user: try Self.user(object, caller),
            environment: try object.update("environment") { value throws(Problem) in try value.environment() },
            deviceKey: try object.update("deviceKey") { value throws(Problem) in try value.text() },
            authorized: try object.update("authorized") { value throws(Problem) in try value.bool() },
            locale: try object.update("locale") { value throws(Problem) in try value.locale() },
            timeZone: try object.update("timeZone") { value throws(Problem) in try value.timeZone() },
            model: try object.update("model") { value throws(Problem) in try value.text() },
            osVersion: try object.update("osVersion") { value throws(Problem) in try value.text() },
            appVersion: try object.update("appVersion") { value throws(Problem) in try value.text() }
        )
    }

    /// Empty and `null` are the only app of those that have one.
    private static func appID(_ value: RequestValue?) throws(Problem) -> String {
        guard let value, !value.json.isNull, value.json.string != "" else { return "" }
        return try value.text()
    }

    private static func user(_ object: RequestObject, _ caller: Caller) throws(Problem) -> FieldUpdate<RecipientID> {
        let update = try object.update("user") { value throws(Problem) in try value.user() }
        guard case .user(let own) = caller else { return update }
        switch update {
        case .keep: return .set(own)
        case .clear: return .clear
        case .set(own): return .set(own)
        case .set:
            let field = object.pointer.appending("user")
            throw Problem(.forbidden, "a user token registers its own user's devices only", at: field)
        }
    }
}
