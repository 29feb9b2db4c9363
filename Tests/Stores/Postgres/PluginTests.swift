import FanfarePostgres
import Testing

@Suite struct PluginTests {
    @Test func `both spellings of the scheme are known`() {
        #expect(PostgresPlugin().schemes == ["postgres", "postgresql"])
    }
}
