// SPDX-License-Identifier: MIT
// Progress, seen by the monitor (Lawrence and Lowe, Definitions 7 to 9): the open
// operations are stuck. Effects are taken just in time, so a configuration in which
// none of them has taken effect stands for the orders of just those that returned.

#include "base/memory.h"
#include "judge/monitor/config_set.h"
#include "judge/monitor/monitor.h"
#include "judge/monitor/sync_groups.h"

#include <stdlib.h>

typedef struct outlook {
    automaton *a;
    const set_view *v;
    uint32_t state;
} outlook;

static bool allowed(void *context, uint32_t sync, const uint32_t *members, uint32_t count)
{
    const outlook *o = context;
    uint32_t calls[LP_MAX_ARITY], edges;
    for (uint32_t i = 0; i < count; i++)
        calls[i] = o->v->open[members[i]].call;
    automaton_step(o->a, o->state, sync, calls, count, NULL, &edges);
    return edges > 0;
}

static bool rests(const groups *g, outlook *o, const uint32_t *config)
{
    for (uint32_t i = 0; i < o->v->open_count; i++)
        if (config[1 + i])
            return false;
    o->state = config[0];
    return !groups_each(g);
}

bool monitor_rests(monitor *m, uint32_t set)
{
    automaton *a = monitor_automaton(m);
    set_view v = monitor_set(m, set);
    outlook o = {.a = a, .v = &v};
    uint32_t *methods = memory_new(v.open_count + 1, sizeof *methods);
    for (uint32_t i = 0; i < v.open_count; i++)
        methods[i] = automaton_call_get(a, v.open[i].call).method;
    groups g = {.spec = automaton_spec(a),
                .count = v.open_count,
                .methods = methods,
                .found = allowed,
                .context = &o};
    bool found = false;
    for (uint32_t i = 0; !found && i < v.config_count; i++)
        found = rests(&g, &o, v.configs + (size_t)i * v.config_words);
    free(methods);
    return found;
}
