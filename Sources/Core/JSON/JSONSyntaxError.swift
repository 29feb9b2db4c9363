/// Why a document was refused, and where.
///
/// It never shows values of the document; names of keys are in ``pointer`` only.
public struct JSONSyntaxError: Error, Hashable {
    /// What is wrong.
    public var code: Code
    /// The line of the fault, counted from 1.
    public var line: Int
    /// The column of the fault in characters (Unicode scalars), counted from 1.
    public var column: Int
    /// The innermost value that was being read; of a duplicate key, that member.
    public var pointer: JSONPointer

    /// Describes a fault in a document.
    public init(_ code: Code, line: Int, column: Int, pointer: JSONPointer = JSONPointer()) {
        self.code = code
        self.line = line
        self.column = column
        self.pointer = pointer
    }

    /// The same fault in the document that holds this one under a name or index.
    func inside(_ token: String) -> JSONSyntaxError {
        JSONSyntaxError(code, line: line, column: column, pointer: pointer.inside(token))
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// One line: what is wrong, its line and column, and the pointer unless it is the whole document.
    public var description: String {
        let place = pointer.tokens.isEmpty ? "" : " (\(pointer))"
        return "\(code.explanation) at line \(line), column \(column)\(place)"
    }
}
