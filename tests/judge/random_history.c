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

enum { MOST_PROCESSES = 8, MOST_BYTES = 16 * 64 };

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
    const lp_sync *sync = &spec->syncs[s];
    uint32_t size = sync->count + (uint32_t)rng_below(o->r, lp_sync_most(sync) - sync->count + 1);
    if (size > count)
        size = sync->count; // more than there are threads
    client *who[LP_MAX_ARITY] = {0};
    for (uint32_t place = 0; place < size; place++) {
        uint32_t shift = (uint32_t)rng_below(o->r, count);
        for (uint32_t i = 0; i < count && !who[place]; i++) {
            client *c = &clients[(i + shift) % count];
            bool fits = c->phase == OPEN && methods[c->op] == lp_sync_method(sync, place);
            for (uint32_t k = 0; k < place; k++)
                fits &= who[k] != c;
            if (fits)
                who[place] = c;
        }
        if (!who[place])
            return;
    }
    take_effect(o, h, methods, who, s, size);
}

// Up to three reads and writes of the registers 0 and 1. Some reads say what they expect.
static lp_value random_transaction(rng *r, lp_pool *pool, int64_t values)
{
    lp_value ops[3];
    size_t n = rng_below(r, 4);
    for (size_t i = 0; i < n; i++) {
        bool reads = rng_below(r, 2), says = !reads || rng_below(r, 8) == 0;
        lp_value value = says ? lp_int(1 + (int64_t)rng_below(r, (uint64_t)values)) : LP_NIL;
        lp_value op[3] = {lp_string(pool, reads ? "r" : "w", 1), lp_int((int64_t)rng_below(r, 2)),
                          value};
        ops[i] = lp_vector(pool, op, 3);
    }
    return lp_vector(pool, ops, n);
}

// The first of several arguments is a key or an index, so 0 is among them; the
// last may be a string, which can be joined with others.
static lp_value random_argument(rng *r, lp_pool *pool, const lp_spec_method *m,
                                const random_shape *shape, bool strings)
{
    lp_value args[LP_MAX_ARITY];
    uint64_t values = (uint64_t)shape->values;
    for (int i = 0; i < m->args; i++)
        args[i] = i == 0 && m->args > 1 ? lp_int((int64_t)rng_below(r, values + 1))
                                        : lp_int(1 + (int64_t)rng_below(r, values));
    if (shape->signs && m->args == 1 && rng_below(r, 2))
        args[0] = lp_int(-lp_to_int(args[0]));
    if (strings && m->args > 1)
        args[m->args - 1] = lp_string(pool, "ab", rng_below(r, 3));
    return m->args == 0 ? LP_NIL : m->args == 1 ? args[0] : lp_vector(pool, args, (size_t)m->args);
}

static lp_value other_result(rng *r, lp_pool *pool, lp_value old, int64_t values)
{
    int64_t v = (int64_t)rng_below(r, (uint64_t)values + 1);
    lp_value other = v ? lp_int(v) : LP_NIL;
    size_t n;
    const lp_value *items = lp_items(pool, old, &n);
    if (old.kind == LP_KIND_BOOL)
        return lp_bool(!old.bits);
    if (old.kind != LP_KIND_VECTOR || n == 0)
        return other;
    lp_value *changed = memory_copy(items, n * sizeof *changed);
    changed[rng_below(r, n)] = other;
    lp_value vector = lp_vector(pool, changed, n);
    free(changed);
    return vector;
}

// A transaction returns its operations again: what it read may be wrong, nothing else.
static lp_value other_reads(rng *r, lp_pool *pool, lp_value old, int64_t values)
{
    size_t n, m;
    const lp_value *items = lp_items(pool, old, &n);
    lp_value *changed = memory_copy(items, n * sizeof *changed);
    for (size_t i = 0; i < n; i++) {
        const lp_value *inner = lp_items(pool, items[i], &m);
        int64_t v = (int64_t)rng_below(r, (uint64_t)values + 1);
        lp_value op[3] = {inner[0], inner[1], v ? lp_int(v) : LP_NIL};
        if (lp_string_bytes(pool, op[0], NULL)[0] == 'r')
            changed[i] = lp_vector(pool, op, 3);
        items = lp_items(pool, old, &n);
    }
    lp_value vector = lp_vector(pool, changed, n);
    free(changed);
    return vector;
}

// Would a call be allowed if nothing happened before it took effect?
static bool allowed_now(object *o, const lp_call *call)
{
    o->step.state = o->state;
    o->step.state_size = o->size;
    o->step.sync = call->method;
    o->step.count = 1;
    o->step.calls = call;
    o->emitted = 0;
    o->step.spec->step(&o->step);
    return o->emitted > 0;
}

// A method that some synchronisation still lacks, or any.
static uint32_t lacking_method(rng *r, const lp_history *h, const uint32_t *methods,
                               const lp_spec *spec, const client *clients)
{
    const lp_sync *sync = &spec->syncs[rng_below(r, spec->sync_count)];
    uint32_t there[LP_MAX_METHODS] = {0};
    for (uint32_t i = 0; i < MOST_PROCESSES && h->op_count; i++)
        if (clients[i].phase == OPEN)
            there[methods[clients[i].op]]++;
    for (uint32_t i = 0; i < sync->count; i++) {
        uint32_t method = sync->methods[i];
        if (there[method] == 0)
            return method;
        there[method]--;
    }
    return (uint32_t)rng_below(r, spec_method_count(spec));
}

static bool refused(const lp_spec *spec, const lp_pool *pool, const lp_call *call)
{
    return spec->refuse && spec->refuse(spec, pool, call->method, call->arg, NULL);
}

// A random call; most often one that makes sense: few processes unlock what they
// do not hold. Never one that nobody could mean.
static lp_call random_call(rng *r, object *o, const random_shape *shape, bool strings,
                           int64_t process, uint32_t lacking)
{
    const lp_spec *spec = o->step.spec;
    lp_call call = {0};
    for (int tries = 0; tries < 5 || refused(spec, o->step.pool, &call); tries++) {
        uint32_t method = (uint32_t)rng_below(r, spec_method_count(spec));
        if (spec->syncs && rng_below(r, 4))
            method = lacking;
        call = (lp_call){method, process,
                         random_argument(r, o->step.pool, &spec->methods[method], shape, strings)};
        if (spec_is(spec, "multi-register") && method == 0)
            call.arg = random_transaction(r, o->step.pool, shape->values);
        strings &= !refused(spec, o->step.pool, &call);
        if (!refused(spec, o->step.pool, &call) && (spec->syncs || allowed_now(o, &call)))
            break;
    }
    return call;
}

// Some operation that returns something now returns something else: by chance
// what another operation of its kind returned.
static void change_result(rng *r, lp_history *h, const lp_spec *spec, const uint32_t *m,
                          int64_t values)
{
    uint32_t shift = (uint32_t)rng_below(r, h->op_count);
    uint32_t from = (uint32_t)rng_below(r, h->op_count);
    for (uint32_t i = 0; i < h->op_count; i++) {
        uint32_t n = (i + shift) % h->op_count;
        lp_op *op = &h->ops[n];
        if (lp_op_pending(op) || spec->methods[m[n]].returns_nothing)
            continue;
        if (spec_is(spec, "multi-register") && m[n] == 0)
            op->result = other_reads(r, h->pool, op->result, values);
        else if (m[from] == m[n] && !lp_op_pending(&h->ops[from]) &&
                 !lp_value_equal(h->ops[from].result, op->result))
            op->result = h->ops[from].result;
        else
            op->result = other_result(r, h->pool, op->result, values);
        return;
    }
}

// An operation is lost, as if nobody had recorded it.
static lp_history *lose(rng *r, lp_history *h, uint32_t *m)
{
    uint32_t lost = (uint32_t)rng_below(r, h->op_count);
    bool *keep = memory_new(h->op_count, sizeof *keep);
    for (uint32_t i = 0; i < h->op_count; i++)
        keep[i] = i != lost;
    lp_history *rest = lp_history_select(h, keep);
    memmove(m + lost, m + lost + 1, (h->op_count - lost - 1) * sizeof *m);
    lp_history_free(h);
    free(keep);
    return rest;
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
    uint32_t *m = memory_new((size_t)shape->ops + 1, sizeof *m);
    object *o = memory_new(1, sizeof *o);
    o->step = (lp_step){.spec = spec, .pool = pool, .emit = emit};
    o->r = r;
    spec->initial(spec, &o->step);
    memcpy(o->state, o->chosen, o->chosen_size);
    o->size = o->chosen_size;

    bool strings = rng_below(r, 4) == 0;
    client clients[MOST_PROCESSES] = {0};
    uint32_t processes = 1 + (uint32_t)rng_below(r, shape->processes);
    // Half of all histories are nearly as long as may be: short ones seldom violate.
    uint32_t ops = 1 + (uint32_t)rng_below(r, shape->ops);
    if (rng_below(r, 2))
        ops = shape->ops - (uint32_t)rng_below(r, 2) * (shape->ops > 1);
    for (int moves = 0; moves < 400; moves++) {
        client *c = &clients[rng_below(r, processes)];
        if (c->phase == IDLE && h->op_count < ops) {
            uint32_t lacking = spec->syncs ? lacking_method(r, h, m, spec, clients) : 0;
            lp_call call = random_call(r, o, shape, strings, c - clients, lacking);
            const char *name = spec->methods[call.method].name;
            c->op = lp_history_call(h, c - clients, lp_string(pool, name, strlen(name)), call.arg);
            m[c->op] = call.method;
            c->phase = OPEN;
        } else if (c->phase == OPEN) {
            // Who waits for others is here often, and should not get stuck each time.
            if (rng_below(r, spec->syncs ? 400 : 100) < shape->pending_percent)
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
    for (int i = 0; i < 2; i++)
        if (rng_below(r, 100) < shape->change_percent)
            change_result(r, h, spec, m, shape->values);
    if (rng_below(r, 100) < shape->change_percent && h->op_count > 1)
        h = lose(r, h, m);
    if (rng_below(r, 100) < shape->change_percent)
        tighten(r, h);
    free(o);
    *methods = m;
    return h;
}
