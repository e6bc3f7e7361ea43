// SPDX-License-Identifier: MIT
// Sets of events, and alphabets. A part of a parallel composition has to take part in the events of its
// alphabet. That is what is declared; or all events that stand in the process and in those it calls,
// with the values that are known when the composition begins, and any others where a value is not known.

#include "base/memory.h"
#include "model/process/term_making.h"
#include "model/syntax/ast_walk.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CALLED = 1000 };

// A process with the values of some of its variables.
typedef struct known_values {
    int32_t env[MODEL_MAX_NAMES];
    uint64_t known;
} known_values;

// A call that was followed: the definition, and its arguments.
typedef struct followed {
    uint32_t definition;
    known_values at;
} followed;

typedef struct gathering {
    stepper *s;
    event_list *out;
    followed *done;
    size_t done_count, done_capacity;
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
        stepper_fail(s, PROBLEM_TERMS, s->t->a->list[0]->at);
    return set;
}

static bool add_set(stepper *s, const process *x, const int32_t *env, event_list *out)
{
    int32_t values[PROCESS_MAX_VALUES];
    if (!process_values(s, x, env, values))
        return false;
    for (uint32_t i = 0; i < x->set_count; i++) {
        const process_event *e = &x->set[i];
        event_list_add(out, e->number, false, x->types + e->first, values + e->first, NULL,
                       e->value_count);
    }
    return true;
}

uint32_t event_set_make(stepper *s, const process *x, const int32_t *env)
{
    event_list l = {0};
    if (add_set(s, x, env, &l))
        return put_set(s, &l);
    event_list_fini(&l);
    return TERM_NONE;
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

// Values that depend on what is not known, or cannot be evaluated, may be any.
static void find_values(gathering *g, const process *x, const known_values *v, int32_t *values,
                        bool *known)
{
    run r = {0}, *outer = g->s->run;
    memset(values, 0, PROCESS_MAX_VALUES * sizeof *values);
    g->s->run = &r;
    bool ok = process_values(g->s, x, v->env, values);
    g->s->run = outer;
    for (uint32_t i = 0; i < x->value_count; i++)
        known[i] = ok && !expr_any(x->values[i], is_unknown, &(looking){x, v->known});
}

static void gather_call(gathering *g, const process *x, const known_values *v)
{
    const process_definition *d = g->s->t->a->list[x->target];
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES];
    followed f = {.definition = x->target};
    find_values(g, x, v, values, known);
    for (uint32_t i = 0; i < x->value_count; i++)
        if (known[i]) {
            f.at.env[i] = values[i];
            f.at.known |= UINT64_C(1) << i;
        }
    for (size_t i = 0; i < g->done_count; i++)
        if (g->done[i].definition == f.definition && g->done[i].at.known == f.at.known &&
            memcmp(g->done[i].at.env, f.at.env, sizeof f.at.env) == 0)
            return;
    if (g->done_count == MOST_CALLED) {
        g->failed = true;
        stepper_fail(g->s, PROBLEM_ALPHABET, d->at);
        return;
    }
    MEMORY_GROW(g->done, g->done_capacity, g->done_count + 1);
    g->done[g->done_count++] = f;
    if (!d->alphabet)
        gather(g, d->body, &f.at);
    else if (!add_set(g->s, d->alphabet, f.at.env, g->out))
        g->failed = true;
}

static void gather_parts(gathering *g, const process *x, const known_values *v)
{
    known_values inner = *v;
    int64_t low, high;
    for (uint32_t i = 0; x->kind == PROCESS_RECEIVE && i < x->value_count; i++)
        if (x->binds[i])
            inner.known &= ~(UINT64_C(1) << x->bound[i]);
    if (!x->index) {
        for (uint32_t i = 0; i < x->part_count && !g->failed; i++)
            gather(g, x->parts[i], &inner);
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

// What the part can do, but for what is hidden; or under its other name.
static void gather_changed(gathering *g, const process *x, const known_values *v)
{
    event_list inner = {0}, hidden = {0}, *outer = g->out;
    g->out = &inner;
    gather_parts(g, x, v);
    g->out = outer;
    if (x->kind == PROCESS_HIDE && !g->failed)
        g->failed = !add_set(g->s, x, v->env, &hidden);
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
        find_values(g, x, v, values, known);
        event_list_add(g->out, x->target, true, x->types, values, known, x->value_count);
    }
    gather_parts(g, x, v);
}

uint32_t process_alphabet_of(stepper *s, const process *x, const int32_t *env)
{
    event_list l = {0};
    gathering g = {.s = s, .out = &l};
    known_values v = {.known = UINT64_MAX};
    memcpy(v.env, env, sizeof v.env);
    gather(&g, x, &v);
    free(g.done);
    if (!g.failed)
        return put_set(s, &l);
    event_list_fini(&l);
    return TERM_NONE;
}
