#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "rows.h"

// Copies what a statement gives into structs. False after a failure.
static bool copy_all(baseline_work *work, sqlite3_stmt *statement, baseline_rows *rows, const char *sql) {
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        if (!baseline_rows_copy(rows, statement)) {
            baseline_fail(work, SQLITE_NOMEM, "no memory for the rows");
            return false;
        }
    return baseline_check(work, code, sql);
}

baseline_result baseline_fetch(const char *path, baseline_settings settings, const char *select_sql, bool read_all) {
    baseline_work work = baseline_begin(path, settings);
    sqlite3_stmt *statement = work.result.status ? NULL : baseline_prepare(&work, select_sql);
    baseline_rows *rows = statement ? baseline_rows_for(statement) : NULL;
    if (rows) {
        copy_all(&work, statement, rows, select_sql);
        work.result.count = rows->count;
        if (read_all) work.result.checksum = baseline_rows_checksum(rows);
    }
    baseline_stop(&work);
    work.result.resident_kib = baseline_memory().resident_kib;
    sqlite3_finalize(statement);
    baseline_rows_free(rows);
    return baseline_finish(&work);
}

baseline_result baseline_stream(const char *path, baseline_settings settings, const char *select_sql) {
    baseline_work work = baseline_begin(path, settings);
    sqlite3_stmt *statement = work.result.status ? NULL : baseline_prepare(&work, select_sql);
    if (statement) {
        int columns = sqlite3_column_count(statement);
        int64_t sum = 0;
        int code;
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            for (int i = 0; i < columns; i++)
                switch (sqlite3_column_type(statement, i)) {
                case SQLITE_INTEGER: sum += sqlite3_column_int64(statement, i); break;
                case SQLITE_FLOAT: sum += (int64_t)sqlite3_column_double(statement, i); break;
                case SQLITE_TEXT:
                    if (sqlite3_column_text(statement, i)) sum += sqlite3_column_bytes(statement, i);
                    break;
                case SQLITE_BLOB:
                    if (sqlite3_column_blob(statement, i)) sum += sqlite3_column_bytes(statement, i);
                    break;
                }
            work.result.count++;
        }
        baseline_check(&work, code, select_sql);
        work.result.checksum = sum;
    }
    baseline_stop(&work);
    sqlite3_finalize(statement);
    return baseline_finish(&work);
}

baseline_result baseline_walk_by_key(const char *path, baseline_settings settings, const char *select_sql, int batch) {
    baseline_work work = baseline_begin(path, settings);
    sqlite3_stmt *statement = work.result.status ? NULL : baseline_prepare(&work, select_sql);
    baseline_rows *rows = statement ? baseline_rows_for(statement) : NULL;
    int64_t last = 0;
    while (rows) {
        baseline_rows_clear(rows);
        sqlite3_bind_int64(statement, 1, last);
        sqlite3_bind_int(statement, 2, batch);
        bool copied = copy_all(&work, statement, rows, select_sql);
        sqlite3_reset(statement);
        if (!copied || rows->count == 0) break;
        work.result.count += rows->count;
        work.result.checksum += baseline_rows_checksum(rows);
        last = baseline_row(rows, rows->count - 1)[1].integer;
    }
    baseline_stop(&work);
    sqlite3_finalize(statement);
    baseline_rows_free(rows);
    return baseline_finish(&work);
}

// `select_sql` with `(?,?,…)` behind it. NULL when memory is out.
static char *with_list(const char *select_sql, int count) {
    size_t length = strlen(select_sql);
    char *sql = malloc(length + 2 * (size_t)count + 3);
    if (!sql) return NULL;
    memcpy(sql, select_sql, length);
    char *out = sql + length;
    *out++ = '(';
    for (int i = 0; i < count; i++) {
        *out++ = '?';
        *out++ = i + 1 < count ? ',' : ')';
    }
    *out = 0;
    return sql;
}

baseline_result baseline_walk_by_list(const char *path, baseline_settings settings, const char *ids_sql,
                                      const char *select_sql, int batch) {
    baseline_work work = baseline_begin(path, settings);
    sqlite3_stmt *ids_statement = work.result.status ? NULL : baseline_prepare(&work, ids_sql);
    baseline_rows *ids = ids_statement ? baseline_rows_for(ids_statement) : NULL;
    char *sql = with_list(select_sql, batch);
    sqlite3_stmt *statement = ids && sql ? baseline_prepare(&work, sql) : NULL;
    baseline_rows *rows = statement ? baseline_rows_for(statement) : NULL;
    if (rows && copy_all(&work, ids_statement, ids, ids_sql))
        for (int64_t start = 0; start < ids->count; start += batch) {
            baseline_rows_clear(rows);
            for (int i = 0; i < batch; i++) {
                // The last batch may be short; NULL finds nothing.
                if (start + i < ids->count)
                    sqlite3_bind_int64(statement, i + 1, baseline_row(ids, start + i)[1].integer);
                else
                    sqlite3_bind_null(statement, i + 1);
            }
            bool copied = copy_all(&work, statement, rows, sql);
            sqlite3_reset(statement);
            if (!copied) break;
            work.result.count += rows->count;
            work.result.checksum += baseline_rows_checksum(rows);
        }
    baseline_stop(&work);
    sqlite3_finalize(ids_statement);
    sqlite3_finalize(statement);
    baseline_rows_free(ids);
    baseline_rows_free(rows);
    free(sql);
    return baseline_finish(&work);
}
