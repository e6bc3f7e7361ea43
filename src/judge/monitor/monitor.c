// SPDX-License-Identifier: MIT
// The monitor: see monitor.h.
//
// Operations take effect just in time (Lowe, "Testing for linearizability",
// 2016): only when one returns that has not taken effect do we let pending
// operations take effect, in every possible order that ends with the returning
// one. Every explanation can be brought into this form by delaying effects until
// the next return needs them, so no explanation is lost, and calls cost nothing.
//
// A set is stored as 32-bit words:
//     open, configurations,
//     open × (slot, call, known result or 0, forever),    sorted by slot
//     configurations × (state, open × taken)              sorted, distinct
// where taken is 0 for "not yet", else the number of the result it took, or
// TAKEN for an operation that never returns, whose result nobody sees.
//
// Dominance: an operation that never returns may take effect at any later time
// or not at all. So of two configurations that agree in everything else, the one
// in which fewer such operations have taken effect can do all that the other
// can, and the other is dropped.

#include "judge/monitor/monitor.h"

#include "base/error.h"
#include "base/memory.h"
#include "judge/monitor/monitor_inside.h"

#include <stdlib.h>
#include <string.h>

monitor *monitor_new(const lp_spec *spec, lp_pool *pool)
{
    monitor *m = memory_new(1, sizeof *m);
    m->automaton = automaton_new(spec, pool);
    m->sets = intern_new();
    m->events = intern_new();
    m->closure = closure_new(m->automaton);
    uint32_t none[2] = {0, 0};
    uint32_t violated = intern_add(m->sets, none, sizeof none);
    REQUIRE(violated == MONITOR_VIOLATED);

    uint32_t count;
    const uint32_t *initial = automaton_initial(m->automaton, &count);
    set_builder b = {0};
    set_begin(&b, NULL, 0);
    for (uint32_t i = 0; i < count; i++)
        set_add(&b, &initial[i]);
    m->start = set_finish(&b, m->sets);
    set_fini(&b);
    return m;
}

void monitor_free(monitor *m)
{
    if (!m)
        return;
    automaton_free(m->automaton);
    intern_free(m->sets);
    intern_free(m->events);
    closure_free(m->closure);
    free(m->target);
    free(m->scratch);
    free(m);
}

automaton *monitor_automaton(monitor *m)
{
    return m->automaton;
}

set_view monitor_set(const monitor *m, uint32_t set)
{
    return set_get(m->sets, set);
}

void monitor_bound(monitor *m, size_t configurations)
{
    closure_bound(m->closure, configurations);
}

size_t monitor_work(const monitor *m)
{
    return m->work;
}

void monitor_limit(monitor *m, limits *l)
{
    m->limits = l;
}

uint32_t monitor_start(monitor *m)
{
    return m->start;
}

bool monitor_remembers(monitor *m, const uint32_t *key, size_t words, uint32_t **target)
{
    bool fresh;
    uint32_t n = intern_add_fresh(m->events, key, words * sizeof *key, &fresh);
    MEMORY_GROW(m->target, m->target_capacity, (size_t)n + 1);
    if (fresh)
        m->target[n] = MONITOR_STOPPED;
    *target = &m->target[n];
    return **target != MONITOR_STOPPED;
}

static uint32_t add_open(monitor *m, uint32_t set, const open_operation *op)
{
    set_view v = set_get(m->sets, set);
    uint32_t at = 0;
    while (at < v.open_count && v.open[at].slot < op->slot)
        at++;
    REQUIRE(at == v.open_count || v.open[at].slot != op->slot);
    size_t words =
        2 + (v.open_count + 1) * OPEN_WORDS + (size_t)v.config_count * (v.config_words + 1);
    MEMORY_GROW(m->scratch, m->scratch_capacity, words);
    uint32_t *w = m->scratch;
    *w++ = v.open_count + 1;
    *w++ = v.config_count;
    memcpy(w, v.open, at * sizeof *v.open);
    memcpy(w + (size_t)at * OPEN_WORDS, op, sizeof *op);
    memcpy(w + ((size_t)at + 1) * OPEN_WORDS, v.open + at, (v.open_count - at) * sizeof *v.open);
    w += ((size_t)v.open_count + 1) * OPEN_WORDS;
    // The same new 0 in the same place of each: they stay sorted and distinct.
    for (uint32_t i = 0; i < v.config_count; i++) {
        const uint32_t *config = v.configs + (size_t)i * v.config_words;
        memcpy(w, config, (at + 1) * sizeof *w);
        w[at + 1] = 0;
        memcpy(w + at + 2, config + at + 1, (v.open_count - at) * sizeof *w);
        w += v.config_words + 1;
    }
    return intern_add(m->sets, m->scratch, words * sizeof *m->scratch);
}

uint32_t monitor_call(monitor *m, uint32_t set, uint32_t slot, uint32_t method, int64_t process,
                      lp_value arg, const lp_value *known, bool forever)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    REQUIRE(slot < MONITOR_MAX_SLOTS);
    open_operation op = {.slot = slot,
                         .call = automaton_call(m->automaton, method, process, arg),
                         .known = known ? automaton_result(m->automaton, *known) : 0,
                         .forever = forever};
    uint32_t key[] = {set, EVENT_CALL, op.slot, op.call, op.known, op.forever};
    uint32_t *target;
    if (!monitor_remembers(m, key, sizeof key / sizeof *key, &target))
        *target = add_open(m, set, &op);
    return *target;
}

uint32_t monitor_return(monitor *m, uint32_t set, uint32_t slot, lp_value result)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    uint32_t r = automaton_result(m->automaton, result);
    uint32_t key[] = {set, EVENT_RETURN, slot, r};
    uint32_t *target;
    m->work = 0;
    if (monitor_remembers(m, key, sizeof key / sizeof *key, &target))
        return *target;
    set_view v = set_get(m->sets, set);
    bool complete = closure_return(m->closure, &v, set_position(&v, slot), r, m->limits);
    m->work = closure_size(m->closure);
    if (!complete)
        return MONITOR_STOPPED;
    uint32_t next = closure_result(m->closure, m->sets);
    // The closure asks the spec, never the monitor: `target` has not moved.
    return *target = next;
}

bool monitor_subsumes(const monitor *m, uint32_t less, uint32_t more)
{
    set_view a = set_get(m->sets, less), b = set_get(m->sets, more);
    if (a.open_count != b.open_count || a.config_count > b.config_count ||
        (a.open_count && memcmp(a.open, b.open, a.open_count * sizeof *a.open) != 0))
        return false;
    size_t size = a.config_words * sizeof *a.configs;
    uint32_t k = 0;
    // Both are sorted by the words, not the bytes: look for equal ones only.
    for (uint32_t i = 0; i < a.config_count; i++, k++) {
        const uint32_t *want = a.configs + (size_t)i * a.config_words;
        while (k < b.config_count &&
               memcmp(b.configs + (size_t)k * b.config_words, want, size) != 0)
            k++;
        if (k == b.config_count)
            return false;
    }
    return true;
}

uint32_t monitor_explain(monitor *m, uint32_t set, uint32_t slot, lp_value result,
                         uint32_t after_set, uint32_t after, const monitor_effect **steps,
                         uint32_t *step_count)
{
    set_view v = set_get(m->sets, set), w = set_get(m->sets, after_set);
    uint32_t r = automaton_result(m->automaton, result);
    closure_return(m->closure, &v, set_position(&v, slot), r, NULL);
    return closure_explain(m->closure, w.configs + (size_t)after * w.config_words, steps,
                           step_count);
}

bool monitor_states(monitor *m, uint32_t set, uint32_t slot, intern *states)
{
    enum { MOST = 10000 };
    set_view v = set_get(m->sets, set);
    const uint32_t *found;
    uint32_t count = closure_states(m->closure, &v, set_position(&v, slot), MOST, &found);
    for (uint32_t i = 0; i < count; i++) {
        size_t size;
        const void *bytes = automaton_state_bytes(m->automaton, found[i], &size);
        intern_add(states, bytes, size);
    }
    return count && closure_size(m->closure) <= MOST;
}

uint32_t monitor_set_size(const monitor *m, uint32_t set)
{
    return set_get(m->sets, set).config_count;
}

uint32_t monitor_set_count(const monitor *m)
{
    return intern_count(m->sets);
}

uint64_t monitor_bytes(const monitor *m)
{
    return intern_bytes(m->sets) + intern_bytes(m->events) +
           m->target_capacity * sizeof *m->target + automaton_bytes(m->automaton);
}
