// SPDX-License-Identifier: MIT
// Names of reductions.

#include "verify/system/reduction.h"

#include <assert.h>
#include <string.h>

bool reductions_read(const char *list, uint32_t *out, error *e)
{
    static const char *const names[] = {"dead",   "threads",  "private",    "fold",     "antichain",
                                        "values", "messages", "components", "receipts", "steps"};
    enum { COUNT = sizeof names / sizeof *names };
    static_assert(REDUCE_ALL == (1 << COUNT) - 1, "a name for each");
    bool but = list && *list == '-';
    *out = !list || but || strcmp(list, "all") == 0 ? REDUCE_ALL : 0;
    if (!list || strcmp(list, "all") == 0 || strcmp(list, "none") == 0)
        return true;
    do {
        size_t whole = strcspn(list, ","), length = whole - but, k = 0;
        const char *name = list + but;
        while (k < COUNT && !(strlen(names[k]) == length && strncmp(names[k], name, length) == 0))
            k++;
        if (k == COUNT || (*list == '-') != but)
            return error_set(e,
                             "--reduce is all, none, or some of dead,threads,private,fold,"
                             "antichain,values,messages,components,receipts,steps, or, with a "
                             "minus before each, all but these, and not \"%.*s\"",
                             (int)whole, list);
        *out ^= 1u << k & (but ? *out : ~*out);
        list += whole;
    } while (*list++ == ',');
    return true;
}
