// SPDX-License-Identifier: MIT
// See test_kinds.h.

#include "cli/test_kinds.h"

#include "base/memory.h"
#include "toolchain/process.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *test_kinds_folder(void)
{
    return installed_path("share/linchpin/templates");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool test_kinds_list(const char *folder, const char *ending, words *kinds, error *e)
{
    DIR *d = opendir(folder);
    if (!d)
        return error_at(e, folder, 0, 0, "cannot be read: %s", strerror(errno));
    for (const struct dirent *each; (each = readdir(d));) {
        size_t n = strlen(each->d_name), tail = strlen(ending);
        if (n > tail && !strcmp(each->d_name + n - tail, ending))
            words_add(kinds, memory_string_n(each->d_name, n - tail));
    }
    closedir(d);
    if (kinds->count)
        qsort(kinds->items, kinds->count, sizeof *kinds->items, by_name);
    return true;
}
