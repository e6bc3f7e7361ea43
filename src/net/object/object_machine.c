// SPDX-License-Identifier: MIT
// lp_machine: the object of a spec, as a state machine. All replicas take the same outcome of each
// operation (spec_outcome.h), so objects that have carried out the same operations are the same.
//
// A state is a list of values without strings and lists, which replicable.h has made sure of, so its
// words mean the same in every process, and the pool holds only what steps leave behind in it.

#include "base/error.h"
#include "base/memory.h"
#include "net/wire/bytes.h"
#include "spec/registry.h"
#include "spec/spec_get.h"
#include "spec/spec_outcome.h"

#include <linchpin/node.h>

#include <stdlib.h>
#include <string.h>

enum { POOL_LASTS = 4096, STATE_MOST = 1 << 30 }; // steps; bytes

struct lp_object {
    const lp_machine_type *type;
    const lp_spec *spec;
    lp_pool *pool;
    unsigned steps; // since the pool is there
    spec_outcome now, next;
};

void lp_machine_begin(lp_machine *m, const lp_machine_type *type)
{
    error e = {0};
    struct lp_object *o = memory_new(1, sizeof *o);
    o->type = type;
    o->pool = lp_pool_new();
    o->spec = spec_get(type->spec, NULL, &e);
    if (!o->spec)
        lp_fail(type->spec, "this library has no such spec");
    spec_outcome_initial(o->spec, o->pool, &o->now);
    *m = (lp_machine){.inside = o};
}

void lp_machine_end(lp_machine *m)
{
    struct lp_object *o = m->inside;
    if (o) {
        spec_outcome_fini(&o->now);
        spec_outcome_fini(&o->next);
        lp_pool_free(o->pool);
        spec_release(o->spec);
        free(o);
    }
    *m = (lp_machine){0};
}

// The outcome of x is o->next then.
static void step(struct lp_object *o, lp_id x)
{
    const lp_machine_type *type = o->type;
    unsigned which = lp_id_supply(x) - type->first; // one that is below wraps
    uint32_t method =
        which < type->count ? spec_own_method(o->spec, type->methods[which]) : UINT32_MAX;
    if (method == UINT32_MAX)
        lp_fail(type->spec, "a machine was given what is none of its operations");
    if (++o->steps == POOL_LASTS) {
        lp_pool_free(o->pool);
        o->pool = lp_pool_new();
        o->steps = 0;
    }
    const lp_value both[] = {lp_int(lp_first(x.value)), lp_int(lp_second(x.value))};
    int args = o->spec->methods[method].args;
    lp_value arg = args == 0 ? LP_NIL : args == 1 ? lp_int(x.value) : lp_vector(o->pool, both, 2);
    spec_outcome_of(o->spec, o->pool, o->now.state, o->now.size, method, arg, &o->next);
    if (!o->next.any)
        lp_fail(type->spec, "a method that is replicated has no result");
}

lp_answer lp_machine_answer(const lp_machine *m, lp_id x)
{
    step(m->inside, x);
    return (lp_answer){m->last, m->past, m->inside->next.result};
}

void lp_machine_apply(lp_machine *m, lp_id x)
{
    struct lp_object *o = m->inside;
    step(o, x);
    spec_outcome before = o->now;
    o->now = o->next;
    o->next = before;
    m->past = lp_past(m->past, x);
    m->last = x;
}

void lp_put_machine(lp_bytes *to, const lp_machine *m)
{
    const spec_outcome *now = &m->inside->now;
    lp_put_id(to, m->last);
    lp_put_int(to, (int64_t)m->past);
    lp_put_int(to, (int64_t)now->size);
    for (size_t at = 0; at < now->size; at += sizeof(int64_t)) {
        int64_t word = 0;
        size_t rest = now->size - at;
        memcpy(&word, now->state + at, rest < sizeof word ? rest : sizeof word);
        lp_put_int(to, word);
    }
}

void lp_get_machine(lp_bytes *from, lp_machine *m)
{
    struct lp_object *o = m->inside;
    m->last = lp_get_id_among_or_none(from, o->type->first, o->type->first + o->type->count - 1);
    m->past = (uint64_t)lp_get_int(from, INT64_MIN, INT64_MAX);
    size_t size = (size_t)lp_get_int(from, 0, STATE_MOST);
    if (size > 8 * from->length) // each word takes at least a byte
        from->bad = true;
    o->now.size = 0;
    for (size_t at = 0; at < size && !from->bad; at += sizeof(int64_t)) {
        int64_t word = lp_get_int(from, INT64_MIN, INT64_MAX);
        size_t rest = size - at < sizeof word ? size - at : sizeof word;
        MEMORY_GROW(o->now.state, o->now.capacity, at + sizeof word);
        memcpy(o->now.state + at, &word, rest);
        o->now.size = at + rest;
    }
}

void lp_put_answer(lp_bytes *to, lp_answer a)
{
    lp_put_id(to, a.before);
    lp_put_int(to, (int64_t)a.past);
    lp_put_int(to, (int64_t)a.result.kind);
    lp_put_int(to, a.result.bits);
}

lp_answer lp_get_answer(lp_bytes *from, unsigned first, unsigned last)
{
    lp_answer a = {.before = lp_get_id_among_or_none(from, first, last)};
    a.past = (uint64_t)lp_get_int(from, INT64_MIN, INT64_MAX);
    a.result.kind = (uint64_t)lp_get_int(from, LP_KIND_NIL, LP_KIND_INT);
    a.result.bits = lp_get_int(from, INT64_MIN, INT64_MAX);
    bool none = a.result.kind == LP_KIND_NIL || a.result.kind == LP_KIND_UNIT;
    if ((none && a.result.bits) || (a.result.kind == LP_KIND_BOOL && a.result.bits >> 1))
        from->bad = true;
    return a;
}
