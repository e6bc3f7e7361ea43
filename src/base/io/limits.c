// SPDX-License-Identifier: MIT
// Limits and progress: see limits.h.

#include "base/io/limits.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const double PROGRESS_EVERY = 0.2; // seconds

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double processor_seconds(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

static uint64_t resident_in(const char *path)
{
    FILE *f = fopen(path, "re");
    if (!f)
        return 0;
    unsigned long long all = 0, resident = 0;
    int got = fscanf(f, "%llu %llu", &all, &resident);
    fclose(f);
    return got == 2 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

uint64_t memory_resident(void)
{
    return resident_in("/proc/self/statm");
}

uint64_t memory_resident_of(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    return resident_in(path);
}

uint64_t memory_resident_peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss * 1024;
}

void limits_start(limits *l)
{
    l->started = clock_seconds();
    l->busy_before = l->busy > 0 ? processor_seconds() : 0;
    l->next_progress = l->started + PROGRESS_EVERY;
    l->reached = NULL;
    l->stopped = 0;
}

// Is there some grace left?
static bool is_spared(limits *l)
{
    if (l->grace <= 0 || (l->interrupted && *l->interrupted > 1))
        return false;
    double now = clock_seconds();
    if (l->stopped <= 0)
        l->stopped = now;
    return now - l->stopped <= l->grace;
}

bool limits_reached(limits *l)
{
    if (!l)
        return false;
    if (l->reached)
        return true;
    bool interrupted = l->interrupted && *l->interrupted;
    bool late = !interrupted && l->timeout > 0 && clock_seconds() - l->started > l->timeout;
    if ((interrupted || late) && !is_spared(l))
        l->reached = interrupted ? "interrupted" : "the time limit was reached";
    else if (l->busy > 0 && clock_seconds() - l->started > l->busy &&
             processor_seconds() - l->busy_before > l->busy)
        l->reached = "the time limit was reached";
    else if (l->memory && memory_resident() > l->memory)
        l->reached = "the memory limit was reached";
    return l->reached != NULL;
}

bool limits_wait(limits *l, int fd)
{
    // A signal that comes between the look and the wait would not end the wait.
    enum { MILLISECONDS = 200 };
    struct pollfd p = {.fd = fd, .events = POLLIN};
    for (;;) {
        if (limits_reached(l))
            return false;
        if (!l || poll(&p, 1, MILLISECONDS) > 0)
            return true;
    }
}

const char *limits_reason(const limits *l)
{
    return l && l->reached ? l->reached : "no limit was reached";
}

bool limits_progress_due(limits *l)
{
    return l && l->progress && clock_seconds() >= l->next_progress;
}

void limits_progress(limits *l, const char *format, ...)
{
    if (!l || !l->progress)
        return;
    char line[256];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    l->next_progress = clock_seconds() + PROGRESS_EVERY;
    l->progress(l->progress_context, line);
}
