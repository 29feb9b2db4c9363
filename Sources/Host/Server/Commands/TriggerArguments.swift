import FanfareCore

/// Which notification a command is about: its type, and the values for the type's placeholders.
struct TriggerArguments: Sendable {
    /// The values.
    static let data = CommandOption("--data", "JSON|@FILE", "the values for the type's placeholders ({})")

    let type: NotificationType
    let values: JSONValue

    /// Reads the first operand and the option.
    ///
    /// - Throws: ``UsageError`` for values that are no JSON object.
    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        type = NotificationType(rawValue: arguments.operands.first ?? "")
        guard let argument = arguments.value(Self.data) else {
            values = .object([:])
            return
        }
        let bytes = try Self.bytes(of: argument, in: context)
        do throws(JSONSyntaxError) {
            values = try JSONParser(.json).parse(bytes)
        } catch {
            let place =
                argument.hasPrefix("@") ? "line \(error.line), column \(error.column)" : "character \(error.column)"
            throw UsageError("--data is no JSON: \(error.code.explanation) at \(place)")
        }
        guard values.object != nil else { throw UsageError("--data needs a JSON object") }
    }

    /// Makes the notification.
    ///
    /// - Throws: ``UsageError`` for a type there is not, and for values it cannot be made of.
    func triggered(by catalog: NotificationCatalog) throws -> TriggeredNotification {
        guard let notification = catalog[type] else {
            let known = catalog.types.map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "there is no notification type \"\(type.rawValue)\"; "
                    + (known.isEmpty ? "the configuration has none" : "the types are \(known)")
            )
        }
        do {
            return try notification.trigger(values)
        } catch let error as TriggerError {
            throw UsageError("--data: \(error.pointer) \(error.description)")
        }
    }

    private static func bytes(of argument: String, in context: CommandContext) throws(UsageError) -> [UInt8] {
        guard argument.hasPrefix("@") else { return Array(argument.utf8) }
        do {
            return try context.surroundings.readFile(String(argument.dropFirst()))
        } catch {
            throw UsageError(
                "--data: the file \(JSONValue.string(String(argument.dropFirst())).compactText) cannot be read"
            )
        }
    }
}
