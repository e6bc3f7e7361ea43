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
// those of a fork bomb that are left would take the places of those that are gone. A process
// group in which all are ours gets one signal: then none of it can fork past us. Reaping
// comes after killing: with thousands of living children each wait would look at all of
// them. One that forks faster than we look would keep us for ever: so not for longer than
// about a second. Those that were killed die, on a busy machine later: they are waited for.

#include "toolchain/descendants.h"

#include "base/io/limits.h"
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
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double longest = 0.9, longest_stopping = 0.6; // seconds, where something forks
static const double longest_dying = 10;

typedef struct one {
    pid_t pid, parent, group;
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
    char *next;
    *it = (one){.pid = (pid_t)strtol(name, NULL, 10),
                .parent = (pid_t)strtol(after + 4, &next, 10),
                .state = after[2]};
    it->group = (pid_t)strtol(next, NULL, 10);
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

static bool is_alive(const one *it)
{
    return it->ours && it->state != 'Z';
}

static int by_group(const void *a, const void *b)
{
    const one *x = *(const one *const *)a, *y = *(const one *const *)b;
    return (x->group > y->group) - (x->group < y->group);
}

// One process group: with one signal if it has nobody else in it.
static size_t signal_group(const one *const *members, size_t count, int number,
                           bool (*chosen)(const one *))
{
    size_t sent = 0, ours = 0;
    for (size_t i = 0; i < count; i++) {
        ours += members[i]->ours;
        sent += chosen(members[i]);
    }
    pid_t group = members[0]->group;
    if (sent > 1 && ours == count && group > 1 && group != getpgrp() && kill(-group, number) == 0)
        return sent;
    sent = 0;
    for (size_t i = 0; i < count; i++)
        sent += chosen(members[i]) && kill(members[i]->pid, number) == 0;
    return sent;
}

// To all that are chosen; how many there were.
static size_t signal_all(const list *l, int number, bool (*chosen)(const one *))
{
    const one **sorted = memory_new(l->count + 1, sizeof *sorted);
    for (size_t i = 0; i < l->count; i++)
        sorted[i] = &l->items[i];
    qsort(sorted, l->count, sizeof *sorted, by_group);
    size_t sent = 0;
    for (size_t from = 0, to; from < l->count; from = to) {
        for (to = from; to < l->count && sorted[to]->group == sorted[from]->group; to++)
            ;
        sent += signal_group(sorted + from, to - from, number, chosen);
    }
    free(sorted);
    return sent;
}

// How many were still running.
static size_t stop_all(const list *l)
{
    return signal_all(l, SIGSTOP, is_running);
}

static void kill_all(const list *l)
{
    signal_all(l, SIGKILL, is_alive);
}

// Whether one is running that was not killed before: those die, if slowly. One whose parent was
// gone before it was looked at itself was there, but was not known to be ours.
static bool has_new(const list *before, const list *now)
{
    for (size_t i = 0; i < now->count; i++) {
        const one *it = &now->items[i], *was = NULL;
        if (is_running(it) && before->count)
            was = bsearch(it, before->items, before->count, sizeof(one), by_pid);
        if (is_running(it) && (!was || !was->ours))
            return true;
    }
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
    bool forks = false;
    scan(&now);
    kill_all(&now);
    while (!reap(began + longest_dying) &&
           clock_seconds() - began < (forks ? longest : longest_dying)) {
        nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL); // who is killed needs time to die
        list swap = before;
        before = now;
        now = swap;
        scan(&now);
        if (has_new(&before, &now)) {
            forks = true;
            stop_and_kill(&now, began + longest_stopping);
        }
    }
    sigaction(SIGCHLD, &old, NULL);
    free(before.items);
    free(now.items);
}

size_t descendants_count(void)
{
    list now = {0};
    size_t count = 0;
    scan(&now);
    for (size_t i = 0; i < now.count; i++)
        count += is_alive(&now.items[i]);
    free(now.items);
    return count;
}

static uint16_t processes(void)
{
    struct sysinfo info;
    return sysinfo(&info) == 0 ? info.procs : 0;
}

static uint64_t unused_memory(void)
{
    struct sysinfo info;
    return sysinfo(&info) == 0 ? (uint64_t)info.freeram * info.mem_unit : 0;
}

void descendants_watch_init(descendants_watch *w, size_t most, uint64_t memory)
{
    double now = clock_seconds();
    *w = (descendants_watch){.most = most,
                             .first = processes(),
                             .counted = now,
                             .memory = memory,
                             .unused = unused_memory(),
                             .weighed = now};
}

bool descendants_too_many(descendants_watch *w)
{
    static const double now_and_then = 5; // seconds: the kernel's figure may be of no use
    int16_t more = (int16_t)(processes() - w->first);
    double now = clock_seconds();
    if (more <= 0 || (size_t)more <= w->most / 2) {
        if (now - w->counted < now_and_then)
            return false;
    }
    w->counted = now;
    return descendants_count() > w->most;
}

bool descendants_too_large(descendants_watch *w)
{
    static const double now_and_then = 0.25; // seconds: others may give back what these take
    uint64_t unused = unused_memory();
    double now = clock_seconds();
    if (unused + w->memory / 4 > w->unused && now - w->weighed < now_and_then)
        return false;
    w->unused = unused;
    w->weighed = now;
    list all = {0};
    scan(&all);
    bool large = false;
    for (size_t i = 0; i < all.count && !large; i++)
        large = is_alive(&all.items[i]) && memory_resident_of(all.items[i].pid) > w->memory;
    free(all.items);
    return large;
}
