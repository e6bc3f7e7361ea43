// SPDX-License-Identifier: MIT
// Doing again with other values what led to a state: see value_renaming.h.

#include "verify/canonical/value_renaming.h"

#include "base/error.h"
#include "base/memory.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CALLS = 1000, PERMUTATIONS = 24 };

typedef struct origin {
    enum { UNKNOWN, EVENT, ORDER } how;
    uint32_t from;
    label_kind kind;
    uint32_t thread, method, call, lin;
    uint64_t lins;
    lp_value result;
    uint8_t order[MODEL_MAX_THREADS + 1];
} origin;

struct renaming_table {
    const transition_system *s;
    const scalarset *d;
    property o;
    origin *origins; // of each state
    uint32_t count, capacity;
    uint32_t *calls[PERMUTATIONS]; // what each call becomes
    uint32_t *known[PERMUTATIONS]; // what each state becomes, + 1
    uint32_t known_count[PERMUTATIONS];
};

bool renaming_suits(const lp_spec *spec)
{
    static const char *const names[] = {"stack", "queue", "set", "bag", "register"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (spec_is(spec, names[i]))
            return true;
    return false;
}

renaming_table *renaming_new(const transition_system *s, const scalarset *d, const property *o)
{
    _Static_assert(SCALARSET_MAX_VALUES <= 4, "there are 24 orders of 4 values");
    if (s->offer_count > MAX_CALLS)
        return NULL;
    renaming_table *r = memory_new(1, sizeof *r);
    r->s = s;
    r->d = d;
    r->o = *o;
    return r;
}

void renaming_free(renaming_table *r)
{
    if (!r)
        return;
    free(r->origins);
    for (int i = 0; i < PERMUTATIONS; i++) {
        free(r->calls[i]);
        free(r->known[i]);
    }
    free(r);
}

static origin *fresh_origin(renaming_table *r, uint32_t to)
{
    if (to == OBSERVED_VIOLATION || to == OBSERVED_STOP || to == r->o.start)
        return NULL;
    MEMORY_GROW(r->origins, r->capacity, (size_t)to + 1);
    for (; r->count <= to; r->count++)
        r->origins[r->count] = (origin){0};
    return r->origins[to].how == UNKNOWN ? &r->origins[to] : NULL;
}

void renaming_note_event(renaming_table *r, uint32_t from, const move *m, uint32_t to)
{
    origin *o = to == from ? NULL : fresh_origin(r, to);
    if (o)
        *o = (origin){.how = EVENT,
                      .from = from,
                      .kind = m->kind,
                      .thread = m->thread,
                      .method = m->method,
                      .call = m->offer,
                      .lin = m->lin,
                      .lins = m->lins,
                      .result = m->result};
}

void renaming_note_order(renaming_table *r, uint32_t from, const uint32_t *order, uint32_t to)
{
    origin *o = to == from ? NULL : fresh_origin(r, to);
    if (!o)
        return;
    *o = (origin){.how = ORDER, .from = from};
    for (uint32_t i = 0; i < r->s->p->threads; i++)
        o->order[i] = (uint8_t)order[i];
}

// A number for each order.
static uint32_t number_of(const renaming_table *r, const uint32_t *to)
{
    uint32_t number = 0, n = r->d->count;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t smaller = 0;
        for (uint32_t k = i + 1; k < n; k++)
            smaller += to[k] < to[i];
        number = number * (n - i) + smaller;
    }
    return number;
}

static int32_t renamed(const renaming_table *r, int32_t value, const uint32_t *to)
{
    uint32_t k = (uint32_t)value - (uint32_t)r->d->low;
    return k < r->d->count ? r->d->low + (int32_t)to[k] : value;
}

static uint32_t find_call(const renaming_table *r, uint32_t call, const uint32_t *to)
{
    const offer *c = &r->s->offers[call];
    int32_t args[MODEL_MAX_ARGS];
    for (uint32_t i = 0; i < MODEL_MAX_ARGS; i++)
        args[i] = r->d->args[c->method][i] ? renamed(r, c->args[i], to) : c->args[i];
    for (uint32_t k = 0;; k++) {
        REQUIRE(k < r->s->offer_count); // every call has its renamed counterpart
        if (r->s->offers[k].method == c->method &&
            memcmp(r->s->offers[k].args, args, sizeof args) == 0)
            return k;
    }
}

static uint32_t call_of(renaming_table *r, uint32_t call, uint32_t number, const uint32_t *to)
{
    if (!r->calls[number]) {
        r->calls[number] = memory_new(r->s->offer_count, sizeof **r->calls);
        for (uint32_t i = 0; i < r->s->offer_count; i++)
            r->calls[number][i] = find_call(r, i, to);
    }
    return r->calls[number][call];
}

static uint32_t repeat(renaming_table *r, const origin *o, uint32_t from, uint32_t number,
                       const uint32_t *to)
{
    uint32_t state;
    if (o->how == ORDER) {
        uint32_t order[MODEL_MAX_THREADS + 1];
        for (uint32_t i = 0; i < r->s->p->threads; i++)
            order[i] = o->order[i];
        state = r->o.reorder(r->o.context, from, order);
        renaming_note_order(r, from, order, state);
        return state;
    }
    move m = {.kind = o->kind,
              .thread = o->thread,
              .method = o->method,
              .lin = o->lin,
              .lins = o->lins,
              .result = o->result};
    if (m.kind == LABEL_CALL)
        m.offer = call_of(r, o->call, number, to);
    if (m.kind == LABEL_RETURN && r->d->results[m.method] && m.result.kind == LP_KIND_INT)
        m.result = lp_int(renamed(r, (int32_t)m.result.bits, to));
    state = r->o.event(r->o.context, from, &m);
    renaming_note_event(r, from, &m, state);
    return state;
}

static uint32_t find(renaming_table *r, uint32_t state, uint32_t number, const uint32_t *to)
{
    if (state == r->o.start)
        return state;
    if (state < r->known_count[number] && r->known[number][state])
        return r->known[number][state] - 1;
    REQUIRE(state < r->count && r->origins[state].how != UNKNOWN);
    origin o = r->origins[state];
    uint32_t from = find(r, o.from, number, to);
    uint32_t found = from == OBSERVED_STOP ? from : repeat(r, &o, from, number, to);
    REQUIRE(found != OBSERVED_VIOLATION);
    if (found == OBSERVED_STOP)
        return found;
    if (state >= r->known_count[number]) {
        uint32_t more = state + state / 2 + 64;
        r->known[number] = memory_resize(r->known[number], more, sizeof **r->known);
        memset(r->known[number] + r->known_count[number], 0,
               (more - r->known_count[number]) * sizeof **r->known);
        r->known_count[number] = more;
    }
    r->known[number][state] = found + 1;
    return found;
}

uint32_t renaming_state(renaming_table *r, uint32_t state, const uint32_t *to)
{
    return find(r, state, number_of(r, to), to);
}
