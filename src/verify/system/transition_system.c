// SPDX-License-Identifier: MIT
// What all front ends share: see transition_system.h.

#include "verify/system/transition_system.h"

#include "base/memory.h"
#include "model/interpret/constant_value.h"
#include "model/interpret/interpret.h"
#include "model/syntax/finite_type.h"
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

// What a machine answers: all that came before. The rest is none.
static lp_value answer_value(const transition_system *s, type t, const int32_t *cells)
{
    lp_value parts[MODEL_MAX_PARTS];
    uint32_t count = 0;
    for (; count < t.part_count && cells[count] != CELL_NONE; count++)
        parts[count] = system_value(s, t.parts[count], cells[count]);
    return lp_vector(s->pool, parts, count);
}

// A value of a finite type that is no single number or name, as it is written in a model.
lp_value system_finite(const transition_system *s, type t, const int32_t *cells)
{
    if (type_width(t) == 1 && t.kind != TYPE_MASK)
        return system_value(s, t, cells[0]);
    if (t.use)
        return answer_value(s, t, cells);
    text written = {0};
    finite_print(s->m, t, finite_rank(t, cells), &written);
    lp_value v = lp_string(s->pool, written.bytes, written.length);
    text_fini(&written);
    return v;
}

static lp_value history_arg(transition_system *s, const method *m, const int32_t *args)
{
    lp_value values[MODEL_MAX_ARGS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->param_count; i += type_width(variable_type(&m->locals[i])))
        values[count++] = system_finite(s, variable_type(&m->locals[i]), args + i);
    if (count == 0)
        return LP_NIL;
    return count == 1 ? values[0] : lp_vector(s->pool, values, count);
}

void system_offer(transition_system *s, label_kind kind, uint32_t which, const int32_t *args)
{
    MEMORY_GROW(s->offers, s->offer_capacity, s->offer_count + 1);
    offer *o = &s->offers[s->offer_count++];
    const routine *r = &s->p->routines[which];
    *o = (offer){.kind = kind, .method = which, .shares = r->call_shares};
    o->fault = r->method->struck || r->method->idles;
    memcpy(o->args, args, r->method->param_count * sizeof *args);
    o->arg = history_arg(s, r->method, args);
}

// A parameter, and the values that it takes, by their numbers.
typedef struct parameter {
    type type;
    uint32_t cell; // where it begins
    uint32_t values, now;
} parameter;

// A range of its own goes first. False: it is an int, and nobody says which.
static bool values_of(parameter *p, const system_options *o)
{
    if (p->type.kind == TYPE_INT && !p->type.ranged) {
        if (!o->has_range)
            return false;
        p->type.ranged = true;
        p->type.low = o->low;
        p->type.high = o->high;
    }
    p->values = type_card(p->type);
    return true;
}

static bool next_values(parameter *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (++list[i].now < list[i].values)
            return true;
        list[i].now = 0;
    }
    return false;
}

static bool offer_method(transition_system *s, label_kind kind, uint32_t which, const instance *v,
                         const system_options *o, error *e)
{
    const method *m = s->p->object->methods[which];
    const char *verb = kind == LABEL_ACTION ? "taken" : "called";
    parameter list[MODEL_MAX_ARGS];
    uint32_t count = 0;
    uint64_t ways = 1;
    for (uint32_t i = 0; i < m->param_count; i += type_width(list[count++].type)) {
        list[count] = (parameter){.type = variable_type(&m->locals[i]), .cell = i};
        if (!values_of(&list[count], o))
            return source_error(&s->m->source, e, v->at, "write for example: int 0..1;",
                                "which ints may %s be %s with?", m->name, verb);
        // A type with more values than can be counted has none here.
        uint32_t values = list[count].values;
        ways = ways > MAX_CALLS || !values ? MAX_CALLS + 1 : ways * values;
    }
    if (s->offer_count + ways > MAX_CALLS)
        return source_error(&s->m->source, e, v->at, "fewer ints, for example: int 0..1;",
                            "there are more than %d ways to %s of %s", MAX_CALLS,
                            kind == LABEL_ACTION ? "take the actions" : "call the methods",
                            s->p->object->name);
    do {
        int32_t args[MODEL_MAX_ARGS] = {0};
        for (uint32_t i = 0; i < count; i++)
            finite_cells(list[i].type, list[i].now, args + list[i].cell);
        system_offer(s, kind, which, args);
    } while (next_values(list, count));
    return true;
}

bool system_offer_all(transition_system *s, label_kind kind, const instance *v,
                      const system_options *o, error *e)
{
    for (uint32_t k = 0; k < s->p->routine_count; k++)
        if (!offer_method(s, kind, k, v, o, e))
            return false;
    return true;
}

program_options system_shape(const system_options *o)
{
    return (program_options){.threads = o->threads,
                             .nodes = o->nodes,
                             .items = o->items,
                             .reuse = o->reuse,
                             .clear = o->clear};
}

bool system_init(transition_system *s, const instance *v, const system_options *o, lp_pool *pool,
                 error *e)
{
    *s = (transition_system){.m = v->in, .pool = pool, .front = front_of(v->subject)};
    program_options shape = system_shape(o);
    if (v->subject->is_automaton) // others that it is compared with may have several threads
        shape.threads = 1;
    s->p = program_new(v->in, v->subject, &shape);
    constants_find(s->p);
    s->returns = memory_new(s->p->pc_count + 2, sizeof *s->returns);
    s->processes = o->threads;
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
    free(s->events);
    free(s->returns);
    *s = (transition_system){0};
}

const char *system_operation(const transition_system *s, uint32_t which)
{
    return s->events ? s->labels[which].method : s->p->object->methods[which]->name;
}

void system_start(const transition_system *s, int32_t *cells, run *r)
{
    memset(cells, 0, s->p->layout.cells * sizeof *cells);
    *r = (run){0};
    if (s->c.init)
        s->c.init(cells, r);
    else
        interpret_init(s->p, cells, r);
    if (s->front->start && !r->problem)
        s->front->start(s, cells, r);
}

bool system_next_move(const transition_system *s, const int32_t *cells, bool guards, uint32_t *next,
                      move *m)
{
    uint32_t each = s->offer_count + 1; // what has begun, or one of the offers
    for (; *next < s->p->threads * each; ++*next) {
        uint32_t component = *next / each, which = *next % each;
        if (which == 0 && system_forced(s, cells, component, m)) {
            *next += each;
            return true;
        }
        if (which == 0)
            continue;
        const offer *o = &s->offers[which - 1];
        *m = (move){.kind = o->kind, .thread = component, .offer = which - 1, .method = o->method};
        bool asked = guards || s->front->component;
        if (!asked || system_offers(s, cells, component, which - 1, m)) {
            ++*next;
            return true;
        }
    }
    return false;
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

bool system_at_once(const transition_system *s, const int32_t *cells, bool interpreted,
                    run_ways *ways, int32_t *after, move *m, run *r)
{
    if (!s->front->at_once || !s->front->at_once(s, cells, interpreted, m, ways))
        return false;
    uint32_t given = m->used;
    *r = (run){.given = given, .choice = {m->choice[0]}, .ways = ways};
    memcpy(after, cells, s->p->layout.cells * sizeof *after);
    s->front->make(s, after, m, r, interpreted);
    note(m, r);
    r->ways = NULL;
    return !r->blocked && (r->problem || r->used == given);
}

uint32_t system_touches(const transition_system *s, const int32_t *cells, uint32_t component)
{
    return s->c.touches(cells, component);
}
