import FanfareAPNs
import FanfareFCM
import FanfareHost
import FanfareLog
import FanfareMail
import FanfareMemory
import FanfarePostgres
import FanfareSQLite
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

let fanfare = Fanfare(
    channels: [APNsPlugin(), FCMPlugin(), LogPlugin(), MailPlugin()],
    stores: [MemoryPlugin(), SQLitePlugin(), PostgresPlugin()]
)
let status = await fanfare.run(
    arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment
)
exit(status)
