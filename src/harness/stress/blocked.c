// SPDX-License-Identifier: MIT
// The kernel's word on who waits: see blocked.h.

#include "harness/stress/blocked.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifndef FUTEX_LOCK_PI2
#define FUTEX_LOCK_PI2 13
#endif

enum { MOST_TASKS = 256 };

typedef struct look {
    uint32_t count;
    pid_t tasks[MOST_TASKS];
    uint64_t switches[MOST_TASKS];
} look;

// A small file of /proc; false: it is not there, or may not be read.
static bool read_proc(const char *path, char *out, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t n = read(file, out, size - 1);
    close(file);
    out[n > 0 ? n : 0] = '\0';
    return n >= 0;
}

// "202 0x7f… 0x80 0x2 0x0 …": a futex wait, and the time limit is NULL. A task
// that could run has "running" there.
static bool waits_untimed(pid_t task)
{
    char path[64], line[256];
    unsigned long call, at, operation, value, limit;
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)task);
    if (!read_proc(path, line, sizeof line) ||
        sscanf(line, "%lu %lx %lx %lx %lx", &call, &at, &operation, &value, &limit) != 5)
        return false;
    if (call != SYS_futex || limit)
        return false;
    switch (operation & (unsigned long)FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
    case FUTEX_WAIT_REQUEUE_PI:
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2:
        return true;
    }
    return false;
}

// How often the task was taken off a processor; false: it is not asleep. (A task that
// was woken, but is still on its way to a processor, has its system call in the file
// above as if it slept. Its state says better.)
static bool sleeps_since(pid_t task, uint64_t *out)
{
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)task);
    if (!read_proc(path, text, sizeof text))
        return false;
    const char *state = strstr(text, "\nState:\tS");
    const char *voluntary = strstr(text, "\nvoluntary_ctxt_switches:");
    const char *forced = strstr(text, "\nnonvoluntary_ctxt_switches:");
    if (!state || !voluntary || !forced)
        return false;
    *out = strtoull(strchr(voluntary, ':') + 1, NULL, 10) +
           strtoull(strchr(forced, ':') + 1, NULL, 10);
    return true;
}

static bool is_idle(pid_t task, const pid_t *idle, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (idle[i] == task)
            return true;
    return false;
}

// The tasks there are, without the idle ones.
static bool list_tasks(const pid_t *idle, uint32_t idle_count, look *out)
{
    DIR *folder = opendir("/proc/self/task");
    if (!folder)
        return false;
    out->count = 0;
    bool ok = true;
    for (const struct dirent *each; ok && (each = readdir(folder));) {
        pid_t task = (pid_t)strtol(each->d_name, NULL, 10);
        if (task <= 0 || is_idle(task, idle, idle_count))
            continue;
        ok = out->count < MOST_TASKS;
        if (ok)
            out->tasks[out->count++] = task;
    }
    closedir(folder);
    return ok && out->count;
}

// The count is read before the sleep is seen, so that it is not newer.
static bool look_first(look *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (!sleeps_since(l->tasks[i], &l->switches[i]) || !waits_untimed(l->tasks[i]))
            return false;
    return true;
}

// And here after, so that it is not older.
static bool look_again(const look *l)
{
    for (uint32_t i = 0; i < l->count; i++) {
        uint64_t now;
        if (!waits_untimed(l->tasks[i]) || !sleeps_since(l->tasks[i], &now) ||
            now != l->switches[i])
            return false;
    }
    return true;
}

// Something that could wake a thread by itself. (Where the kernel does not list
// timers, a thread that only a timer's signal will wake may be called stuck.)
static bool timer_armed(void)
{
    char line[64];
    struct itimerval real;
    if (getitimer(ITIMER_REAL, &real) == 0 && (real.it_value.tv_sec || real.it_value.tv_usec))
        return true;
    return read_proc("/proc/self/timers", line, sizeof line) && line[0];
}

bool blocked_for_good(const pid_t *idle, uint32_t idle_count)
{
    look first, second;
    if (!list_tasks(idle, idle_count, &first) || !look_first(&first))
        return false;
    // A task that was started since would be running, or be in the list now.
    if (timer_armed() || !list_tasks(idle, idle_count, &second) || second.count != first.count ||
        memcmp(first.tasks, second.tasks, first.count * sizeof *first.tasks) != 0)
        return false;
    return look_again(&first);
}
