// SPDX-License-Identifier: MIT
// See available.h. The files of the kernel that say it; one that is not there says nothing.

#include "base/io/available.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// The number after `name` in a file of lines, or the file's only one with NULL. UINT64_MAX:
// there is none, such as "max".
static uint64_t number_in(const char *path, const char *name)
{
    FILE *f = fopen(path, "re");
    char line[256];
    unsigned long long n = UINT64_MAX;
    size_t skip = name ? strlen(name) : 0;
    while (f && fgets(line, sizeof line, f))
        if ((!name || strncmp(line, name, skip) == 0) && sscanf(line + skip, " %llu", &n) == 1)
            break;
    if (f)
        fclose(f);
    return n;
}

static uint64_t of_system(void)
{
    uint64_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    if (kilobytes != UINT64_MAX)
        return kilobytes * 1024;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
}

typedef struct group_files {
    const char *root, *limit, *used, *idle;
} group_files;

// One group. What it has read from files counts as used, but is given back on demand.
static uint64_t of_group(const group_files *g, const char *group)
{
    char path[4200];
    snprintf(path, sizeof path, "%s%s/%s", g->root, group, g->limit);
    uint64_t limit = number_in(path, NULL);
    if (limit >= (uint64_t)1 << 60) // "no limit" is a large number in version 1
        return UINT64_MAX;
    snprintf(path, sizeof path, "%s%s/%s", g->root, group, g->used);
    uint64_t used = number_in(path, NULL);
    snprintf(path, sizeof path, "%s%s/memory.stat", g->root, group);
    uint64_t idle = number_in(path, g->idle);
    used = used == UINT64_MAX ? 0 : used;
    used -= idle == UINT64_MAX ? 0 : least(idle, used);
    return used < limit ? limit - used : 0;
}

// In a container the path is often that of the host, where there is nothing: then the
// groups above, up to the root, are all that can be asked.
static uint64_t of_groups(const group_files *g, char *group)
{
    uint64_t all = UINT64_MAX;
    for (;;) {
        all = least(all, of_group(g, group));
        char *slash = strrchr(group, '/');
        if (!slash)
            return all;
        *slash = 0;
    }
}

static uint64_t of_all_groups(void)
{
    static const group_files two = {"/sys/fs/cgroup", "memory.max", "memory.current",
                                    "inactive_file "},
                             one = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                    "memory.usage_in_bytes", "total_inactive_file "};
    uint64_t all = UINT64_MAX;
    char line[4096];
    FILE *f = fopen("/proc/self/cgroup", "re");
    while (f && fgets(line, sizeof line, f)) { // "0::/a/b" or "4:memory:/a/b"
        line[strcspn(line, "\n")] = 0;
        char *first = strchr(line, ':'), *second = first ? strchr(first + 1, ':') : NULL;
        if (!second)
            continue;
        *second = 0;
        bool memory = strcmp(first, ":memory") == 0;
        if (memory || strcmp(first, ":") == 0)
            all = least(all, of_groups(memory ? &one : &two, second + 1));
    }
    if (f)
        fclose(f);
    return all;
}

static uint64_t of_address_space(void)
{
    struct rlimit l;
    bool limited = getrlimit(RLIMIT_AS, &l) == 0 && l.rlim_cur != RLIM_INFINITY;
    return limited ? l.rlim_cur : UINT64_MAX;
}

uint64_t memory_available(void)
{
    uint64_t all = least(least(of_system(), of_all_groups()), of_address_space());
    return all == UINT64_MAX ? 0 : all ? all : 1;
}
