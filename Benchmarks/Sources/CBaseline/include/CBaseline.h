#ifndef CBASELINE_H
#define CBASELINE_H

#include <stddef.h>
#include <stdint.h>

// The works of the design's table "Speed to reach" as a C programmer does them: on the same SQLite, with the same
// schema, page size, cache and pragmas as the side that is compared with them. The caller passes the SQL, so that both
// sides work on the very same tables and indexes.
//
// Every function opens the database anew (SQLITE_OPEN_NOMUTEX, WAL, synchronous=FULL) and starts its clock when it is
// open. Writing ends with the commit, which also carries out SQLite's automatic checkpoint.

// How a database is opened.
typedef struct {
    // Bytes of a page; only a new database takes it.
    int page_size;
    // Size of the page cache in KiB.
    int cache_kib;
} baseline_settings;

// What a work took.
typedef struct {
    // 0, or an SQLite result code; `baseline_problem` then says what happened.
    int status;
    // Wall-clock time (CLOCK_MONOTONIC).
    double seconds;
    // Processor time of the process, which other processes on the machine disturb less.
    double cpu_seconds;
    // Rows written, read or found.
    int64_t count;
    // Lengths and numbers of everything read, summed: so that no reading can be left out, and to compare two sides.
    int64_t checksum;
    // Of works made of many queries: seconds of the middle query, and of the one slower than 99 of 100.
    double p50;
    double p99;
    // VmRSS in KiB while the result is still held, 0 where it does not matter.
    int64_t resident_kib;
    // VmHWM in KiB, the process's highest VmRSS so far.
    int64_t peak_kib;
} baseline_result;

// What happened to the last work of this thread that failed.
const char *baseline_problem(void);

// MARK: Rows in memory

typedef enum { baseline_integer, baseline_real, baseline_text, baseline_blob } baseline_kind;

// A column of a table, by its name in SQLite.
typedef struct {
    const char *name;
    baseline_kind kind;
} baseline_column;

// Rows as structs of eight-byte fields that lie one behind the other; their texts and blobs lie in one arena. It is
// what is inserted and what fetched rows are copied into. At most 64 columns and 4 GiB of texts.
typedef struct baseline_rows baseline_rows;

// Makes an empty table. NULL when there are too many columns or no memory.
baseline_rows *baseline_rows_new(const baseline_column *columns, int column_count);
void baseline_rows_free(baseline_rows *rows);
int64_t baseline_rows_count(const baseline_rows *rows);
// Bytes of rows and arena in use.
int64_t baseline_rows_bytes(const baseline_rows *rows);

// Adds a row whose fields are all NULL. False when memory is out.
_Bool baseline_rows_append(baseline_rows *rows);
// Sets a field of the last row.
void baseline_rows_set_integer(baseline_rows *rows, int column, int64_t value);
void baseline_rows_set_real(baseline_rows *rows, int column, double value);
// False when memory, or the arena's 4 GiB, is out.
_Bool baseline_rows_set_bytes(baseline_rows *rows, int column, const void *bytes, size_t length);

// MARK: Writing

// Loads rows into a new database: `create_sql`, then one prepared `insert_sql` for every row, then `finish_sql` (the
// indexes), all in one transaction. The INSERT's parameters are named after columns (`:ZNAME`); `:Z_PK` counts from 1.
baseline_result baseline_insert(const char *path, baseline_settings settings, const char *create_sql,
                                const char *insert_sql, const char *finish_sql, const baseline_rows *rows);

// How a cell of a CSV file becomes a column's value. An empty cell is NULL.
typedef enum {
    baseline_csv_text,
    baseline_csv_blob,
    baseline_csv_integer,
    // `2026-01-15T09:30:00Z`, kept as seconds since 2001-01-01.
    baseline_csv_timestamp,
    // The parts of `1984-05-01`, `--05-01`, `1984-05`, `1984`.
    baseline_csv_year,
    baseline_csv_month,
    baseline_csv_day,
} baseline_csv_kind;

// Which column of a CSV file goes where.
typedef struct {
    const char *header;
    // The INSERT's parameter, with its colon.
    const char *parameter;
    baseline_csv_kind kind;
} baseline_csv_column;

// Loads a CSV file as `baseline_insert` does rows. Columns that are not in the list are passed over; the count is of
// records.
baseline_result baseline_import_csv(const char *path, baseline_settings settings, const char *create_sql,
                                    const char *insert_sql, const char *finish_sql, const char *csv_path,
                                    const baseline_csv_column *columns, int column_count);

// Runs statements in one transaction; the count is of the rows that they changed.
baseline_result baseline_execute(const char *path, baseline_settings settings, const char *sql);

// Reads rows into structs, adds one to the integer `column` of each, and writes each back:
// `UPDATE … SET column = ?1, Z_OPT = ?2 WHERE Z_PK = ?3 AND Z_OPT = ?4`. `select_sql` gives `Z_PK` and `Z_OPT` too.
baseline_result baseline_update_each(const char *path, baseline_settings settings, const char *select_sql,
                                     const char *column, const char *update_sql);

// Reads rows into structs and deletes each: `DELETE … WHERE Z_PK = ?1 AND Z_OPT = ?2`.
baseline_result baseline_delete_each(const char *path, baseline_settings settings, const char *select_sql,
                                     const char *delete_sql);

// MARK: Reading

// Copies all rows into structs. With `read_all`, every field of every struct is read afterwards.
baseline_result baseline_fetch(const char *path, baseline_settings settings, const char *select_sql, _Bool read_all);

// Steps through all rows, reads every column and keeps nothing.
baseline_result baseline_stream(const char *path, baseline_settings settings, const char *select_sql);

// Walks all rows a batch at a time, each batch copied into structs and read: `… WHERE Z_PK > ?1 ORDER BY Z_PK LIMIT ?2`.
// The select's first column is `Z_PK`.
baseline_result baseline_walk_by_key(const char *path, baseline_settings settings, const char *select_sql, int batch);

// Walks all rows as a batched fetch request does: first all keys (`ids_sql`), then a batch at a time by
// `select_sql` + `(?,?,…)`, where `select_sql` ends in `IN`.
baseline_result baseline_walk_by_list(const char *path, baseline_settings settings, const char *ids_sql,
                                      const char *select_sql, int batch);

// MARK: Finding

// Runs `select_sql` once for each text, bound to `?1`, and copies what it finds into structs: a personID, or a full-text
// query. The count is of the rows found.
baseline_result baseline_find(const char *path, baseline_settings settings, const char *select_sql,
                              const char *const *texts, int text_count);

// Runs `… WHERE column >= ?1 AND column < ?2 …` once for each prefix, and copies what it finds into structs.
baseline_result baseline_find_prefixes(const char *path, baseline_settings settings, const char *select_sql,
                                       const char *const *prefixes, int prefix_count);

// MARK: Process

// Fills `resident_kib` and `peak_kib` from /proc/self/status; the rest is 0.
baseline_result baseline_memory(void);

// The version of the SQLite that both sides use.
const char *baseline_sqlite_version(void);

#endif
