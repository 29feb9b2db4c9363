/// A type of the server by its number, and the number of the type of its arrays (`pg_type.dat` of Postgres; both are
/// fixed for built-in types).
struct PostgresType: Hashable, Sendable {
    let oid: UInt32
    let arrayOID: UInt32

    static let bool = PostgresType(oid: 16, arrayOID: 1000)
    static let bytea = PostgresType(oid: 17, arrayOID: 1001)
    static let int8 = PostgresType(oid: 20, arrayOID: 1016)
    static let int2 = PostgresType(oid: 21, arrayOID: 1005)
    static let int4 = PostgresType(oid: 23, arrayOID: 1007)
    static let text = PostgresType(oid: 25, arrayOID: 1009)
    static let json = PostgresType(oid: 114, arrayOID: 199)
    static let float4 = PostgresType(oid: 700, arrayOID: 1021)
    static let float8 = PostgresType(oid: 701, arrayOID: 1022)
    static let timestamptz = PostgresType(oid: 1184, arrayOID: 1185)
    static let uuid = PostgresType(oid: 2950, arrayOID: 2951)
    static let jsonb = PostgresType(oid: 3802, arrayOID: 3807)
}
