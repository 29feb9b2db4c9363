public import FanfareCore

/// Why a script cannot be read.
public struct PushServerScriptError: Error, Hashable, CustomStringConvertible {
    /// Where in the document.
    public let pointer: JSONPointer
    /// What is wrong there.
    public let explanation: String

    init(_ pointer: JSONPointer, _ explanation: String) {
        self.pointer = pointer
        self.explanation = explanation
    }

    /// The place and what is wrong on one line.
    public var description: String { "\(pointer): \(explanation)" }
}
