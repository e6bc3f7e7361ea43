// SPDX-License-Identifier: MIT
// See fault_random.h. One fault after the other, sometimes two together, each with its end.

#include "run/faults/fault_random.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>

void fault_random_init(fault_random *r, uint64_t seed, const bool *stays_down)
{
    *r = (fault_random){.stays_down = stays_down};
    rng_init(&r->random, seed);
    r->next = 0.02 + 0.001 * (double)rng_below(&r->random, 50);
}

__attribute__((format(printf, 4, 5))) static void add(fault_schedule *s, const fault_names *names,
                                                      double at, const char *format, ...)
{
    error e = {0};
    va_list list;
    va_start(list, format);
    char *what = text_format_list(format, list);
    va_end(list);
    char *line = text_format("%.3fs %s", at, what);
    bool good = fault_schedule_add(s, names, NULL, 0, line, &e);
    REQUIRE(good);
    free(line);
    free(what);
}

static size_t choose(fault_random *r, const fault_names *names, bool client)
{
    size_t i;
    do
        i = (size_t)rng_below(&r->random, names->count);
    while (names->is_client[i] != client);
    return i;
}

static void add_one(fault_random *r, const fault_names *names, double at, double until,
                    fault_schedule *s)
{
    size_t server = choose(r, names, false), client = choose(r, names, true);
    const char *name = names->names[server];
    unsigned percent = 1 + (unsigned)rng_below(&r->random, 40);
    unsigned least = (unsigned)rng_below(&r->random, 5);
    unsigned most = least + 1 + (unsigned)rng_below(&r->random, 30);
    switch (rng_below(&r->random, 9)) {
    case 0:
    case 1:
        if (!r->stays_down[server]) {
            add(s, names, at, "kill %s", name);
            add(s, names, until, "restart %s", name);
            return;
        }
        // fall through
    case 2:
        add(s, names, at, "stop %s", name);
        add(s, names, until, "continue %s", name);
        return;
    case 3:
        add(s, names, at, "stop %s", names->names[client]);
        add(s, names, until, "continue %s", names->names[client]);
        return;
    case 4:
        add(s, names, at, "partition %s from *", name);
        break;
    case 5:
        add(s, names, at, "drop %u%%", percent);
        break;
    case 6:
        add(s, names, at, "duplicate %u%%", percent);
        break;
    case 7:
        add(s, names, at, "reorder %u%%", percent);
        break;
    default:
        add(s, names, at, "delay %u..%ums %s <-> *", least, most, name);
    }
    add(s, names, until, "heal");
}

void fault_random_add(fault_random *r, const fault_names *names, fault_schedule *s)
{
    double at = r->next, until = at + 0.05 + 0.001 * (double)rng_below(&r->random, 350);
    add_one(r, names, at, until, s);
    if (rng_below(&r->random, 4) == 0) // and one more, after its beginning and before its end
        add_one(r, names, at + (until - at) / 4, until - (until - at) / 4, s);
    r->next = until + 0.02 + 0.001 * (double)rng_below(&r->random, 200);
}
