// SPDX-License-Identifier: MIT
// What all front ends share: see transition_system.h.

#include "verify/system/transition_system.h"

#include "base/memory.h"
#include "verify/front/front_ends.h"

#include <stdlib.h>
#include <string.h>

// Every idle thread tries them all in every state.
enum { MAX_CALLS = 100000 };

lp_value system_value(const transition_system *s, type t, int32_t cell)
{
    if (t.optional && cell == CELL_NONE)
        return LP_NIL;
    if (t.kind == TYPE_ENUM) {
        const char *name = s->m->enums[t.record]->items[cell];
        return lp_string(s->pool, name, strlen(name));
    }
    return t.kind == TYPE_BOOL ? lp_bool(cell != 0) : lp_int(cell);
}

lp_value system_result(const transition_system *s, uint32_t which, const int32_t *cells)
{
    type t = s->p->object->methods[which]->result;
    if (t.kind == TYPE_UNIT)
        return LP_UNIT;
    if (t.kind != TYPE_TUPLE)
        return system_value(s, t, cells[0]);
    lp_value parts[MODEL_MAX_PARTS];
    for (uint32_t i = 0; i < t.part_count; i++)
        parts[i] = system_value(s, t.parts[i], cells[i]);
    return lp_vector(s->pool, parts, t.part_count);
}

static lp_value history_arg(transition_system *s, const method *m, const int32_t *args)
{
    lp_value values[MODEL_MAX_ARGS];
    for (uint32_t i = 0; i < m->param_count; i++)
        values[i] = system_value(s, m->locals[i].type, args[i]);
    if (m->param_count == 0)
        return LP_NIL;
    return m->param_count == 1 ? values[0] : lp_vector(s->pool, values, m->param_count);
}

void system_offer(transition_system *s, label_kind kind, uint32_t which, const int32_t *args)
{
    MEMORY_GROW(s->offers, s->offer_capacity, s->offer_count + 1);
    offer *o = &s->offers[s->offer_count++];
    const routine *r = &s->p->routines[which];
    *o = (offer){.kind = kind, .method = which, .shares = r->call_shares};
    memcpy(o->args, args, r->method->param_count * sizeof *args);
    o->arg = history_arg(s, r->method, args);
}

// Which values a parameter takes. A range of its own goes first.
static void values_of(const transition_system *s, type t, const system_options *o, int32_t *low,
                      int32_t *high)
{
    *low = t.kind != TYPE_INT ? 0 : (int32_t)(t.ranged ? t.low : o->low);
    *high = t.kind == TYPE_BOOL   ? 1
            : t.kind == TYPE_ENUM ? (int32_t)s->m->enums[t.record]->item_count - 1
                                  : (int32_t)(t.ranged ? t.high : o->high);
}

bool system_offer_all(transition_system *s, label_kind kind, const instance *v,
                      const system_options *o, error *e)
{
    for (uint32_t k = 0; k < s->p->routine_count; k++) {
        const method *m = s->p->object->methods[k];
        int32_t args[MODEL_MAX_ARGS] = {0}, low[MODEL_MAX_ARGS] = {0}, high[MODEL_MAX_ARGS] = {0};
        for (uint32_t i = 0; i < m->param_count; i++) {
            type t = m->locals[i].type;
            if (t.kind == TYPE_INT && !t.ranged && !o->has_range)
                return source_error(&s->m->source, e, v->at, "write for example: int 0..1;",
                                    "which ints may %s be %s with?", m->name,
                                    kind == LABEL_ACTION ? "taken" : "called");
            values_of(s, t, o, &low[i], &high[i]);
            args[i] = low[i];
        }
        uint64_t ways = 1;
        for (uint32_t i = 0; i < m->param_count; i++)
            if (ways <= MAX_CALLS)
                ways *= (uint64_t)((int64_t)high[i] - low[i]) + 1;
        if (s->offer_count + ways > MAX_CALLS)
            return source_error(&s->m->source, e, v->at, "fewer ints, for example: int 0..1;",
                                "there are more than %d ways to %s of %s", MAX_CALLS,
                                kind == LABEL_ACTION ? "take the actions" : "call the methods",
                                s->p->object->name);
        for (uint32_t i = 0;;) {
            system_offer(s, kind, k, args);
            for (i = 0; i < m->param_count && args[i] == high[i]; i++)
                args[i] = low[i];
            if (i == m->param_count)
                break;
            args[i]++;
        }
    }
    return true;
}

bool system_init(transition_system *s, const model *m, const instance *v, const system_options *o,
                 lp_pool *pool, error *e)
{
    *s = (transition_system){.m = m, .pool = pool, .front = front_of(v->subject)};
    program_options shape = {.threads = o->threads,
                             .nodes = o->nodes,
                             .items = o->items,
                             .reuse = o->reuse,
                             .clear = o->clear};
    s->p = program_new(m, v->subject, &shape);
    s->returns = memory_new(s->p->pc_count + 2, sizeof *s->returns);
    if (s->front->declare(s, v, o, e) && compiled_init(&s->c, s->p, o->cc, o->limits, e))
        return true;
    system_fini(s);
    return false;
}

void system_fini(transition_system *s)
{
    compiled_fini(&s->c);
    program_free(s->p);
    if (s->context)
        s->front->release(s->context);
    free(s->offers);
    free(s->returns);
    *s = (transition_system){0};
}

void system_start(const transition_system *s, int32_t *cells, run *r)
{
    memset(cells, 0, s->p->layout.cells * sizeof *cells);
    *r = (run){0};
    s->c.init(cells, r);
}

static void note(move *m, const run *r)
{
    m->lin = r->lin;
    m->lins = r->lins;
    m->used = r->used;
    memcpy(m->choice, r->choice, r->used * sizeof *m->choice);
}

void system_do(const transition_system *s, int32_t *cells, move *m, run *r)
{
    s->front->make(s, cells, m, r, false);
    note(m, r);
}

void system_interpret(const transition_system *s, int32_t *cells, move *m, run *r)
{
    s->front->make(s, cells, m, r, true);
    note(m, r);
}

uint32_t system_touches(const transition_system *s, const int32_t *cells, uint32_t component)
{
    return s->c.touches(cells, component);
}
