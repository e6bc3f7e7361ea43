// SPDX-License-Identifier: MIT
// Names of reductions.

#include "verify/system/reduction.h"

#include <string.h>

bool reductions_read(const char *list, uint32_t *out, error *e)
{
    static const char *const names[] = {"dead",      "threads", "private",  "fold",
                                        "antichain", "values",  "messages", "components"};
    enum { COUNT = sizeof names / sizeof *names };
    *out = !list || strcmp(list, "all") == 0 ? REDUCE_ALL : 0;
    if (!list || strcmp(list, "all") == 0 || strcmp(list, "none") == 0)
        return true;
    while (*list) {
        size_t length = strcspn(list, ","), k = 0;
        while (k < COUNT && !(strlen(names[k]) == length && strncmp(names[k], list, length) == 0))
            k++;
        if (k == COUNT)
            return error_set(e,
                             "--reduce is all, none, or some of dead,threads,private,fold,"
                             "antichain,values,messages,components, but not %.*s",
                             (int)length, list);
        *out |= 1u << k;
        list += length + (list[length] == ',');
    }
    return true;
}
