import Testing

@testable import FanfareSQLite

struct RetryTests {
    private func error(_ code: SQLiteError.Code) -> SQLiteError {
        SQLiteError(code: code, message: "no", statement: "test")
    }

    @Test(arguments: [SQLiteError.Code.busy, .busySnapshot])
    func `a busy database is tried again`(code: SQLiteError.Code) throws {
        var attempts = 0
        let value = try Retry.whileBusy {
            attempts += 1
            if attempts < 4 { throw error(code) }
            return attempts
        }
        #expect(value == 4)
    }

    @Test
    func `it is not tried for ever`() throws {
        var attempts = 0
        #expect(throws: error(.busy)) {
            try Retry.whileBusy {
                attempts += 1
                throw error(.busy)
            }
        }
        #expect(attempts == 4)
    }

    @Test
    func `another failure is not tried again`() throws {
        var attempts = 0
        #expect(throws: error(.full)) {
            try Retry.whileBusy {
                attempts += 1
                throw error(.full)
            }
        }
        #expect(attempts == 1)
    }
}
