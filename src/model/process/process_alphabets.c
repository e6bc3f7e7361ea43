// SPDX-License-Identifier: MIT
// Sets of events, and alphabets. A part of a parallel composition has to take part in the events of its
// alphabet. That is what is declared; or all events that stand in the process and in those it calls,
// with the values that are known when the composition begins, and any others where a value is not known.
//
// Alphabets are the least solution of equations, one for each call with its arguments:
//
//     α(a -> P) = {a} ∪ α(P)    α(P \ H) = α(P) − H    α(P [[R]]) = R(α(P))    α(P(v)) = α(the body of P)
//
// and so on; where nothing is hidden or renamed on the way, that is all events that can be come to.

#include "base/memory.h"
#include "model/process/term_making.h"
#include "model/syntax/ast_walk.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CALLED = 1000 };

// A call that was met: the definition, and its arguments.
typedef struct met_call {
    uint32_t definition;
    known_values at;
    event_list events; // those found so far, where calls are told apart
} met_call;

typedef struct gathering {
    stepper *s;
    event_list *out;
    met_call *calls;
    size_t call_count, call_capacity;
    bool apart;   // each call has its own events: something is hidden or renamed
    bool changes; // something is: met while calls are not told apart
    bool failed;
} gathering;

static void gather(gathering *g, const process *x, const known_values *v);

static uint32_t put_set(stepper *s, event_list *l)
{
    static const uint32_t nothing;
    uint32_t set =
        word_table_put(s->t->sets, &(word_entry){0}, l->length ? l->words : &nothing, l->length);
    event_list_fini(l);
    if (set == WORD_TABLE_FULL)
        stepper_fail(s, PROBLEM_TERMS, s->at);
    return set;
}

uint32_t event_set_make(stepper *s, const process *x, const int32_t *env)
{
    event_list l = {0};
    int32_t values[PROCESS_MAX_VALUES];
    if (!process_values(s, x, env, values))
        return TERM_NONE;
    for (uint32_t i = 0; i < x->set_count; i++) {
        const process_event *e = &x->set[i];
        event_list_add(&l, e->number, false, x->types + e->first, values + e->first, NULL,
                       e->value_count);
    }
    return put_set(s, &l);
}

typedef struct looking {
    const process *x;
    uint64_t known;
} looking;

static bool is_unknown(void *context, const expr *e)
{
    const looking *l = context;
    return e->kind == EXPR_SHARED ||
           (e->kind == EXPR_LOCAL && !(l->known >> l->x->evaluates.slots[e->index] & 1));
}

void process_known(stepper *s, const process *x, const known_values *v, int32_t *values,
                   bool *known)
{
    run r = {0}, *outer = s->run;
    memset(values, 0, PROCESS_MAX_VALUES * sizeof *values);
    s->run = &r;
    bool ok = process_values(s, x, v->env, values);
    s->run = outer;
    for (uint32_t i = 0; i < x->value_count; i++)
        known[i] = ok && !expr_any(x->values[i], is_unknown, &(looking){x, v->known});
}

// The events of a set; what is hidden for certain, or all that may be meant.
static void add_set(gathering *g, const process *x, const known_values *v, bool certain,
                    event_list *out)
{
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES];
    process_known(g->s, x, v, values, known);
    for (uint32_t i = 0; i < x->set_count; i++) {
        const process_event *e = &x->set[i];
        bool all = true;
        for (uint32_t k = 0; k < e->value_count; k++)
            all &= known[e->first + k];
        if (all || !certain)
            event_list_add(out, e->number, false, x->types + e->first, values + e->first,
                           known + e->first, e->value_count);
    }
}

static void gather_definition(gathering *g, uint32_t which, const known_values *v)
{
    const process_definition *d = g->s->t->a->list[which];
    if (d->alphabet)
        add_set(g, d->alphabet, v, false, g->out);
    else
        gather(g, d->body, v);
}

static void append_all(event_list *out, const event_list *events)
{
    for (uint32_t at = 0; at < events->length; at += pattern_length(events->words + at))
        event_list_append(out, events->words + at);
}

static void gather_call(gathering *g, const process *x, const known_values *v)
{
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES];
    met_call f = {.definition = x->target};
    process_known(g->s, x, v, values, known);
    for (uint32_t i = 0; i < x->value_count; i++)
        if (known[i]) {
            f.at.env[i] = values[i];
            f.at.known |= UINT64_C(1) << i;
        }
    for (size_t i = 0; i < g->call_count; i++) {
        const met_call *c = &g->calls[i];
        if (c->definition == f.definition && c->at.known == f.at.known &&
            memcmp(c->at.env, f.at.env, sizeof f.at.env) == 0) {
            append_all(g->out, &c->events);
            return;
        }
    }
    if (g->call_count == MOST_CALLED) {
        g->failed = true;
        stepper_fail(g->s, PROBLEM_ALPHABET, g->s->t->a->list[x->target]->at);
        return;
    }
    MEMORY_GROW(g->calls, g->call_capacity, g->call_count + 1);
    g->calls[g->call_count++] = f;
    if (!g->apart)
        gather_definition(g, f.definition, &f.at);
}

// An index whose bounds are not known may be anything.
static void gather_indexed(gathering *g, const process *x, const known_values *v)
{
    known_values inner = *v;
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES] = {false};
    int64_t low, high;
    if (!x->index_typed)
        process_known(g->s, x, v, values, known);
    if (!x->index_typed && !(known[0] && known[1])) {
        inner.known &= ~(UINT64_C(1) << x->index_slot);
        gather(g, x->parts[0], &inner);
        return;
    }
    inner.known |= UINT64_C(1) << x->index_slot;
    if (!process_range(g->s, x, v->env, &low, &high)) {
        g->failed = true;
        return;
    }
    for (int64_t k = low; k <= high && !g->failed; k++) {
        inner.env[x->index_slot] = (int32_t)k;
        gather(g, x->parts[0], &inner);
    }
}

static void gather_parts(gathering *g, const process *x, const known_values *v)
{
    known_values inner = *v;
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES] = {false};
    if (x->index) {
        gather_indexed(g, x, v);
        return;
    }
    for (uint32_t i = 0; x->kind == PROCESS_RECEIVE && i < x->value_count; i++)
        if (x->binds[i])
            inner.known &= ~(UINT64_C(1) << x->bound[i]);
    // A condition that is known has been decided.
    if (x->kind == PROCESS_IF || x->kind == PROCESS_GUARD)
        process_known(g->s, x, v, values, known);
    for (uint32_t i = 0; i < x->part_count && !g->failed; i++)
        if (!known[0] || (i == 0) == (values[0] != 0))
            gather(g, x->parts[i], &inner);
}

// What the part can do, but for what is hidden; or under its other name.
static void gather_changed(gathering *g, const process *x, const known_values *v)
{
    event_list inner = {0}, hidden = {0}, *outer = g->out;
    g->changes = true;
    g->out = &inner;
    gather_parts(g, x, v);
    g->out = outer;
    if (x->kind == PROCESS_HIDE)
        add_set(g, x, v, true, &hidden);
    for (uint32_t at = 0; at < inner.length; at += pattern_length(inner.words + at)) {
        uint32_t *p = inner.words + at, name = p[0];
        bool gone = false;
        for (uint32_t h = 0; h < hidden.length; h += pattern_length(hidden.words + h))
            gone |= pattern_covers(hidden.words + h, p);
        for (uint32_t i = 0; x->kind == PROCESS_RENAME && i < x->set_count; i++)
            if (x->set[i].number == name) {
                gone = true;
                p[0] = x->to[i].number;
                event_list_append(outer, p);
                p[0] = name;
            }
        if (!gone)
            event_list_append(outer, p);
    }
    event_list_fini(&inner);
    event_list_fini(&hidden);
}

static void gather(gathering *g, const process *x, const known_values *v)
{
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES];
    if (x->kind == PROCESS_CALL) {
        gather_call(g, x, v);
        return;
    }
    if (x->kind == PROCESS_HIDE || x->kind == PROCESS_RENAME) {
        gather_changed(g, x, v);
        return;
    }
    if (x->kind == PROCESS_EVENT && x->target != UINT32_MAX) {
        process_known(g->s, x, v, values, known);
        event_list_add(g->out, x->target, true, x->types, values, known, x->value_count);
    }
    gather_parts(g, x, v);
}

// Until no call gets further events. Those called stand behind those that call them, and go first.
static void solve(gathering *g, const process *x, const known_values *v)
{
    event_list *out = g->out;
    for (bool grown = true; grown && !g->failed;) {
        size_t before = g->call_count;
        grown = false;
        out->length = 0;
        gather(g, x, v);
        for (size_t i = g->call_count; i-- > 0 && !g->failed;) {
            met_call c = g->calls[i];
            event_list events = {0};
            g->out = &events;
            gather_definition(g, c.definition, &c.at);
            grown |= events.length > c.events.length;
            event_list_fini(&c.events);
            g->calls[i].events = events;
        }
        g->out = out;
        grown |= g->call_count > before;
    }
}

static void forget_calls(gathering *g)
{
    for (size_t i = 0; i < g->call_count; i++)
        event_list_fini(&g->calls[i].events);
    g->call_count = 0;
}

uint32_t process_alphabet_of(stepper *s, const process *x, const int32_t *env)
{
    event_list l = {0};
    gathering g = {.s = s, .out = &l};
    known_values v = {.known = UINT64_MAX};
    memcpy(v.env, env, sizeof v.env);
    gather(&g, x, &v);
    if (g.changes && !g.failed) {
        forget_calls(&g);
        g.apart = true;
        solve(&g, x, &v);
    }
    forget_calls(&g);
    free(g.calls);
    if (!g.failed)
        return put_set(s, &l);
    event_list_fini(&l);
    return TERM_NONE;
}
