#include "database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Thread_local char problem[512];

const char *baseline_problem(void) { return problem; }

const char *baseline_sqlite_version(void) { return sqlite3_libversion(); }

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double baseline_now(void) { return seconds_of(CLOCK_MONOTONIC); }

void baseline_fail(baseline_work *work, int code, const char *doing) {
    if (work->result.status == SQLITE_OK) {
        work->result.status = code;
        snprintf(problem, sizeof problem, "%s", doing);
    }
}

bool baseline_check(baseline_work *work, int code, const char *doing) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return true;
    if (work->result.status == SQLITE_OK) {
        work->result.status = code;
        snprintf(problem, sizeof problem, "%s: %s", doing, work->db ? sqlite3_errmsg(work->db) : sqlite3_errstr(code));
    }
    return false;
}

bool baseline_run(baseline_work *work, const char *sql) {
    return baseline_check(work, sqlite3_exec(work->db, sql, NULL, NULL, NULL), sql);
}

sqlite3_stmt *baseline_prepare(baseline_work *work, const char *sql) {
    sqlite3_stmt *statement = NULL;
    baseline_check(work, sqlite3_prepare_v2(work->db, sql, -1, &statement, NULL), sql);
    return statement;
}

baseline_work baseline_begin(const char *path, baseline_settings settings) {
    baseline_work work;
    memset(&work, 0, sizeof work);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (baseline_check(&work, sqlite3_open_v2(path, &work.db, flags, NULL), path)) {
        // Page size and vacuum mode come before the first page is written, as Core Data's own stores have them.
        char pragmas[256];
        snprintf(pragmas, sizeof pragmas,
                 "PRAGMA page_size=%d; PRAGMA auto_vacuum=2; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
                 "PRAGMA cache_size=-%d",
                 settings.page_size, settings.cache_kib);
        baseline_run(&work, pragmas);
    }
    work.cpu_start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    work.start = baseline_now();
    return work;
}

void baseline_stop(baseline_work *work) {
    work->result.seconds = baseline_now() - work->start;
    work->result.cpu_seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - work->cpu_start;
}

baseline_result baseline_finish(baseline_work *work) {
    baseline_result memory = baseline_memory();
    work->result.peak_kib = memory.peak_kib;
    sqlite3_close(work->db);
    return work->result;
}

baseline_result baseline_memory(void) {
    baseline_result result;
    memset(&result, 0, sizeof result);
    FILE *status = fopen("/proc/self/status", "r");
    if (!status) return result;
    char line[256];
    while (fgets(line, sizeof line, status)) {
        long long kib;
        if (sscanf(line, "VmRSS: %lld", &kib) == 1) result.resident_kib = kib;
        if (sscanf(line, "VmHWM: %lld", &kib) == 1) result.peak_kib = kib;
    }
    fclose(status);
    return result;
}

static int compare(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

void baseline_percentiles(baseline_result *result, double *seconds, int count) {
    if (count == 0) return;
    qsort(seconds, (size_t)count, sizeof *seconds, compare);
    result->p50 = seconds[count / 2];
    result->p99 = seconds[(int)((double)count * 0.99)];
}
