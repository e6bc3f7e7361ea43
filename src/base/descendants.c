// SPDX-License-Identifier: MIT
// See descendants.h. A process group is left by setsid(), a pipe by closing it, but
// nobody leaves a subreaper: who loses its parent gets us as its parent. So we kill our
// children until there are none. A PID namespace would end them with one signal, but
// asks for rights that are not to be had in most containers, and gives the user's code
// other process numbers than its debugger sees.
//
// The kernel lists children only on request (CONFIG_PROC_CHILDREN), so all processes are
// looked at for their parent; that is done once where nobody got away. A process that
// starts others faster than we look would keep us for ever: so not for longer than a
// second or two.

#include "base/descendants.h"

#include "base/limits.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double most = 1.5; // seconds

void descendants_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

static pid_t parent_of(const char *name)
{
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    size_t n = fread(line, 1, sizeof line - 1, f);
    fclose(f);
    line[n] = 0;
    // "12 (any name) S 1 …": the name may have anything in it, also brackets.
    const char *after = strrchr(line, ')');
    return after && strlen(after) > 4 ? (pid_t)strtol(after + 4, NULL, 10) : -1;
}

static void kill_children(void)
{
    pid_t self = getpid();
    DIR *all = opendir("/proc");
    if (!all)
        return;
    for (const struct dirent *d; (d = readdir(all));)
        if (isdigit((unsigned char)d->d_name[0]) && parent_of(d->d_name) == self)
            kill((pid_t)strtol(d->d_name, NULL, 10), SIGKILL);
    closedir(all);
}

// True: there are no children any more.
static bool reap(void)
{
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
        ;
    return pid < 0 && errno == ECHILD;
}

void descendants_end(void)
{
    double began = clock_seconds();
    while (!reap() && clock_seconds() - began < most) {
        kill_children();
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}
