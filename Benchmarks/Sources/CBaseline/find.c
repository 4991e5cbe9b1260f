#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "rows.h"

// The smallest text behind all that begin with `prefix`: its last byte plus one. UTF-8 has no byte 0xFF, so there is
// always one, and BINARY collation compares bytes.
static void bind_range(sqlite3_stmt *statement, const char *prefix, char *upper) {
    size_t length = strlen(prefix);
    memcpy(upper, prefix, length + 1);
    if (length) upper[length - 1]++;
    sqlite3_bind_text(statement, 1, prefix, (int)length, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, upper, (int)length, SQLITE_STATIC);
}

static baseline_result find(const char *path, baseline_settings settings, const char *select_sql,
                            const char *const *texts, int text_count, bool as_prefix) {
    baseline_work work = baseline_begin(path, settings);
    sqlite3_stmt *statement = work.result.status ? NULL : baseline_prepare(&work, select_sql);
    baseline_rows *rows = statement ? baseline_rows_for(statement) : NULL;
    double *seconds = calloc((size_t)text_count + 1, sizeof *seconds);
    char upper[1024];
    double before = baseline_now();
    for (int i = 0; rows && seconds && i < text_count; i++) {
        baseline_rows_clear(rows);
        if (as_prefix) {
            if (strlen(texts[i]) >= sizeof upper) continue;
            bind_range(statement, texts[i], upper);
        } else {
            sqlite3_bind_text(statement, 1, texts[i], -1, SQLITE_STATIC);
        }
        int code;
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) baseline_rows_copy(rows, statement);
        sqlite3_reset(statement);
        if (!baseline_check(&work, code, select_sql)) break;
        work.result.count += rows->count;
        work.result.checksum += baseline_rows_checksum(rows);
        double after = baseline_now();
        seconds[i] = after - before;
        before = after;
    }
    baseline_stop(&work);
    if (seconds) baseline_percentiles(&work.result, seconds, text_count);
    free(seconds);
    sqlite3_finalize(statement);
    baseline_rows_free(rows);
    return baseline_finish(&work);
}

baseline_result baseline_find(const char *path, baseline_settings settings, const char *select_sql,
                              const char *const *texts, int text_count) {
    return find(path, settings, select_sql, texts, text_count, false);
}

baseline_result baseline_find_prefixes(const char *path, baseline_settings settings, const char *select_sql,
                                       const char *const *prefixes, int prefix_count) {
    return find(path, settings, select_sql, prefixes, prefix_count, true);
}
