// SPDX-License-Identifier: MIT
// Moves of the client and of the model.

#include "verify/space.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Every idle thread tries them all in every state.
enum { MAX_CALLS = 100000 };

static int32_t *thread_cells(const space *s, int32_t *cells, uint32_t thread)
{
    return cells + s->p->layout.threads + (size_t)thread * s->p->layout.thread_stride;
}

lp_value space_result(const space *s, uint32_t which, int32_t cell)
{
    type t = s->p->object->methods[which]->result;
    if (t.kind == TYPE_UNIT)
        return LP_UNIT;
    if (t.optional && cell == CELL_NONE)
        return LP_NIL;
    return t.kind == TYPE_BOOL ? lp_bool(cell != 0) : lp_int(cell);
}

static lp_value history_arg(space *s, const method *m, const int32_t *args)
{
    lp_value values[MODEL_MAX_ARGS];
    for (uint32_t i = 0; i < m->param_count; i++)
        values[i] = m->locals[i].type.kind == TYPE_BOOL ? lp_bool(args[i] != 0) : lp_int(args[i]);
    if (m->param_count == 0)
        return LP_NIL;
    return m->param_count == 1 ? values[0] : lp_vector(s->pool, values, m->param_count);
}

static void add_call(space *s, uint32_t which, const int32_t *args)
{
    MEMORY_GROW(s->calls, s->call_capacity, s->call_count + 1);
    client_call *c = &s->calls[s->call_count++];
    *c = (client_call){.method = which};
    const method *m = s->p->object->methods[which];
    memcpy(c->args, args, m->param_count * sizeof *args);
    c->arg = history_arg(s, m, args);
}

static bool add_all_calls(space *s, const instance *v, const space_options *o, error *e)
{
    for (uint32_t k = 0; k < s->p->routine_count; k++) {
        const method *m = s->p->object->methods[k];
        int32_t args[MODEL_MAX_ARGS] = {0}, low[MODEL_MAX_ARGS] = {0}, high[MODEL_MAX_ARGS] = {0};
        for (uint32_t i = 0; i < m->param_count; i++) {
            bool is_int = m->locals[i].type.kind == TYPE_INT;
            if (is_int && !o->has_range)
                return source_error(&s->m->source, e, v->at, "write for example: int 0..1;",
                                    "which ints may %s be called with?", m->name);
            args[i] = low[i] = is_int ? (int32_t)o->low : 0;
            high[i] = is_int ? (int32_t)o->high : 1;
        }
        uint64_t ways = 1;
        for (uint32_t i = 0; i < m->param_count; i++)
            ways *= (uint64_t)(high[i] - low[i]) + 1; // 256 to the power of 4 at most
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

static bool add_script_call(space *s, const scenario_call *c, error *e)
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
        lp_value v = c->args[i];
        bool is_int = m->locals[i].type.kind == TYPE_INT;
        if (v.kind != (is_int ? LP_KIND_INT : LP_KIND_BOOL))
            return error_set(e, "scenario: argument %u of %s must be %s", i + 1, name,
                             is_int ? "an integer" : "true or false");
        if (v.bits > INT32_MAX || v.bits < -INT32_MAX)
            return error_set(e, "scenario: argument %u of %s is too large for a model", i + 1,
                             name);
        args[i] = (int32_t)v.bits;
    }
    add_call(s, k, args);
    return true;
}

static bool add_part(space *s, const scenario_part *part, error *e)
{
    for (uint32_t i = 0; i < part->count; i++)
        if (!add_script_call(s, &part->calls[i], e))
            return false;
    return true;
}

static bool add_script(space *s, const scenario *script, error *e)
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

bool space_init(space *s, const model *m, const instance *v, const space_options *o, lp_pool *pool,
                error *e)
{
    *s = (space){.m = m, .pool = pool, .script = o->script};
    s->has_capacity = o->has_capacity && !o->script;
    s->capacity = o->capacity;
    s->operations = o->script ? 0 : o->operations;
    s->p = program_new(m, v->subject, o->threads, o->nodes, o->reuse);
    s->after = memory_new(s->p->layout.cells, sizeof *s->after);
    heap_init(&s->heap, &s->p->layout, o->raw);
    bool ok = o->script ? add_script(s, o->script, e) : add_all_calls(s, v, o, e);
    if (ok && compiled_init(&s->c, s->p, o->cc, o->limits, e))
        return true;
    space_fini(s);
    return false;
}

void space_fini(space *s)
{
    compiled_fini(&s->c);
    heap_fini(&s->heap);
    program_free(s->p);
    free(s->after);
    free(s->calls);
    *s = (space){0};
}

void space_start(space *s, int32_t *cells, run *r)
{
    memset(cells, 0, s->p->layout.cells * sizeof *cells);
    *r = (run){0};
    s->c.init(cells, r);
}

static bool finished(const space *s, const int32_t *cells, uint32_t thread)
{
    const layout *l = &s->p->layout;
    return (uint32_t)cells[l->done + thread] == s->script_count[thread] &&
           cells[l->threads + thread * l->thread_stride + THREAD_PC] == PC_IDLE;
}

// The main thread runs its first part alone, and its last part alone.
static bool script_allows(const space *s, const int32_t *cells, uint32_t thread)
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

// Runs the move for every way its choices may go.
static bool run_move(space *s, const int32_t *cells, move *m, space_visit visit, void *context)
{
    const layout *l = &s->p->layout;
    run r = {0};
    for (;;) {
        memcpy(s->after, cells, l->cells * sizeof *cells);
        r.used = r.spins = 0;
        r.problem = PROBLEM_NONE;
        if (m->kind == MOVE_CALL) {
            const client_call *c = &s->calls[m->call];
            if (s->script)
                s->after[l->done + m->thread]++;
            else
                s->after[l->reserved] +=
                    s->has_capacity && s->p->object->methods[m->method]->inserts;
            s->after[l->started] += s->operations != 0;
            s->c.call(s->after, m->thread, m->method, c->args, &r);
        } else {
            s->c.step(s->after, m->thread, &r);
        }
        if (!visit(context, m, s->after, &r))
            return false;
        uint32_t i = r.used;
        while (i > 0 && r.choice[i - 1] + 1 == r.bound[i - 1])
            i--;
        if (i == 0)
            return true;
        r.choice[i - 1]++;
        r.given = i;
    }
}

static bool call_moves(space *s, const int32_t *cells, uint32_t thread, space_visit visit,
                       void *context)
{
    move m = {.kind = MOVE_CALL, .thread = thread};
    const layout *l = &s->p->layout;
    if (s->script) {
        uint32_t done = (uint32_t)cells[l->done + thread];
        if (done == s->script_count[thread] || !script_allows(s, cells, thread))
            return true;
        m.call = s->script_start[thread] + done;
        m.method = s->calls[m.call].method;
        return run_move(s, cells, &m, visit, context);
    }
    if (s->operations && (uint32_t)cells[l->started] >= s->operations)
        return true;
    for (m.call = 0; m.call < s->call_count; m.call++) {
        m.method = s->calls[m.call].method;
        bool full = s->has_capacity && s->p->object->methods[m.method]->inserts &&
                    (uint32_t)cells[l->reserved] >= s->capacity;
        if (!full && !run_move(s, cells, &m, visit, context))
            return false;
    }
    return true;
}

static bool return_move(space *s, const int32_t *cells, uint32_t thread, uint32_t which,
                        space_visit visit, void *context)
{
    const layout *l = &s->p->layout;
    memcpy(s->after, cells, l->cells * sizeof *cells);
    int32_t *mine = thread_cells(s, s->after, thread);
    const method *f = s->p->object->methods[which];
    move m = {.kind = MOVE_RETURN,
              .thread = thread,
              .pc = (uint32_t)mine[THREAD_PC],
              .method = which,
              .result = space_result(s, which, mine[THREAD_RESULT])};
    bool nothing = lp_is_nil(m.result) || lp_value_equal(m.result, LP_FALSE);
    // A faulty object may give out more than was put in: not below zero.
    bool released = (f->removes && !nothing) || (f->inserts && nothing);
    if (s->has_capacity && released && s->after[l->reserved] > 0)
        s->after[l->reserved]--;
    memset(mine, 0, l->thread_stride * sizeof *mine);
    run r = {0};
    return visit(context, &m, s->after, &r);
}

void space_moves(space *s, const int32_t *cells, space_visit visit, void *context)
{
    const layout *l = &s->p->layout;
    for (uint32_t t = 0; t < s->p->threads; t++) {
        uint32_t pc = (uint32_t)cells[l->threads + t * l->thread_stride + THREAD_PC];
        bool more;
        if (pc == PC_IDLE) {
            more = call_moves(s, cells, t, visit, context);
        } else {
            uint32_t k = 0;
            while (k < s->p->routine_count && s->p->routines[k].return_pc != pc)
                k++;
            move m = {.kind = MOVE_STEP, .thread = t, .pc = pc};
            more = k < s->p->routine_count ? return_move(s, cells, t, k, visit, context)
                                           : run_move(s, cells, &m, visit, context);
        }
        if (!more)
            return;
    }
}
