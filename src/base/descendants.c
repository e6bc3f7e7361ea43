// SPDX-License-Identifier: MIT
// See descendants.h. A process group is left by setsid(), a pipe by closing it, but
// nobody leaves a subreaper: who loses its parent gets us as its parent. So we kill our
// children until there are none. A PID namespace would end them with one signal, but
// asks for rights that are not to be had in most containers, and gives the user's code
// other process numbers than its debugger sees.
//
// The kernel lists children only on request (CONFIG_PROC_CHILDREN), so all processes are
// looked at for their parents; that is done once where nobody got away. All descendants that
// are found are killed. If there are new ones when we look again, something forks as fast as
// we look: then all are stopped first, and killed when all stand still; killed one by one,
// those of a fork bomb that are left would take the places of those that are gone. Reaping
// comes after killing: with thousands of living children each wait would look at all of
// them. One that forks faster than we look would keep us for ever: so not for longer than
// about a second.

#include "base/descendants.h"

#include "base/limits.h"
#include "base/memory.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double most = 0.9, most_stopping = 0.6; // seconds

typedef struct one {
    pid_t pid, parent;
    char state; // as in /proc: T is stopped, Z has ended
    bool ours;
} one;

typedef struct list {
    one *items;
    size_t count, capacity;
} list;

void descendants_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

static bool look(const char *name, one *it)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, line, sizeof line - 1);
    if (fd >= 0)
        close(fd);
    if (n <= 0)
        return false;
    line[n] = 0;
    // "12 (any name) S 1 …": the name may have anything in it, also brackets.
    const char *after = strrchr(line, ')');
    if (!after || strlen(after) < 5)
        return false;
    *it = (one){.pid = (pid_t)strtol(name, NULL, 10),
                .parent = (pid_t)strtol(after + 4, NULL, 10),
                .state = after[2]};
    return true;
}

static int by_pid(const void *a, const void *b)
{
    pid_t x = ((const one *)a)->pid, y = ((const one *)b)->pid;
    return (x > y) - (x < y);
}

static void mark_ours(list *l)
{
    pid_t self = getpid();
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < l->count; i++) {
            one *it = &l->items[i], key = {.pid = it->parent};
            if (it->ours)
                continue;
            const one *parent =
                it->parent == self ? NULL : bsearch(&key, l->items, l->count, sizeof key, by_pid);
            it->ours = it->parent == self || (parent && parent->ours);
            more = more || it->ours;
        }
    }
}

// All processes, with those marked that descend from us.
static void scan(list *l)
{
    l->count = 0;
    DIR *all = opendir("/proc");
    for (const struct dirent *d; all && (d = readdir(all));) {
        MEMORY_GROW(l->items, l->capacity, l->count + 1);
        if (isdigit((unsigned char)d->d_name[0]) && look(d->d_name, &l->items[l->count]))
            l->count++;
    }
    if (all)
        closedir(all);
    if (l->count)
        qsort(l->items, l->count, sizeof *l->items, by_pid);
    mark_ours(l);
}

static bool is_running(const one *it)
{
    return it->ours && !strchr("TtZX", it->state);
}

// How many were still running.
static size_t stop_all(const list *l)
{
    size_t running = 0;
    for (size_t i = 0; i < l->count; i++)
        running += is_running(&l->items[i]) && kill(l->items[i].pid, SIGSTOP) == 0;
    return running;
}

static void kill_all(const list *l)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->items[i].ours && l->items[i].state != 'Z')
            kill(l->items[i].pid, SIGKILL);
}

// Whether one is running that was not there before: those die, if slowly.
static bool has_new(const list *before, const list *now)
{
    for (size_t i = 0; i < now->count; i++)
        if (is_running(&now->items[i]) &&
            (!before->count ||
             !bsearch(&now->items[i], before->items, before->count, sizeof(one), by_pid)))
            return true;
    return false;
}

// True: there are no children any more.
static bool reap(double until)
{
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
        if (clock_seconds() > until)
            return false;
    return pid < 0 && errno == ECHILD;
}

static bool has_children(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static void stop_and_kill(list *l, double until)
{
    while (stop_all(l) && clock_seconds() < until)
        scan(l);
    kill_all(l);
}

void descendants_end(void)
{
    if (!has_children())
        return;
    double began = clock_seconds();
    list before = {0}, now = {0};
    // A child that stops would interrupt us each time.
    struct sigaction old, quiet = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP};
    sigaction(SIGCHLD, &quiet, &old);
    scan(&now);
    kill_all(&now);
    while (!reap(began + most) && clock_seconds() - began < most) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        list swap = before;
        before = now;
        now = swap;
        scan(&now);
        if (has_new(&before, &now))
            stop_and_kill(&now, began + most_stopping);
    }
    sigaction(SIGCHLD, &old, NULL);
    free(before.items);
    free(now.items);
}
