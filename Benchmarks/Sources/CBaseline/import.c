#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "database.h"

// A cell of the record that is being read. It points into the file, or into the scratch memory when quotes in it were
// doubled.
typedef struct {
    const char *start;
    size_t length;
} cell;

typedef struct {
    const char *position;
    const char *end;
    cell *cells;
    int count;
    int capacity;
    // Cells with doubled quotes are written here without them; it is as long as the file's longest record needs.
    char *scratch;
    size_t scratch_size;
    size_t scratch_capacity;
} reader;

static bool add(reader *csv, const char *start, size_t length) {
    if (csv->count == csv->capacity) {
        int capacity = csv->capacity ? csv->capacity * 2 : 64;
        cell *cells = realloc(csv->cells, (size_t)capacity * sizeof *cells);
        if (!cells) return false;
        csv->cells = cells;
        csv->capacity = capacity;
    }
    csv->cells[csv->count++] = (cell){start, length};
    return true;
}

// Copies a quoted cell with each doubled quote made one. The scratch memory never moves during a record: it has room
// for the whole rest of the record when its first such cell comes.
static const char *without_doubled(reader *csv, const char *start, const char *close, size_t *length) {
    char *target = csv->scratch + csv->scratch_size;
    char *out = target;
    while (start < close) {
        const char *quote = memchr(start, '"', (size_t)(close - start));
        size_t run = (size_t)((quote ? quote + 1 : close) - start);
        memcpy(out, start, run);
        out += run;
        start += run + (quote ? 1 : 0);
    }
    *length = (size_t)(out - target);
    csv->scratch_size += *length;
    return target;
}

// Room for `needed` more bytes; cells that point into the old memory are moved with it.
static bool reserve_scratch(reader *csv, size_t needed) {
    if (csv->scratch_size + needed <= csv->scratch_capacity) return true;
    size_t capacity = (csv->scratch_size + needed) * 2;
    char *old = csv->scratch;
    char *scratch = malloc(capacity);
    if (!scratch) return false;
    if (old) memcpy(scratch, old, csv->scratch_size);
    for (int i = 0; i < csv->count; i++)
        if (old && csv->cells[i].start >= old && csv->cells[i].start < old + csv->scratch_capacity)
            csv->cells[i].start = scratch + (csv->cells[i].start - old);
    free(old);
    csv->scratch = scratch;
    csv->scratch_capacity = capacity;
    return true;
}

// Reads one record (RFC 4180; LF or CRLF). 1, 0 at the end of the file, -1 when memory is out or a quote stays open.
static int read_record(reader *csv) {
    csv->count = 0;
    csv->scratch_size = 0;
    const char *p = csv->position;
    const char *end = csv->end;
    if (p >= end) return 0;
    for (;;) {
        if (p < end && *p == '"') {
            const char *start = ++p;
            bool doubled = false;
            for (;;) {
                p = memchr(p, '"', (size_t)(end - p));
                if (!p) return -1;
                if (p + 1 < end && p[1] == '"') {
                    doubled = true;
                    p += 2;
                } else {
                    break;
                }
            }
            size_t length = (size_t)(p - start);
            if (doubled) {
                if (!reserve_scratch(csv, length)) return -1;
                start = without_doubled(csv, start, p, &length);
            }
            if (!add(csv, start, length)) return -1;
            p++;
        } else {
            const char *start = p;
            while (p < end && *p != ',' && *p != '\n' && *p != '\r') p++;
            if (!add(csv, start, (size_t)(p - start))) return -1;
        }
        if (p < end && *p == ',') {
            p++;
            continue;
        }
        if (p < end && *p == '\r') p++;
        if (p < end && *p == '\n') p++;
        csv->position = p;
        return 1;
    }
}

static int digits(const char *text, int count) {
    int value = 0;
    for (int i = 0; i < count; i++) value = value * 10 + (text[i] - '0');
    return value;
}

// Days from 1970-01-01 in the Gregorian calendar. Years begin in March, so that the leap day comes last.
static int64_t days_since_1970(int year, int month, int day) {
    year -= month <= 2;
    int era = (year >= 0 ? year : year - 399) / 400;
    int year_of_era = year - era * 400;
    int day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return (int64_t)era * 146097 + day_of_era - 719468;
}

// `2026-01-15T09:30:00Z` as seconds since 2001-01-01.
static double timestamp(const char *text) {
    int64_t days = days_since_1970(digits(text, 4), digits(text + 5, 2), digits(text + 8, 2));
    int seconds = digits(text + 11, 2) * 3600 + digits(text + 14, 2) * 60 + digits(text + 17, 2);
    return (double)(days * 86400 + seconds - 978307200);
}

// A part of `1984-05-01`, `--05-01`, `1984-05` or `1984`; -1 when it is not there.
static int date_part(cell date, baseline_csv_kind part) {
    bool has_year = date.length >= 4 && date.start[0] != '-';
    const char *rest = date.start + (has_year ? 5 : 2);
    size_t left = date.length > (has_year ? 5u : 2u) ? date.length - (has_year ? 5 : 2) : 0;
    switch (part) {
    case baseline_csv_year: return has_year ? digits(date.start, 4) : -1;
    case baseline_csv_month: return left >= 2 ? digits(rest, 2) : -1;
    default: return left >= 5 ? digits(rest + 3, 2) : -1;
    }
}

typedef struct {
    int place;
    int parameter;
    baseline_csv_kind kind;
} target;

static void bind_record(sqlite3_stmt *statement, const reader *csv, const target *targets, int count) {
    sqlite3_clear_bindings(statement);
    for (int i = 0; i < count; i++) {
        if (targets[i].place >= csv->count) continue;
        cell value = csv->cells[targets[i].place];
        if (value.length == 0) continue;
        int parameter = targets[i].parameter;
        switch (targets[i].kind) {
        case baseline_csv_text:
            sqlite3_bind_text(statement, parameter, value.start, (int)value.length, SQLITE_STATIC);
            break;
        case baseline_csv_blob:
            sqlite3_bind_blob(statement, parameter, value.start, (int)value.length, SQLITE_STATIC);
            break;
        case baseline_csv_integer: {
            bool negative = value.start[0] == '-';
            int64_t number = 0;
            for (size_t j = negative; j < value.length; j++) number = number * 10 + (value.start[j] - '0');
            sqlite3_bind_int64(statement, parameter, negative ? -number : number);
            break;
        }
        case baseline_csv_timestamp:
            if (value.length >= 19) sqlite3_bind_double(statement, parameter, timestamp(value.start));
            break;
        default: {
            int part = date_part(value, targets[i].kind);
            if (part >= 0) sqlite3_bind_int(statement, parameter, part);
            break;
        }
        }
    }
}

// Where each wanted column stands in the file. The number of those found.
static int find_targets(const reader *csv, sqlite3_stmt *statement, const baseline_csv_column *columns, int count,
                        target *targets) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        int parameter = sqlite3_bind_parameter_index(statement, columns[i].parameter);
        size_t length = strlen(columns[i].header);
        for (int place = 0; parameter && place < csv->count; place++)
            if (csv->cells[place].length == length && memcmp(csv->cells[place].start, columns[i].header, length) == 0) {
                targets[found++] = (target){place, parameter, columns[i].kind};
                break;
            }
    }
    return found;
}

static void load(baseline_work *work, reader *csv, const char *insert_sql, const baseline_csv_column *columns,
                 int column_count) {
    sqlite3_stmt *statement = baseline_prepare(work, insert_sql);
    if (!statement) return;
    target targets[128];
    int state = read_record(csv);
    int target_count = 0;
    if (column_count > 128) baseline_fail(work, SQLITE_TOOBIG, "more than 128 columns");
    else if (state == 1) target_count = find_targets(csv, statement, columns, column_count, targets);
    int key = sqlite3_bind_parameter_index(statement, ":Z_PK");
    while (!work->result.status && (state = read_record(csv)) == 1) {
        bind_record(statement, csv, targets, target_count);
        if (key) sqlite3_bind_int64(statement, key, work->result.count + 1);
        int code = sqlite3_step(statement);
        sqlite3_reset(statement);
        if (!baseline_check(work, code, insert_sql)) break;
        work->result.count++;
    }
    if (state < 0) baseline_fail(work, SQLITE_CORRUPT, "the CSV file has a quote that stays open");
    sqlite3_finalize(statement);
}

baseline_result baseline_import_csv(const char *path, baseline_settings settings, const char *create_sql,
                                    const char *insert_sql, const char *finish_sql, const char *csv_path,
                                    const baseline_csv_column *columns, int column_count) {
    baseline_work work = baseline_begin(path, settings);
    int file = open(csv_path, O_RDONLY);
    struct stat status;
    const char *bytes = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) {
        baseline_fail(&work, SQLITE_CANTOPEN, "the CSV file cannot be read");
    } else {
        madvise((void *)bytes, (size_t)status.st_size, MADV_SEQUENTIAL);
        reader csv = {.position = bytes, .end = bytes + status.st_size};
        if (!work.result.status && baseline_run(&work, "BEGIN IMMEDIATE") && baseline_run(&work, create_sql)) {
            load(&work, &csv, insert_sql, columns, column_count);
            if (!work.result.status && baseline_run(&work, finish_sql)) baseline_run(&work, "COMMIT");
        }
        free(csv.cells);
        free(csv.scratch);
        munmap((void *)bytes, (size_t)status.st_size);
    }
    if (file >= 0) close(file);
    baseline_stop(&work);
    return baseline_finish(&work);
}
