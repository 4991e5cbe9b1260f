#ifndef CBASELINE_DATABASE_H
#define CBASELINE_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "CBaseline.h"

// An open database and the result of the work on it.
typedef struct {
    sqlite3 *db;
    baseline_result result;
    double start;
    double cpu_start;
} baseline_work;

// Opens the database and starts the clock. On failure the result's status is set; `baseline_finish` may be called.
baseline_work baseline_begin(const char *path, baseline_settings settings);

// Stops the clock.
void baseline_stop(baseline_work *work);

// Closes the database and gives the result.
baseline_result baseline_finish(baseline_work *work);

// Keeps SQLite's message when `code` is an error. True when it is none.
bool baseline_check(baseline_work *work, int code, const char *doing);

// Keeps a message of our own.
void baseline_fail(baseline_work *work, int code, const char *doing);

bool baseline_run(baseline_work *work, const char *sql);

// NULL after a failure.
sqlite3_stmt *baseline_prepare(baseline_work *work, const char *sql);

double baseline_now(void);

// Fills p50 and p99 and frees nothing; sorts the array.
void baseline_percentiles(baseline_result *result, double *seconds, int count);

#endif
