// SPDX-License-Identifier: MIT
// Random small histories: see random_history.h. An honest object is simulated:
// operations are called, take effect at a random later moment by a random step
// of the spec, and return later still. Synchronisations wait until all that
// take part are open.

#include "judge/random_history.h"

#include "base/memory.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPS = 16, MOST_PROCESSES = 8, MOST_BYTES = 16 * 64 };

typedef struct object {
    lp_step step;
    rng *r;
    _Alignas(16) char state[MOST_BYTES];
    size_t size;
    _Alignas(16) char chosen[MOST_BYTES]; // one of those emitted, each as likely
    size_t chosen_size;
    lp_value results[LP_MAX_ARITY];
    uint32_t emitted;
} object;

static void emit(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    object *o = (object *)s;
    if (size > MOST_BYTES || rng_below(o->r, ++o->emitted) != 0)
        return;
    if (size)
        memcpy(o->chosen, next, size);
    o->chosen_size = size;
    for (uint32_t i = 0; results && i < s->count; i++)
        o->results[i] = results[i];
}

typedef struct client {
    enum { IDLE, OPEN, EFFECTED, STUCK } phase;
    uint32_t op;
    lp_value result;
} client;

static bool take_effect(object *o, const lp_history *h, const uint32_t *methods, client **who,
                        uint32_t sync, uint32_t count)
{
    lp_call calls[LP_MAX_ARITY];
    for (uint32_t i = 0; i < count; i++) {
        const lp_op *op = &h->ops[who[i]->op];
        calls[i] = (lp_call){methods[who[i]->op], op->process, op->arg};
    }
    o->step.state = o->state;
    o->step.state_size = o->size;
    o->step.sync = sync;
    o->step.count = count;
    o->step.calls = calls;
    o->emitted = 0;
    o->step.spec->step(&o->step);
    if (!o->emitted)
        return false;
    memcpy(o->state, o->chosen, o->chosen_size);
    o->size = o->chosen_size;
    for (uint32_t i = 0; i < count; i++) {
        who[i]->phase = EFFECTED;
        who[i]->result = o->results[i];
    }
    return true;
}

// An open client, by chance with others it can synchronise with, takes effect.
static void some_effect(object *o, const lp_history *h, const uint32_t *methods, client *clients,
                        uint32_t count, client *first)
{
    const lp_spec *spec = o->step.spec;
    if (!spec->syncs) {
        take_effect(o, h, methods, &first, methods[first->op], 1);
        return;
    }
    uint32_t s = (uint32_t)rng_below(o->r, spec->sync_count);
    client *who[LP_MAX_ARITY] = {0};
    for (uint32_t place = 0; place < spec->syncs[s].count; place++) {
        uint32_t shift = (uint32_t)rng_below(o->r, count);
        for (uint32_t i = 0; i < count && !who[place]; i++) {
            client *c = &clients[(i + shift) % count];
            bool fits = c->phase == OPEN && methods[c->op] == spec->syncs[s].methods[place];
            for (uint32_t k = 0; k < place; k++)
                fits &= who[k] != c;
            if (fits)
                who[place] = c;
        }
        if (!who[place])
            return;
    }
    take_effect(o, h, methods, who, s, spec->syncs[s].count);
}

static lp_value random_argument(rng *r, lp_pool *pool, const lp_spec_method *m, int64_t values)
{
    lp_value args[LP_MAX_ARITY];
    for (int i = 0; i < m->args; i++)
        args[i] = lp_int(1 + (int64_t)rng_below(r, (uint64_t)values));
    return m->args == 0 ? LP_NIL : m->args == 1 ? args[0] : lp_vector(pool, args, (size_t)m->args);
}

// Some operation that returns something now returns something else.
static void change_result(rng *r, lp_history *h, const lp_spec *spec, const uint32_t *m,
                          int64_t values)
{
    uint32_t shift = (uint32_t)rng_below(r, h->op_count);
    for (uint32_t i = 0; i < h->op_count; i++) {
        uint32_t n = (i + shift) % h->op_count;
        lp_op *op = &h->ops[n];
        if (lp_op_pending(op) || spec->methods[m[n]].returns_nothing)
            continue;
        int64_t v = (int64_t)rng_below(r, (uint64_t)values + 1);
        if (op->result.kind == LP_KIND_BOOL)
            op->result = lp_bool(!op->result.bits);
        else if (op->result.kind == LP_KIND_INT || lp_is_nil(op->result))
            op->result = v ? lp_int(v) : LP_NIL;
        return;
    }
}

// Some calls move past the return that follows them: less overlaps.
static void tighten(rng *r, lp_history *h)
{
    for (uint32_t i = 0; i + 1 < h->event_count; i++) {
        lp_event *a = &h->events[i], *b = &h->events[i + 1];
        if (a->is_return || !b->is_return || a->op == b->op || rng_below(r, 2))
            continue;
        lp_event swap = *a;
        *a = *b;
        *b = swap;
        h->ops[a->op].ret = i;
        h->ops[b->op].call = i + 1;
    }
}

lp_history *random_history(rng *r, lp_pool *pool, const lp_spec *spec, const random_shape *shape,
                           uint32_t **methods)
{
    lp_history *h = lp_history_new(pool);
    uint32_t *m = memory_new(MOST_OPS, sizeof *m);
    object *o = memory_new(1, sizeof *o);
    o->step = (lp_step){.spec = spec, .pool = pool, .emit = emit};
    o->r = r;
    spec->initial(spec, &o->step);
    memcpy(o->state, o->chosen, o->chosen_size);
    o->size = o->chosen_size;

    client clients[MOST_PROCESSES] = {0};
    uint32_t processes = 1 + (uint32_t)rng_below(r, shape->processes);
    uint32_t ops = 1 + (uint32_t)rng_below(r, shape->ops);
    for (int moves = 0; moves < 400; moves++) {
        client *c = &clients[rng_below(r, processes)];
        if (c->phase == IDLE && h->op_count < ops) {
            uint32_t method = (uint32_t)rng_below(r, spec_method_count(spec));
            const lp_spec_method *sm = &spec->methods[method];
            c->op = lp_history_call(h, c - clients, lp_string(pool, sm->name, strlen(sm->name)),
                                    random_argument(r, pool, sm, shape->values));
            m[c->op] = method;
            c->phase = OPEN;
        } else if (c->phase == OPEN) {
            if (rng_below(r, 100) < shape->pending_percent)
                c->phase = STUCK;
            else
                some_effect(o, h, m, clients, processes, c);
        } else if (c->phase == EFFECTED) {
            if (rng_below(r, 100) < shape->pending_percent) {
                c->phase = STUCK;
            } else {
                lp_history_return(h, c->op, c->result);
                c->phase = IDLE;
            }
        }
    }
    if (rng_below(r, 100) < shape->change_percent)
        change_result(r, h, spec, m, shape->values);
    if (rng_below(r, 100) < shape->change_percent)
        tighten(r, h);
    free(o);
    *methods = m;
    return h;
}
