/// Thrown by a contract's case when what it looks at breaks the contract.
///
/// It is an error and no test failure of one test library: contracts run under every one of them.
public struct ContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what is required, with the place in the contract that looked.
    public let description: String

    init(_ finding: String, file: StaticString, line: UInt) { description = "\(finding) (\(file):\(line))" }
}

/// Requires a condition.
func require(
    _ condition: Bool,
    _ requirement: String,
    file: StaticString = #fileID,
    line: UInt = #line
) throws(ContractViolation) {
    guard condition else { throw ContractViolation("not so: \(requirement)", file: file, line: line) }
}

/// Requires a value to be the expected one.
func require<Value: Equatable>(
    _ value: Value,
    is expected: Value,
    _ what: String,
    file: StaticString = #fileID,
    line: UInt = #line
) throws(ContractViolation) {
    guard value != expected else { return }
    throw ContractViolation("\(what): \(value) instead of \(expected)", file: file, line: line)
}

/// Requires a value to be there.
func require<Value>(
    _ value: Value?,
    _ what: String,
    file: StaticString = #fileID,
    line: UInt = #line
) throws(ContractViolation) -> Value {
    guard let value else { throw ContractViolation("missing: \(what)", file: file, line: line) }
    return value
}
