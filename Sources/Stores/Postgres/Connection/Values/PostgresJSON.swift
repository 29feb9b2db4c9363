internal import FoundationEssentials

/// JSON text in UTF-8, for a column of the type `json`.
struct PostgresJSON: PostgresEncodable {
    static var type: PostgresType { .json }

    let utf8: Data

    /// Takes the text as it is; the server checks that it is JSON.
    init(_ utf8: Data) { self.utf8 = utf8 }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(contentsOf: utf8) }
}
