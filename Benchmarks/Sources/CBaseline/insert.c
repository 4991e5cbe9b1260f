#include <stdio.h>

#include "database.h"
#include "rows.h"

// Binds a row of memory that stays where it is. Most columns of most people are NULL: clear them all at once.
static void bind_row(sqlite3_stmt *statement, const baseline_rows *rows, int64_t index, const int *parameters) {
    sqlite3_clear_bindings(statement);
    const baseline_cell *row = baseline_row(rows, index);
    uint64_t present = (uint64_t)row->integer;
    while (present) {
        int i = __builtin_ctzll(present);
        present &= present - 1;
        if (!parameters[i]) continue;
        const baseline_cell *cell = row + 1 + i;
        switch (rows->kinds[i]) {
        case baseline_integer: sqlite3_bind_int64(statement, parameters[i], cell->integer); break;
        case baseline_real: sqlite3_bind_double(statement, parameters[i], cell->real); break;
        case baseline_text:
            sqlite3_bind_text(statement, parameters[i], (const char *)rows->arena + cell->bytes.offset,
                              (int)cell->bytes.length, SQLITE_STATIC);
            break;
        case baseline_blob:
            sqlite3_bind_blob(statement, parameters[i], rows->arena + cell->bytes.offset, (int)cell->bytes.length,
                              SQLITE_STATIC);
            break;
        }
    }
}

baseline_result baseline_insert(const char *path, baseline_settings settings, const char *create_sql,
                                const char *insert_sql, const char *finish_sql, const baseline_rows *rows) {
    baseline_work work = baseline_begin(path, settings);
    if (work.result.status || !baseline_run(&work, "BEGIN IMMEDIATE") || !baseline_run(&work, create_sql))
        return baseline_finish(&work);
    sqlite3_stmt *statement = baseline_prepare(&work, insert_sql);
    if (!statement) return baseline_finish(&work);

    int parameters[64];
    for (int i = 0; i < rows->column_count; i++) {
        char name[256];
        snprintf(name, sizeof name, ":%s", rows->names[i]);
        parameters[i] = sqlite3_bind_parameter_index(statement, name);
    }
    int key = sqlite3_bind_parameter_index(statement, ":Z_PK");
    for (int64_t index = 0; index < rows->count; index++) {
        bind_row(statement, rows, index, parameters);
        if (key) sqlite3_bind_int64(statement, key, index + 1);
        int code = sqlite3_step(statement);
        sqlite3_reset(statement);
        if (!baseline_check(&work, code, insert_sql)) break;
        work.result.count++;
    }
    sqlite3_finalize(statement);
    if (!work.result.status && baseline_run(&work, finish_sql)) baseline_run(&work, "COMMIT");
    baseline_stop(&work);
    return baseline_finish(&work);
}
