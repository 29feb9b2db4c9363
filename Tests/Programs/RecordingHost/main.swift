// A team's own host, as the crash test needs one: the real host with one more channel.
import FanfareHost
import FanfarePostgres
import FanfareSQLite
import Foundation

let host = Fanfare(channels: [RecordPlugin()], stores: [SQLitePlugin(), PostgresPlugin()])
exit(
    await host.run(
        arguments: Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment
    )
)
