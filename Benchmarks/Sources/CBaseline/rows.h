#ifndef CBASELINE_ROWS_H
#define CBASELINE_ROWS_H

#include <sqlite3.h>
#include <stdbool.h>

#include "CBaseline.h"

typedef union {
    int64_t integer;
    double real;
    struct {
        uint32_t offset;
        uint32_t length;
    } bytes;
} baseline_cell;

struct baseline_rows {
    int column_count;
    baseline_kind kinds[64];
    char *names[64];
    int64_t count;
    int64_t capacity;
    // A row is `1 + column_count` cells; the first one's bits say which columns are not NULL.
    baseline_cell *cells;
    uint8_t *arena;
    size_t arena_size;
    size_t arena_capacity;
};

static inline baseline_cell *baseline_row(const baseline_rows *rows, int64_t index) {
    return rows->cells + index * (1 + rows->column_count);
}

// A table with the columns of a statement, their kinds from the columns' declarations.
baseline_rows *baseline_rows_for(sqlite3_stmt *statement);

// The place of a column, -1 when there is none of that name.
int baseline_rows_column(const baseline_rows *rows, const char *name);

// Adds a row with what the statement stands at. False when memory is out.
bool baseline_rows_copy(baseline_rows *rows, sqlite3_stmt *statement);

// Forgets all rows and keeps the memory.
void baseline_rows_clear(baseline_rows *rows);

// Sums every field of every row.
int64_t baseline_rows_checksum(const baseline_rows *rows);

#endif
