// SPDX-License-Identifier: MIT
// What the kernel knows about a process: see starved.h.

#include "harness/stress/starved.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double starved_ran(pid_t process)
{
    clockid_t clock;
    struct timespec ran;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &ran) != 0)
        return 0;
    return (double)ran.tv_sec + (double)ran.tv_nsec / 1e9;
}

// "17 (a name) R …"
static bool thread_runnable(pid_t process, const char *thread)
{
    char path[96], line[256];
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", (int)process, thread);
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    const char *end = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
    fclose(f);
    return end && !strncmp(end, ") R", 3);
}

bool starved_runnable(pid_t process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR *folder = opendir(path);
    bool found = false;
    for (const struct dirent *each; folder && !found && (each = readdir(folder));)
        found = each->d_name[0] != '.' && thread_runnable(process, each->d_name);
    if (folder)
        closedir(folder);
    return found;
}
