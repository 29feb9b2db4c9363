#pragma once
#include <sqlite3.h>
#include <stddef.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. These two bind with it, so
// that SQLite copies the bytes before the call returns and no Swift buffer has to outlive it.

static inline int fanfare_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *bytes, size_t count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int fanfare_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
