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

#include "judge/monitor.h"

#include "base/error.h"
#include "base/intern.h"
#include "base/memory.h"
#include "judge/closure.h"

#include <stdlib.h>
#include <string.h>

struct monitor {
    automaton *automaton;
    intern *sets;
    intern *events;   // (set, kind, what) …
    uint32_t *target; // … → set
    size_t target_capacity;
    uint32_t start;
    closure *closure;
    uint32_t *scratch;
    size_t scratch_capacity;
    limits *limits;
};

enum { EVENT_CALL, EVENT_RETURN, EVENT_REORDER };

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

void monitor_limit(monitor *m, limits *l)
{
    m->limits = l;
}

uint32_t monitor_start(monitor *m)
{
    return m->start;
}

// Has this event been seen in this set? If not, *slot is where its target goes.
static bool remembered(monitor *m, const uint32_t *key, size_t words, uint32_t **target)
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
    if (!remembered(m, key, sizeof key / sizeof *key, &target))
        *target = add_open(m, set, &op);
    return *target;
}

static uint32_t position_of(const set_view *v, uint32_t slot)
{
    uint32_t at = 0;
    while (at < v->open_count && v->open[at].slot != slot)
        at++;
    REQUIRE(at < v->open_count);
    return at;
}

uint32_t monitor_return(monitor *m, uint32_t set, uint32_t slot, lp_value result)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    uint32_t r = automaton_result(m->automaton, result);
    uint32_t key[] = {set, EVENT_RETURN, slot, r};
    uint32_t *target;
    if (remembered(m, key, sizeof key / sizeof *key, &target))
        return *target;
    set_view v = set_get(m->sets, set);
    if (!closure_return(m->closure, &v, position_of(&v, slot), r, m->limits))
        return MONITOR_STOPPED;
    uint32_t next = closure_result(m->closure, m->sets);
    // The closure asks the spec, never the monitor: `target` has not moved.
    return *target = next;
}

uint32_t monitor_fail(monitor *m, uint32_t set, uint32_t slot)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    set_view v = set_get(m->sets, set);
    uint32_t at = position_of(&v, slot);
    open_operation *open = memory_copy(v.open, v.open_count * sizeof *open);
    memmove(open + at, open + at + 1, (v.open_count - at - 1) * sizeof *open);
    uint32_t *config = memory_new(v.config_words, sizeof *config);
    set_builder b = {0};
    set_begin(&b, open, v.open_count - 1);
    for (uint32_t i = 0; i < v.config_count; i++) {
        const uint32_t *from = v.configs + (size_t)i * v.config_words;
        if (from[at + 1] != 0)
            continue;
        memcpy(config, from, (at + 1) * sizeof *config);
        memcpy(config + at + 1, from + at + 2, (v.open_count - at - 1) * sizeof *config);
        set_add(&b, config);
    }
    uint32_t next = set_finish(&b, m->sets);
    set_fini(&b);
    free(config);
    free(open);
    return next;
}

uint32_t monitor_abandon(monitor *m, uint32_t set, uint32_t slot)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    set_view v = set_get(m->sets, set);
    uint32_t at = position_of(&v, slot);
    open_operation *open = memory_copy(v.open, v.open_count * sizeof *open);
    open[at].forever = 1;
    uint32_t *config = memory_new(v.config_words, sizeof *config);
    set_builder b = {0};
    set_begin(&b, open, v.open_count);
    for (uint32_t i = 0; i < v.config_count; i++) {
        memcpy(config, v.configs + (size_t)i * v.config_words, v.config_words * sizeof *config);
        if (config[at + 1])
            config[at + 1] = TAKEN;
        set_add(&b, config);
    }
    uint32_t next = set_finish(&b, m->sets);
    set_fini(&b);
    free(config);
    free(open);
    return next;
}

static uint32_t move_result(automaton *to, const automaton *from, uint32_t result)
{
    if (result == 0 || result == TAKEN)
        return result;
    return automaton_result(to, automaton_result_get(from, result));
}

uint32_t monitor_forget(monitor *m, uint32_t set)
{
    if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
        return set;
    set_view v = set_get(m->sets, set);
    const automaton *from = m->automaton;
    monitor *fresh = monitor_new(automaton_spec(from), automaton_pool(from));
    automaton *to = fresh->automaton;
    open_operation *open = memory_copy(v.open, v.open_count * sizeof *open);
    for (uint32_t i = 0; i < v.open_count; i++) {
        lp_call call = automaton_call_get(from, open[i].call);
        open[i].call = automaton_call(to, call.method, call.process, call.arg);
        open[i].known = move_result(to, from, open[i].known);
    }
    uint32_t *config = memory_new(v.config_words, sizeof *config);
    set_builder b = {0};
    set_begin(&b, open, v.open_count);
    for (uint32_t i = 0; i < v.config_count; i++) {
        const uint32_t *old = v.configs + (size_t)i * v.config_words;
        config[0] = automaton_adopt(to, from, old[0]);
        for (uint32_t k = 1; k < v.config_words; k++)
            config[k] = move_result(to, from, old[k]);
        set_add(&b, config);
    }
    uint32_t next = set_finish(&b, fresh->sets);
    set_fini(&b);
    free(config);
    free(open);
    fresh->limits = m->limits;
    monitor swap = *m;
    *m = *fresh;
    *fresh = swap;
    monitor_free(fresh);
    return next;
}

// Builds the set with its open operations at other places: what was at from[i] comes to i.
static uint32_t reordered(monitor *m, uint32_t set, const open_operation *open,
                          const uint32_t *from)
{
    set_view v = set_get(m->sets, set);
    set_builder b = {0};
    uint32_t *config = memory_new(v.config_words, sizeof *config);
    set_begin(&b, open, v.open_count);
    for (uint32_t i = 0; i < v.config_count; i++) {
        const uint32_t *old = v.configs + (size_t)i * v.config_words;
        config[0] = old[0];
        for (uint32_t k = 0; k < v.open_count; k++)
            config[1 + k] = old[1 + from[k]];
        set_add(&b, config);
    }
    uint32_t next = set_finish(&b, m->sets);
    set_fini(&b);
    free(config);
    return next;
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
    if (remembered(m, key, 2 + count, &target))
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
    return *target = reordered(m, set, open, from);
}

bool monitor_covers(const monitor *m, uint32_t less, uint32_t more)
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
    closure_return(m->closure, &v, position_of(&v, slot), r, NULL);
    return closure_explain(m->closure, w.configs + (size_t)after * w.config_words, steps,
                           step_count);
}

uint32_t monitor_set_size(const monitor *m, uint32_t set)
{
    return set_get(m->sets, set).config_count;
}

uint32_t monitor_set_count(const monitor *m)
{
    return intern_count(m->sets);
}

// Far more configurations than anybody would read states.
enum { LOOK_AT = 10000 };
// More bytes of states, or of reasons, than anybody would read.
enum { ENOUGH = 400 };

// Adds one line unless another state has given the same reason. False: it has.
static bool add_reason(monitor *m, uint32_t state, uint32_t call, lp_value result, intern *reasons,
                       const char *what, bool with_state, text *out)
{
    text reason = {0};
    automaton_print_why(m->automaton, state, call, result, &reason);
    bool fresh;
    intern_add_fresh(reasons, reason.bytes, reason.length, &fresh);
    if (fresh) {
        text_add(out, "%s is impossible", what);
        if (with_state) {
            text_add(out, " in ");
            automaton_print_state(m->automaton, state, out);
        }
        text_add(out, ": %s\n", reason.bytes);
    }
    text_fini(&reason);
    return fresh;
}

void monitor_print_why(monitor *m, uint32_t set, uint32_t slot, lp_value result, const char *what,
                       uint32_t limit, text *out)
{
    set_view v = set_get(m->sets, set);
    uint32_t at = position_of(&v, slot), call = v.open[at].call;
    const uint32_t *states;
    uint32_t count = closure_states(m->closure, &v, at, LOOK_AT, &states), lines = 0;
    text plain = {0}, with_states = {0};
    intern *reasons = intern_new(), *again = intern_new();
    for (uint32_t i = 0; i < count && lines < limit && with_states.length < ENOUGH; i++) {
        lines += add_reason(m, states[i], call, result, reasons, what, false, &plain);
        add_reason(m, states[i], call, result, again, what, true, &with_states);
    }
    // The reason alone, if there is but one.
    text_add(out, "%s", (lines == 1 ? &plain : &with_states)->bytes);
    intern_free(reasons);
    intern_free(again);
    text_fini(&plain);
    text_fini(&with_states);
}

void monitor_print_states(monitor *m, uint32_t set, uint32_t slot, uint32_t limit, text *out)
{
    set_view v = set_get(m->sets, set);
    const uint32_t *states;
    uint32_t count = closure_states(m->closure, &v, position_of(&v, slot), LOOK_AT, &states);
    size_t start = out->length;
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, "%s", i ? ", " : "");
        if (i == limit || out->length - start > ENOUGH) {
            text_add(out, "…");
            return;
        }
        automaton_print_state(m->automaton, states[i], out);
    }
}

uint64_t monitor_bytes(const monitor *m)
{
    return intern_bytes(m->sets) + intern_bytes(m->events) +
           m->target_capacity * sizeof *m->target + automaton_bytes(m->automaton);
}
