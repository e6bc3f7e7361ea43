// SPDX-License-Identifier: MIT
// See self_spec.h. A state is a whole vector of cells, normalised, without what the
// client counts. The interpreter runs the steps: each runs once.

#include "verify/property/self_spec.h"

#include "base/memory.h"
#include "model/interpret/interpret.h"
#include "verify/canonical/heap_order.h"
#include "verify/counterexample/problem_text.h"

#include <stdlib.h>
#include <string.h>

struct self_spec {
    lp_spec spec;
    const transition_system *s;
    heap *heap;
    int32_t *normal;
    error *failure;
    problem *lacks;
};

enum { MOST_STEPS = 100000 };

static size_t size_of(const self_spec *b)
{
    return b->s->p->layout.cells * sizeof(int32_t);
}

static void forget_client(const self_spec *b, int32_t *cells)
{
    memset(cells, 0, b->s->p->layout.shared * sizeof *cells);
}

static void initial(const lp_spec *self, lp_step *s)
{
    const self_spec *b = self->context;
    int32_t *cells = memory_new(1, size_of(b)), *normal = memory_new(1, size_of(b));
    run r;
    system_start(b->s, cells, &r);
    heap_normalise(b->heap, cells, normal);
    forget_client(b, normal);
    s->emit(s, NULL, normal, size_of(b));
    free(cells);
    free(normal);
}

static void say_failure(const self_spec *b, const run *r, const char *what)
{
    if (r->problem == PROBLEM_NODES || r->problem == PROBLEM_FULL)
        *b->lacks = (problem)r->problem;
    if (!b->failure->message[0])
        source_error(&b->s->m->source, b->failure, r->where, NULL, "%s, when the method runs alone",
                     what);
}

// From the call to just before the return. False: it waits, or it failed.
static bool run_alone(const self_spec *b, int32_t *cells, uint32_t thread, uint32_t which,
                      const int32_t *args, run *r)
{
    const program *p = b->s->p;
    const int32_t *pc = &cells[p->layout.threads + thread * p->layout.thread_stride + THREAD_PC];
    interpret_call(p, cells, thread, which, args, r);
    for (uint32_t steps = 0; !r->problem && !r->blocked; steps++) {
        if ((uint32_t)*pc == p->routines[which].return_pc)
            return true;
        if (steps == MOST_STEPS) {
            say_failure(b, r, "a method does not end");
            return false;
        }
        r->spins = 0;
        interpret_step(p, cells, thread, r);
    }
    if (r->problem)
        say_failure(b, r, problem_text((problem)r->problem));
    return false;
}

static void emit_way(const self_spec *b, lp_step *s, int32_t *cells, uint32_t thread)
{
    const layout *l = &b->s->p->layout;
    int32_t *mine = cells + l->threads + (size_t)thread * l->thread_stride;
    lp_value result = system_result(b->s, s->calls[0].method, mine + THREAD_RESULT);
    int32_t *normal = memory_new(1, size_of(b));
    memset(mine, 0, l->own * sizeof *mine);
    heap_normalise(b->heap, cells, normal);
    s->emit(s, &result, normal, size_of(b));
    free(normal);
}

static const offer *call_of(const self_spec *b, const lp_call *given)
{
    for (uint32_t i = 0; i < b->s->offer_count; i++)
        if (b->s->offers[i].method == given->method &&
            lp_value_equal(b->s->offers[i].arg, given->arg))
            return &b->s->offers[i];
    return NULL;
}

static void step(lp_step *s)
{
    const self_spec *b = s->spec->context;
    uint32_t thread = (uint32_t)s->calls[0].process;
    const offer *call = call_of(b, &s->calls[0]);
    int32_t *cells = memory_new(1, size_of(b));
    run r = {0};
    for (bool more = call != NULL; more;) {
        memcpy(cells, s->state, size_of(b));
        run_reset(&r);
        if (run_alone(b, cells, thread, call->method, call->args, &r))
            emit_way(b, s, cells, thread);
        more = !r.problem && run_next(&r);
    }
    free(cells);
}

self_spec *self_spec_new(const transition_system *s)
{
    self_spec *b = memory_new(1, sizeof *b);
    b->s = s;
    b->failure = memory_new(1, sizeof *b->failure);
    b->lacks = memory_new(1, sizeof *b->lacks);
    b->heap = memory_new(1, sizeof *b->heap);
    heap_init(b->heap, &s->p->layout, HEAP_CANONICAL);
    b->normal = memory_new(s->p->layout.cells, sizeof *b->normal);
    b->spec = (lp_spec){.name = s->p->object->name,
                        .summary = "the object itself, one operation after the other",
                        .initial = initial,
                        .step = step,
                        .looks_at_process = s->p->object->looks_at_threads || program_owns(s->p),
                        .context = b};
    for (uint32_t i = 0; i < s->p->routine_count; i++) {
        const method *m = s->p->object->methods[i];
        b->spec.methods[i].name = m->name;
        b->spec.methods[i].args = (int)m->param_count;
        b->spec.methods[i].returns_nothing = m->result.kind == TYPE_UNIT;
    }
    return b;
}

void self_spec_free(self_spec *b)
{
    if (!b)
        return;
    heap_fini(b->heap);
    free(b->heap);
    free(b->normal);
    free(b->failure);
    free(b->lacks);
    free(b);
}

const lp_spec *self_spec_get(const self_spec *b)
{
    return &b->spec;
}

bool self_spec_failed(const self_spec *b, error *e)
{
    if (!b || !b->failure->message[0])
        return false;
    *e = *b->failure;
    return true;
}

problem self_spec_lacks(const self_spec *b)
{
    return b ? *b->lacks : PROBLEM_NONE;
}

// The search may have kept the numbers of nodes: they are renumbered before.
bool self_spec_is(const self_spec *b, const void *state, const int32_t *cells)
{
    const layout *l = &b->s->p->layout;
    heap_normalise(b->heap, cells, b->normal);
    return memcmp((const int32_t *)state + l->shared, b->normal + l->shared,
                  (l->cells - l->shared) * sizeof *cells) == 0;
}
