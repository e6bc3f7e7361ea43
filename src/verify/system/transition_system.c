// SPDX-License-Identifier: MIT
// Moves of the client and of the model.

#include "verify/system/transition_system.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Every idle thread tries them all in every state.
enum { MAX_CALLS = 100000 };

static int32_t *thread_cells(const transition_system *s, int32_t *cells, uint32_t thread)
{
    return cells + s->p->layout.threads + (size_t)thread * s->p->layout.thread_stride;
}

// One cell as a history holds it.
static lp_value cell_value(const transition_system *s, type t, int32_t cell)
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
        return cell_value(s, t, cells[0]);
    lp_value parts[MODEL_MAX_PARTS];
    for (uint32_t i = 0; i < t.part_count; i++)
        parts[i] = cell_value(s, t.parts[i], cells[i]);
    return lp_vector(s->pool, parts, t.part_count);
}

static lp_value history_arg(transition_system *s, const method *m, const int32_t *args)
{
    lp_value values[MODEL_MAX_ARGS];
    for (uint32_t i = 0; i < m->param_count; i++)
        values[i] = cell_value(s, m->locals[i].type, args[i]);
    if (m->param_count == 0)
        return LP_NIL;
    return m->param_count == 1 ? values[0] : lp_vector(s->pool, values, m->param_count);
}

static void add_call(transition_system *s, uint32_t which, const int32_t *args)
{
    MEMORY_GROW(s->calls, s->call_capacity, s->call_count + 1);
    client_call *c = &s->calls[s->call_count++];
    *c = (client_call){.method = which};
    const method *m = s->p->object->methods[which];
    memcpy(c->args, args, m->param_count * sizeof *args);
    c->arg = history_arg(s, m, args);
}

// Which values a client gives. A range of its own goes first.
static void values_of(const transition_system *s, type t, const system_options *o, int32_t *low,
                      int32_t *high)
{
    *low = t.kind != TYPE_INT ? 0 : (int32_t)(t.ranged ? t.low : o->low);
    *high = t.kind == TYPE_BOOL   ? 1
            : t.kind == TYPE_ENUM ? (int32_t)s->m->enums[t.record]->item_count - 1
                                  : (int32_t)(t.ranged ? t.high : o->high);
}

static bool add_all_calls(transition_system *s, const instance *v, const system_options *o,
                          error *e)
{
    for (uint32_t k = 0; k < s->p->routine_count; k++) {
        const method *m = s->p->object->methods[k];
        int32_t args[MODEL_MAX_ARGS] = {0}, low[MODEL_MAX_ARGS] = {0}, high[MODEL_MAX_ARGS] = {0};
        for (uint32_t i = 0; i < m->param_count; i++) {
            type t = m->locals[i].type;
            if (t.kind == TYPE_INT && !t.ranged && !o->has_range)
                return source_error(&s->m->source, e, v->at, "write for example: int 0..1;",
                                    "which ints may %s be called with?", m->name);
            values_of(s, t, o, &low[i], &high[i]);
            args[i] = low[i];
        }
        uint64_t ways = 1;
        for (uint32_t i = 0; i < m->param_count; i++)
            if (ways <= MAX_CALLS)
                ways *= (uint64_t)((int64_t)high[i] - low[i]) + 1;
        if (s->call_count + ways > MAX_CALLS)
            return source_error(&s->m->source, e, v->at, "fewer ints, for example: int 0..1;",
                                "there are more than %d ways to call the methods of %s", MAX_CALLS,
                                s->p->object->name);
        for (uint32_t i = 0;;) {
            add_call(s, k, args);
            for (i = 0; i < m->param_count && args[i] == high[i]; i++)
                args[i] = low[i];
            if (i == m->param_count)
                break;
            args[i]++;
        }
    }
    return true;
}

static bool script_arg(transition_system *s, const method *m, uint32_t i, lp_value v, int32_t *out,
                       error *e)
{
    type t = m->locals[i].type;
    if (t.kind == TYPE_ENUM && v.kind == LP_KIND_STRING)
        for (uint32_t k = 0; k < s->m->enums[t.record]->item_count; k++)
            if (lp_value_equal(v, cell_value(s, t, (int32_t)k))) {
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
    add_call(s, k, args);
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
    for (uint32_t t = 0; t < script->thread_count; t++) {
        s->script_start[t] = s->call_count;
        s->script_count[t] = script->threads[t].count;
        if (!add_part(s, &script->threads[t], e))
            return false;
    }
    uint32_t main_thread = script->thread_count;
    s->script_start[main_thread] = s->call_count;
    s->script_count[main_thread] = script->before.count + script->after.count;
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

bool system_init(transition_system *s, const model *m, const instance *v, const system_options *o,
                 lp_pool *pool, error *e)
{
    *s = (transition_system){.m = m, .pool = pool, .script = o->script};
    s->has_capacity = o->has_capacity && !o->script;
    s->capacity = o->capacity;
    s->operations = o->script ? 0 : o->operations;
    program_options shape = {.threads = o->threads,
                             .nodes = o->nodes,
                             .items = o->items,
                             .reuse = o->reuse,
                             .clear = o->clear};
    s->p = program_new(m, v->subject, &shape);
    s->returns = memory_new(s->p->pc_count + 2, sizeof *s->returns);
    for (uint32_t k = 0; k < s->p->routine_count; k++)
        s->returns[s->p->routines[k].return_pc] = k + 1;
    find_classes(s);
    bool ok = o->script ? add_script(s, o->script, e) : add_all_calls(s, v, o, e);
    if (ok && compiled_init(&s->c, s->p, o->cc, o->limits, e))
        return true;
    system_fini(s);
    return false;
}

void system_fini(transition_system *s)
{
    compiled_fini(&s->c);
    program_free(s->p);
    free(s->returns);
    free(s->calls);
    *s = (transition_system){0};
}

void system_start(const transition_system *s, int32_t *cells, run *r)
{
    memset(cells, 0, s->p->layout.cells * sizeof *cells);
    *r = (run){0};
    s->c.init(cells, r);
}

static bool finished(const transition_system *s, const int32_t *cells, uint32_t thread)
{
    const layout *l = &s->p->layout;
    return (uint32_t)cells[l->done + thread] == s->script_count[thread] &&
           cells[l->threads + thread * l->thread_stride + THREAD_PC] == PC_IDLE;
}

// The main thread runs its first part alone, and its last part alone.
static bool script_allows(const transition_system *s, const int32_t *cells, uint32_t thread)
{
    uint32_t main_thread = s->script->thread_count, before = s->script->before.count;
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

bool system_may_call(const transition_system *s, const int32_t *cells, uint32_t thread,
                     uint32_t call)
{
    const layout *l = &s->p->layout;
    if (s->script) {
        uint32_t done = (uint32_t)cells[l->done + thread];
        return done < s->script_count[thread] && call == s->script_start[thread] + done &&
               script_allows(s, cells, thread);
    }
    if (s->operations && (uint32_t)cells[l->started] >= s->operations)
        return false;
    const method *f = s->p->object->methods[s->calls[call].method];
    if (f->has_only && (thread < f->only_first || thread > f->only_last))
        return false;
    return !(s->has_capacity && f->inserts && (uint32_t)cells[l->reserved] >= s->capacity);
}

move system_next(const transition_system *s, const int32_t *cells, uint32_t thread)
{
    const layout *l = &s->p->layout;
    uint32_t pc = (uint32_t)cells[l->threads + thread * l->thread_stride + THREAD_PC];
    move m = {.kind = MOVE_STEP, .thread = thread, .pc = pc};
    if (s->returns[pc]) {
        m.kind = MOVE_RETURN;
        m.method = s->returns[pc] - 1;
    }
    return m;
}

static void do_call(const transition_system *s, int32_t *cells, const move *m, run *r)
{
    const layout *l = &s->p->layout;
    if (s->script)
        cells[l->done + m->thread]++;
    else
        cells[l->reserved] += s->has_capacity && s->p->object->methods[m->method]->inserts;
    cells[l->started] += s->operations != 0;
    s->c.call(cells, m->thread, m->method, s->calls[m->call].args, r);
}

static void do_return(const transition_system *s, int32_t *cells, move *m)
{
    const layout *l = &s->p->layout;
    int32_t *mine = thread_cells(s, cells, m->thread);
    const method *f = s->p->object->methods[m->method];
    m->result = system_result(s, m->method, mine + THREAD_RESULT);
    bool nothing = lp_is_nil(m->result) || lp_value_equal(m->result, LP_FALSE);
    // A faulty object may give out more than was put in: not below zero.
    bool released = (f->removes && !nothing) || (f->inserts && nothing);
    if (s->has_capacity && released && cells[l->reserved] > 0)
        cells[l->reserved]--;
    memset(mine, 0, l->own * sizeof *mine);
}

void system_do(const transition_system *s, int32_t *cells, move *m, run *r)
{
    if (m->kind == MOVE_CALL)
        do_call(s, cells, m, r);
    else if (m->kind == MOVE_STEP)
        s->c.step(cells, m->thread, r);
    else
        do_return(s, cells, m);
    m->lin = r->lin;
    m->lins = r->lins;
    m->used = r->used;
    memcpy(m->choice, r->choice, r->used * sizeof *m->choice);
}
