#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

// What Swift cannot express: casts that are macros, variadic functions, and "no bytes" that must not become NULL
// (SQLite takes a null pointer for NULL, and an empty Swift buffer may have a null pointer).

/// SQLITE_TRANSIENT is a cast that Swift cannot import: "copy the value before the call returns".
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// SQLITE_STATIC: "the value stays where it is until the statement is reset or bound anew".
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }

/// sqlite3_db_config is variadic, which Swift cannot call.
static inline int csqlite_db_config_int(sqlite3 *db, int op, int value, int *result) {
    return sqlite3_db_config(db, op, value, result);
}

/// The system's text for an error number, here so that Swift needs no import that differs between C libraries.
static inline const char *csqlite_strerror(int number) { return strerror(number); }

/// Binds UTF-8 text that SQLite copies.
static inline int csqlite_bind_text_copied(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds UTF-8 text that the caller keeps in place.
static inline int csqlite_bind_text_static(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds a blob that SQLite copies.
static inline int csqlite_bind_blob_copied(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Binds a blob that the caller keeps in place.
static inline int csqlite_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

/// Gives a function's result as UTF-8 text that SQLite copies.
static inline void csqlite_result_text_copied(sqlite3_context *context, const void *bytes, size_t count) {
    sqlite3_result_text64(context, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Gives a function's result as a blob that SQLite copies.
static inline void csqlite_result_blob_copied(sqlite3_context *context, const void *bytes, size_t count) {
    sqlite3_result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif
