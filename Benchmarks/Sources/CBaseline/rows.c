#include "rows.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

baseline_rows *baseline_rows_new(const baseline_column *columns, int column_count) {
    if (column_count > 64) return NULL;
    baseline_rows *rows = calloc(1, sizeof *rows);
    if (!rows) return NULL;
    rows->column_count = column_count;
    for (int i = 0; i < column_count; i++) {
        rows->kinds[i] = columns[i].kind;
        rows->names[i] = strdup(columns[i].name);
    }
    return rows;
}

// Of a column's declared type; an expression has none and counts as a text.
static baseline_kind kind_of(const char *declaration) {
    if (!declaration) return baseline_text;
    if (strcasecmp(declaration, "INTEGER") == 0) return baseline_integer;
    if (strcasecmp(declaration, "FLOAT") == 0 || strcasecmp(declaration, "TIMESTAMP") == 0 ||
        strcasecmp(declaration, "DECIMAL") == 0)
        return baseline_real;
    if (strcasecmp(declaration, "BLOB") == 0) return baseline_blob;
    return baseline_text;
}

baseline_rows *baseline_rows_for(sqlite3_stmt *statement) {
    baseline_column columns[64];
    int count = sqlite3_column_count(statement);
    if (count > 64) return NULL;
    for (int i = 0; i < count; i++) {
        columns[i].name = sqlite3_column_name(statement, i);
        columns[i].kind = kind_of(sqlite3_column_decltype(statement, i));
    }
    return baseline_rows_new(columns, count);
}

void baseline_rows_free(baseline_rows *rows) {
    if (!rows) return;
    for (int i = 0; i < rows->column_count; i++) free(rows->names[i]);
    free(rows->cells);
    free(rows->arena);
    free(rows);
}

int64_t baseline_rows_count(const baseline_rows *rows) { return rows->count; }

int64_t baseline_rows_bytes(const baseline_rows *rows) {
    return rows->count * (1 + rows->column_count) * (int64_t)sizeof(baseline_cell) + (int64_t)rows->arena_size;
}

int baseline_rows_column(const baseline_rows *rows, const char *name) {
    for (int i = 0; i < rows->column_count; i++)
        if (strcmp(rows->names[i], name) == 0) return i;
    return -1;
}

void baseline_rows_clear(baseline_rows *rows) {
    rows->count = 0;
    rows->arena_size = 0;
}

bool baseline_rows_append(baseline_rows *rows) {
    if (rows->count == rows->capacity) {
        int64_t capacity = rows->capacity ? rows->capacity * 2 : 256;
        size_t stride = (size_t)(1 + rows->column_count) * sizeof(baseline_cell);
        baseline_cell *cells = realloc(rows->cells, (size_t)capacity * stride);
        if (!cells) return false;
        rows->cells = cells;
        rows->capacity = capacity;
    }
    baseline_row(rows, rows->count)->integer = 0;
    rows->count++;
    return true;
}

static inline baseline_cell *field(baseline_rows *rows, int column) {
    baseline_cell *row = baseline_row(rows, rows->count - 1);
    row->integer |= (int64_t)(UINT64_C(1) << column);
    return row + 1 + column;
}

void baseline_rows_set_integer(baseline_rows *rows, int column, int64_t value) { field(rows, column)->integer = value; }

void baseline_rows_set_real(baseline_rows *rows, int column, double value) { field(rows, column)->real = value; }

bool baseline_rows_set_bytes(baseline_rows *rows, int column, const void *bytes, size_t length) {
    if (rows->arena_size + length > rows->arena_capacity) {
        size_t capacity = rows->arena_capacity ? rows->arena_capacity * 2 : 65536;
        while (capacity < rows->arena_size + length) capacity *= 2;
        if (rows->arena_size + length > UINT32_MAX) return false;
        uint8_t *arena = realloc(rows->arena, capacity);
        if (!arena) return false;
        rows->arena = arena;
        rows->arena_capacity = capacity;
    }
    memcpy(rows->arena + rows->arena_size, bytes, length);
    baseline_cell *cell = field(rows, column);
    cell->bytes.offset = (uint32_t)rows->arena_size;
    cell->bytes.length = (uint32_t)length;
    rows->arena_size += length;
    return true;
}

bool baseline_rows_copy(baseline_rows *rows, sqlite3_stmt *statement) {
    if (!baseline_rows_append(rows)) return false;
    for (int i = 0; i < rows->column_count; i++) {
        if (sqlite3_column_type(statement, i) == SQLITE_NULL) continue;
        switch (rows->kinds[i]) {
        case baseline_integer: baseline_rows_set_integer(rows, i, sqlite3_column_int64(statement, i)); break;
        case baseline_real: baseline_rows_set_real(rows, i, sqlite3_column_double(statement, i)); break;
        case baseline_text: {
            const void *text = sqlite3_column_text(statement, i);
            if (!baseline_rows_set_bytes(rows, i, text, (size_t)sqlite3_column_bytes(statement, i))) return false;
            break;
        }
        case baseline_blob: {
            const void *blob = sqlite3_column_blob(statement, i);
            if (!baseline_rows_set_bytes(rows, i, blob ? blob : "", (size_t)sqlite3_column_bytes(statement, i)))
                return false;
            break;
        }
        }
    }
    return true;
}

int64_t baseline_rows_checksum(const baseline_rows *rows) {
    int64_t sum = 0;
    for (int64_t index = 0; index < rows->count; index++) {
        const baseline_cell *row = baseline_row(rows, index);
        uint64_t present = (uint64_t)row->integer;
        for (int i = 0; i < rows->column_count; i++) {
            if (!(present >> i & 1)) continue;
            switch (rows->kinds[i]) {
            case baseline_integer: sum += row[1 + i].integer; break;
            case baseline_real: sum += (int64_t)row[1 + i].real; break;
            case baseline_text:
            case baseline_blob: sum += row[1 + i].bytes.length; break;
            }
        }
    }
    return sum;
}
