// SPDX-License-Identifier: MIT
// Sets of the monitor made into others without asking the spec: see monitor.h.

#include "base/error.h"
#include "base/memory.h"
#include "judge/monitor/monitor_inside.h"

#include <stdlib.h>
#include <string.h>

// A set with other open operations, in which each configuration is what `change` makes of
// it; false: it is left out.
typedef bool change_config(const void *context, const uint32_t *old, uint32_t *out);

static uint32_t rebuild(const set_view *v, const open_operation *open, uint32_t open_count,
                        change_config *change, const void *context, intern *into)
{
    set_builder b = {0};
    uint32_t *config = memory_new(v->config_words, sizeof *config);
    set_begin(&b, open, open_count);
    for (uint32_t i = 0; i < v->config_count; i++)
        if (change(context, v->configs + (size_t)i * v->config_words, config))
            set_add(&b, config);
    uint32_t next = set_finish(&b, into);
    set_fini(&b);
    free(config);
    return next;
}

// An operation among the open ones.
typedef struct one_open {
    uint32_t at, count;
} one_open;

static bool without(const void *context, const uint32_t *old, uint32_t *out)
{
    const one_open *o = context;
    memcpy(out, old, (o->at + 1) * sizeof *out);
    memcpy(out + o->at + 1, old + o->at + 2, (o->count - o->at - 1) * sizeof *out);
    return old[o->at + 1] == 0;
}

uint32_t monitor_fail(monitor *m, uint32_t set, uint32_t slot)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    set_view v = set_get(m->sets, set);
    one_open o = {set_position(&v, slot), v.open_count};
    open_operation *open = memory_copy(v.open, v.open_count * sizeof *open);
    memmove(open + o.at, open + o.at + 1, (o.count - o.at - 1) * sizeof *open);
    uint32_t next = rebuild(&v, open, o.count - 1, without, &o, m->sets);
    free(open);
    return next;
}

static bool result_unseen(const void *context, const uint32_t *old, uint32_t *out)
{
    const one_open *o = context;
    memcpy(out, old, (o->count + 1) * sizeof *out);
    if (out[o->at + 1])
        out[o->at + 1] = TAKEN;
    return true;
}

uint32_t monitor_abandon(monitor *m, uint32_t set, uint32_t slot)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    set_view v = set_get(m->sets, set);
    one_open o = {set_position(&v, slot), v.open_count};
    open_operation *open = memory_copy(v.open, v.open_count * sizeof *open);
    open[o.at].forever = 1;
    uint32_t next = rebuild(&v, open, o.count, result_unseen, &o, m->sets);
    free(open);
    return next;
}

// From one automaton's numbers to another's.
typedef struct numbers {
    automaton *to;
    const automaton *from;
    uint32_t open_count;
} numbers;

static uint32_t move_result(const numbers *n, uint32_t result)
{
    if (result == 0 || result == TAKEN)
        return result;
    return automaton_result(n->to, automaton_result_get(n->from, result));
}

static bool move_config(const void *context, const uint32_t *old, uint32_t *out)
{
    const numbers *n = context;
    out[0] = automaton_adopt(n->to, n->from, old[0]);
    for (uint32_t k = 1; k <= n->open_count; k++)
        out[k] = move_result(n, old[k]);
    return true;
}

static uint32_t move_set(const monitor *m, monitor *fresh, uint32_t set)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    set_view v = set_get(m->sets, set);
    numbers n = {fresh->automaton, m->automaton, v.open_count};
    open_operation *open = memory_copy(v.open, v.open_count * sizeof *open);
    for (uint32_t i = 0; i < v.open_count; i++) {
        lp_call call = automaton_call_get(n.from, open[i].call);
        open[i].call = automaton_call(n.to, call.method, call.process, call.arg);
        open[i].known = move_result(&n, open[i].known);
    }
    uint32_t next = rebuild(&v, open, v.open_count, move_config, &n, fresh->sets);
    free(open);
    return next;
}

void monitor_forget(monitor *m, uint32_t *sets, size_t count)
{
    monitor *fresh = monitor_new(automaton_spec(m->automaton), automaton_pool(m->automaton));
    for (size_t i = 0; i < count; i++)
        sets[i] = move_set(m, fresh, sets[i]);
    fresh->limits = m->limits;
    monitor swap = *m;
    *m = *fresh;
    *fresh = swap;
    monitor_free(fresh);
}

// Open operations at other places: what was at from[i] comes to i.
typedef struct places {
    const uint32_t *from;
    uint32_t count;
} places;

static bool move_places(const void *context, const uint32_t *old, uint32_t *out)
{
    const places *p = context;
    out[0] = old[0];
    for (uint32_t k = 0; k < p->count; k++)
        out[1 + k] = old[1 + p->from[k]];
    return true;
}

uint32_t monitor_reorder(monitor *m, uint32_t set, const uint32_t *order, uint32_t count)
{
    enum { MAX = 16 };
    REQUIRE(count <= MAX);
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    uint32_t key[2 + MAX] = {set, EVENT_REORDER};
    memcpy(key + 2, order, count * sizeof *order);
    uint32_t *target;
    if (monitor_remembers(m, key, 2 + count, &target))
        return *target;
    set_view v = set_get(m->sets, set);
    open_operation open[MAX];
    uint32_t from[MAX] = {0}, found = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < v.open_count; k++)
            if (v.open[k].slot == order[i]) {
                open[found] = v.open[k];
                open[found].slot = i;
                from[found++] = k;
            }
    REQUIRE(found == v.open_count);
    places p = {from, found};
    return *target = rebuild(&v, open, found, move_places, &p, m->sets);
}
