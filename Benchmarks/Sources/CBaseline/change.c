#include "database.h"
#include "rows.h"

baseline_result baseline_execute(const char *path, baseline_settings settings, const char *sql) {
    baseline_work work = baseline_begin(path, settings);
    if (!work.result.status && baseline_run(&work, "BEGIN IMMEDIATE")) {
        sqlite3_int64 before = sqlite3_total_changes64(work.db);
        if (baseline_run(&work, sql)) {
            work.result.count = sqlite3_total_changes64(work.db) - before;
            baseline_run(&work, "COMMIT");
        }
    }
    baseline_stop(&work);
    return baseline_finish(&work);
}

// The rows to change, read into structs; NULL after a failure.
static baseline_rows *read_rows(baseline_work *work, const char *select_sql) {
    sqlite3_stmt *statement = baseline_prepare(work, select_sql);
    if (!statement) return NULL;
    baseline_rows *rows = baseline_rows_for(statement);
    int code = SQLITE_NOMEM;
    while (rows && (code = sqlite3_step(statement)) == SQLITE_ROW)
        if (!baseline_rows_copy(rows, statement)) {
            code = SQLITE_NOMEM;
            break;
        }
    sqlite3_finalize(statement);
    if (baseline_check(work, code, select_sql)) return rows;
    baseline_rows_free(rows);
    return NULL;
}

// Changes each row by its key, in one transaction. With a column, adds one to it; without, deletes.
static baseline_result change_each(const char *path, baseline_settings settings, const char *select_sql,
                                   const char *column, const char *change_sql) {
    baseline_work work = baseline_begin(path, settings);
    baseline_rows *rows = work.result.status ? NULL : read_rows(&work, select_sql);
    if (!rows) return baseline_finish(&work);
    int key = baseline_rows_column(rows, "Z_PK");
    int version = baseline_rows_column(rows, "Z_OPT");
    int place = column ? baseline_rows_column(rows, column) : 0;
    sqlite3_stmt *statement = baseline_prepare(&work, change_sql);
    if (key < 0 || version < 0 || place < 0) baseline_fail(&work, SQLITE_MISUSE, "the select lacks a column");
    if (!work.result.status && baseline_run(&work, "BEGIN IMMEDIATE")) {
        for (int64_t index = 0; index < rows->count; index++) {
            baseline_cell *row = baseline_row(rows, index);
            int64_t old_version = row[1 + version].integer;
            if (column) {
                // A missing value becomes one.
                uint64_t bit = UINT64_C(1) << place;
                int64_t old = (uint64_t)row->integer & bit ? row[1 + place].integer : 0;
                row->integer = (int64_t)((uint64_t)row->integer | bit);
                row[1 + place].integer = old + 1;
                row[1 + version].integer = old_version + 1;
                sqlite3_bind_int64(statement, 1, old + 1);
                sqlite3_bind_int64(statement, 2, old_version + 1);
                sqlite3_bind_int64(statement, 3, row[1 + key].integer);
                sqlite3_bind_int64(statement, 4, old_version);
            } else {
                sqlite3_bind_int64(statement, 1, row[1 + key].integer);
                sqlite3_bind_int64(statement, 2, old_version);
            }
            int code = sqlite3_step(statement);
            sqlite3_reset(statement);
            if (!baseline_check(&work, code, change_sql)) break;
            // No row changed: somebody else was faster, which optimistic locking has to notice.
            if (sqlite3_changes(work.db) != 1) {
                baseline_fail(&work, SQLITE_BUSY, "a row changed meanwhile");
                break;
            }
            work.result.count++;
        }
        if (!work.result.status) baseline_run(&work, "COMMIT");
    }
    baseline_stop(&work);
    work.result.resident_kib = baseline_memory().resident_kib;
    sqlite3_finalize(statement);
    baseline_rows_free(rows);
    return baseline_finish(&work);
}

baseline_result baseline_update_each(const char *path, baseline_settings settings, const char *select_sql,
                                     const char *column, const char *update_sql) {
    return change_each(path, settings, select_sql, column, update_sql);
}

baseline_result baseline_delete_each(const char *path, baseline_settings settings, const char *select_sql,
                                     const char *delete_sql) {
    return change_each(path, settings, select_sql, NULL, delete_sql);
}
