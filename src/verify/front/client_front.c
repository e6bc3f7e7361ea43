// SPDX-License-Identifier: MIT
// An object and its clients: the front end whose components are threads.
//
// The client is either the most general one (each idle thread may call any method with any
// argument of the declared ranges, for ever, while the capacity allows) or a scenario. A call,
// each step and a return are moves.

#include "base/memory.h"
#include "base/value/value_text.h"
#include "model/interpret/interpret.h"
#include "verify/front/front_ends.h"

#include <stdlib.h>
#include <string.h>

typedef struct client {
    bool has_capacity;
    uint32_t capacity;
    uint32_t operations;                             // at most so many calls in all; 0: any number
    const scenario *script;                          // NULL: most general client
    uint32_t script_start[SCENARIO_MAX_THREADS + 1]; // of each thread, in the offers
    uint32_t script_count[SCENARIO_MAX_THREADS + 1];
    uint32_t methods[MODEL_MAX_THREADS + 1]; // that a thread may call: a bit each
} client;

static int32_t *thread_cells(const transition_system *s, int32_t *cells, uint32_t thread)
{
    return cells + s->p->layout.threads + (size_t)thread * s->p->layout.thread_stride;
}

static uint32_t pc_of(const transition_system *s, const int32_t *cells, uint32_t thread)
{
    const layout *l = &s->p->layout;
    return (uint32_t)cells[l->threads + thread * l->thread_stride + THREAD_PC];
}

static bool script_arg(transition_system *s, const method *m, uint32_t i, lp_value v, int32_t *out,
                       error *e)
{
    type t = m->locals[i].type;
    if (t.kind == TYPE_ENUM && v.kind == LP_KIND_STRING)
        for (uint32_t k = 0; k < s->m->enums[t.record]->item_count; k++)
            if (lp_value_equal(v, system_value(s, t, (int32_t)k))) {
                *out = (int32_t)k;
                return true;
            }
    bool is_int = t.kind == TYPE_INT;
    if (t.kind == TYPE_ENUM || v.kind != (is_int ? LP_KIND_INT : LP_KIND_BOOL))
        return error_set(e, "scenario: argument %u of %s must be %s", i + 1, m->name,
                         is_int                ? "an integer"
                         : t.kind == TYPE_ENUM ? "one of the names of its enum, in quotes"
                                               : "true or false");
    if (v.bits > INT32_MAX || v.bits < -INT32_MAX ||
        (t.ranged && (v.bits < t.low || v.bits > t.high)))
        return error_set(e, "scenario: argument %u of %s is too large for %s", i + 1, m->name,
                         t.ranged ? "its range" : "a model");
    *out = (int32_t)v.bits;
    return true;
}

static bool add_script_call(transition_system *s, const scenario_call *c, error *e)
{
    size_t length;
    const char *name = lp_string_bytes(s->pool, c->method, &length);
    const char *names[MODEL_MAX_METHODS];
    uint32_t k = 0, count = s->p->routine_count;
    for (uint32_t i = 0; i < count; i++)
        names[i] = s->p->object->methods[i]->name;
    while (k < count && strcmp(names[k], name) != 0)
        k++;
    if (k == count) {
        const char *near = did_you_mean(name, names, count);
        return error_set(e, "scenario: object %s has no method %s%s%s%s", s->p->object->name, name,
                         near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    const method *m = s->p->object->methods[k];
    if (c->arg_count != m->param_count)
        return error_set(e, "scenario: %s takes %u arguments, not %u", name, m->param_count,
                         c->arg_count);
    int32_t args[MODEL_MAX_ARGS] = {0};
    for (uint32_t i = 0; i < m->param_count; i++) {
        if (!script_arg(s, m, i, c->args[i], &args[i], e))
            return false;
    }
    system_offer(s, LABEL_CALL, k, args);
    return true;
}

static bool add_part(transition_system *s, const scenario_part *part, error *e)
{
    for (uint32_t i = 0; i < part->count; i++)
        if (!add_script_call(s, &part->calls[i], e))
            return false;
    return true;
}

static bool add_script(transition_system *s, const scenario *script, error *e)
{
    client *c = s->context;
    for (uint32_t t = 0; t < script->thread_count; t++) {
        c->script_start[t] = s->offer_count;
        c->script_count[t] = script->threads[t].count;
        if (!add_part(s, &script->threads[t], e))
            return false;
    }
    uint32_t main_thread = script->thread_count;
    c->script_start[main_thread] = s->offer_count;
    c->script_count[main_thread] = script->before.count + script->after.count;
    return add_part(s, &script->before, e) && add_part(s, &script->after, e);
}

// Threads that may call the same methods are of one class; each is its own
// where the model looks at threads.
static void find_classes(transition_system *s)
{
    const unit *u = s->p->object;
    for (uint32_t t = 0; t < s->p->threads; t++) {
        uint32_t like = 0;
        for (bool same = false; !same; like += !same) {
            same = true;
            for (uint32_t k = 0; k < u->method_count; k++) {
                const method *f = u->methods[k];
                bool a = !f->has_only || (t >= f->only_first && t <= f->only_last);
                bool b = !f->has_only || (like >= f->only_first && like <= f->only_last);
                same &= a == b;
            }
            same = (same && !u->looks_at_threads) || like == t;
        }
        s->classes[t] = like;
    }
}

static void find_methods(transition_system *s)
{
    client *c = s->context;
    for (uint32_t i = 0; i < s->offer_count; i++)
        for (uint32_t t = 0; t < s->p->threads; t++) {
            uint32_t which = s->offers[i].method;
            const method *f = s->p->object->methods[which];
            if (!f->has_only || (t >= f->only_first && t <= f->only_last))
                c->methods[t] |= 1u << which;
        }
}

static bool declare_calls(transition_system *s, const instance *v, const system_options *o,
                          error *e)
{
    bool ok = system_offer_all(s, LABEL_CALL, v, o, e);
    find_methods(s);
    return ok;
}

static bool declare(transition_system *s, const instance *v, const system_options *o, error *e)
{
    client *c = s->context = memory_new(1, sizeof *c);
    c->script = o->script;
    c->has_capacity = o->has_capacity && !o->script;
    c->capacity = o->capacity;
    c->operations = o->script ? 0 : o->operations;
    s->optional = s->symmetric = !o->script;
    s->reserved = c->has_capacity;
    s->started = c->operations != 0;
    s->done = c->script != NULL;
    for (uint32_t k = 0; k < s->p->routine_count; k++)
        s->returns[s->p->routines[k].return_pc] = k + 1;
    find_classes(s);
    return o->script ? add_script(s, o->script, e) : declare_calls(s, v, o, e);
}

static bool finished(const transition_system *s, const int32_t *cells, uint32_t thread)
{
    const client *c = s->context;
    const layout *l = &s->p->layout;
    return (uint32_t)cells[l->done + thread] == c->script_count[thread] &&
           cells[l->threads + thread * l->thread_stride + THREAD_PC] == PC_IDLE;
}

// The main thread runs its first part alone, and its last part alone.
static bool script_allows(const transition_system *s, const int32_t *cells, uint32_t thread)
{
    const client *c = s->context;
    uint32_t main_thread = c->script->thread_count, before = c->script->before.count;
    const layout *l = &s->p->layout;
    if (s->p->threads == main_thread)
        return true;
    uint32_t done = (uint32_t)cells[l->done + main_thread];
    bool main_idle = cells[l->threads + main_thread * l->thread_stride + THREAD_PC] == PC_IDLE;
    if (thread != main_thread)
        return done >= before && main_idle;
    if (done < before)
        return true;
    for (uint32_t t = 0; t < main_thread; t++)
        if (!finished(s, cells, t))
            return false;
    return true;
}

static bool may_call(const transition_system *s, const int32_t *cells, uint32_t thread,
                     uint32_t call)
{
    const layout *l = &s->p->layout;
    const client *c = s->context;
    if (c->script) {
        uint32_t done = (uint32_t)cells[l->done + thread];
        return done < c->script_count[thread] && call == c->script_start[thread] + done &&
               script_allows(s, cells, thread);
    }
    if (c->operations && (uint32_t)cells[l->started] >= c->operations)
        return false;
    const method *f = s->p->object->methods[s->offers[call].method];
    if (f->has_only && (thread < f->only_first || thread > f->only_last))
        return false;
    return !(c->has_capacity && f->inserts && (uint32_t)cells[l->reserved] >= c->capacity);
}

// What is reserved may be set free again, so a capacity ends nothing.
static uint32_t later(const transition_system *s, const int32_t *cells, uint32_t thread)
{
    const layout *l = &s->p->layout;
    const client *c = s->context;
    if (!c->script)
        return c->operations && (uint32_t)cells[l->started] >= c->operations ? 0
                                                                             : c->methods[thread];
    uint32_t methods = 0;
    for (uint32_t i = (uint32_t)cells[l->done + thread]; i < c->script_count[thread]; i++)
        methods |= 1u << s->offers[c->script_start[thread] + i].method;
    return methods;
}

static bool forced(const transition_system *s, const int32_t *cells, uint32_t thread, move *m)
{
    uint32_t pc = pc_of(s, cells, thread);
    if (pc == PC_IDLE)
        return false;
    uint32_t returns = s->returns[pc];
    move_begin(m, returns ? LABEL_RETURN : LABEL_INTERNAL, thread);
    m->pc = pc;
    m->method = returns ? returns - 1 : 0;
    return true;
}

static void make_call(const transition_system *s, int32_t *cells, const move *m, run *r,
                      bool interpreted)
{
    const layout *l = &s->p->layout;
    const client *c = s->context;
    const int32_t *args = s->offers[m->offer].args;
    if (c->script)
        cells[l->done + m->thread]++;
    else
        cells[l->reserved] += c->has_capacity && s->p->object->methods[m->method]->inserts;
    cells[l->started] += c->operations != 0;
    if (interpreted)
        interpret_call(s->p, cells, m->thread, m->method, args, r);
    else
        s->c.call(cells, m->thread, m->method, args, r);
}

static void make_return(const transition_system *s, int32_t *cells, move *m)
{
    const client *c = s->context;
    const layout *l = &s->p->layout;
    int32_t *mine = thread_cells(s, cells, m->thread);
    const method *f = s->p->object->methods[m->method];
    m->result = system_result(s, m->method, mine + THREAD_RESULT);
    bool nothing = lp_is_nil(m->result) || lp_value_equal(m->result, LP_FALSE);
    // A faulty object may give out more than was put in: not below zero.
    bool released = (f->removes && !nothing) || (f->inserts && nothing);
    if (c->has_capacity && released && cells[l->reserved] > 0)
        cells[l->reserved]--;
    memset(mine, 0, l->own * sizeof *mine);
}

// As events of processes have them: names without quotes, and what has no value is none.
static void add_value(const transition_system *s, lp_value v, text *out)
{
    size_t length;
    if (v.kind == LP_KIND_STRING)
        text_add(out, "%s", lp_string_bytes(s->pool, v, &length));
    else if (lp_is_nil(v))
        text_add(out, "none");
    else
        value_print(s->pool, v, out);
}

static void make(const transition_system *s, int32_t *cells, move *m, run *r, bool interpreted)
{
    if (m->kind == LABEL_CALL)
        make_call(s, cells, m, r, interpreted);
    else if (m->kind == LABEL_RETURN)
        make_return(s, cells, m);
    else if (interpreted)
        interpret_step(s->p, cells, m->thread, r);
    else
        s->c.step(cells, m->thread, r);
}

// Those with an open operation. Nobody has to call.
static uint32_t obliged(const transition_system *s, const int32_t *cells)
{
    uint32_t open = 0;
    for (uint32_t t = 0; t < s->p->threads; t++)
        if (pc_of(s, cells, t) != PC_IDLE)
            open |= 1u << t;
    return open;
}

// To be compared with a process, a call is the event push_inv.0.5, of thread 0, and the return is
// push_res.0.5: with the thread, and then the arguments or the result.
static void event(const transition_system *s, const move *m, text *out)
{
    const method *f = s->p->object->methods[m->method];
    if (m->kind == LABEL_INTERNAL)
        return;
    bool call = m->kind == LABEL_CALL;
    text_add(out, "%s_%s.%u", f->name, call ? "inv" : "res", m->thread);
    if (!call && f->result.kind == TYPE_UNIT)
        return;
    for (uint32_t i = 0; call && i < f->param_count; i++) {
        text_add(out, ".");
        add_value(s, system_value(s, f->locals[i].type, s->offers[m->offer].args[i]), out);
    }
    if (!call) {
        text_add(out, ".");
        add_value(s, m->result, out);
    }
}

const front_end client_front = {.event = event,
                                .noun = "object",
                                .component = "thread",
                                .declare = declare,
                                .release = free,
                                .offers = may_call,
                                .later = later,
                                .forced = forced,
                                .make = make,
                                .obliged = obliged};
