// SPDX-License-Identifier: MIT
// See scheduling.h.

#include "verify/search/scheduling.h"

#include <string.h>

static const struct {
    const char *name, *text;
} known[] = {
    [SCHEDULING_FAIR] = {"fair", "assuming that threads are scheduled fairly"},
    [SCHEDULING_MINIMAL] = {"minimal", "assuming only that some thread runs when one can"},
    [SCHEDULING_WAKEUPS] = {"wakeups", "assuming only that some thread runs when one can, and that "
                                       "wake-ups without a reason are rare"},
    [SCHEDULING_FAIR_LOCKS] = {"fair-locks", "assuming that threads are scheduled, and waiting "
                                             "ones let through, fairly"},
};

bool scheduling_read(const char *name, scheduling *out, error *e)
{
    *out = SCHEDULING_FAIR_LOCKS;
    for (unsigned i = 0; name && i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0) {
            *out = (scheduling)i;
            return true;
        }
    return !name || error_set(e, "--assume is minimal, wakeups, fair or fair-locks, not %s", name);
}

const char *scheduling_text(scheduling s)
{
    return known[s].text;
}
