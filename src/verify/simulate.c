// SPDX-License-Identifier: MIT
// One walk: see simulate.h. No reductions: what is shown is what the model does.

#include "verify/simulate.h"

#include "base/memory.h"
#include "base/random.h"
#include "verify/counterexample/move_description.h"
#include "verify/counterexample/problem_text.h"
#include "verify/system/successors.h"

#include <stdlib.h>
#include <string.h>

typedef struct walk {
    const simulate_options *o;
    const transition_system *s;
    describer d;
    successors successors;
    rng random;
    int32_t *here, *after;
    move *moves; // possible now
    uint32_t count, capacity;
} walk;

static bool collect(void *context, const successors *way, const int32_t *after)
{
    walk *w = context;
    (void)after;
    MEMORY_GROW(w->moves, w->capacity, w->count + 1);
    w->moves[w->count++] = way->path[0];
    return true;
}

static void name_component(const walk *w, const move *m, text *out)
{
    const char *noun = w->s->front->component;
    if (noun)
        text_add(out, "%s %u: ", noun, m->thread);
}

// Makes a move, from `here` to `after`, and says what it does. False: it fails.
static bool describe_end(walk *w, move *m, text *out)
{
    run r = {.given = m->used};
    memcpy(r.choice, m->choice, sizeof r.choice);
    memcpy(w->after, w->here, w->s->p->layout.cells * sizeof *w->after);
    system_do(w->s, w->after, m, &r);
    if (r.problem) {
        describe_read(&w->d, m, w->here, out);
        text_add(out, ": %s", problem_text((problem)r.problem));
    } else
        describe_changes(&w->d, m, w->here, w->after, out);
    return !r.problem;
}

static uint32_t pick(walk *w)
{
    if (!w->o->ask)
        return (uint32_t)rng_below(&w->random, w->count);
    text list = {0};
    for (uint32_t i = 0; i < w->count; i++) {
        text where = {0};
        text_add(&list, "%3u  ", i);
        name_component(w, &w->moves[i], &list);
        describe_move(&w->d, &w->moves[i], w->here, &list, &where);
        if (w->moves[i].used) { // what tells it from the same move with another choice
            move m = w->moves[i];
            describe_end(w, &m, &list);
        }
        text_add(&list, "\n");
        text_fini(&where);
    }
    uint32_t chosen = w->o->ask(w->o->context, list.bytes, w->count);
    text_fini(&list);
    return chosen;
}

// Do all invariants hold here? If not, it is said which does not.
static bool holds(const walk *w)
{
    run r = {0};
    w->s->c.invariant(w->here, &r);
    if (!r.problem)
        return true;
    const model *m = w->s->m;
    uint32_t line, column;
    source_position(&m->source, r.where, &line, &column);
    text what = {0};
    text_add(&what, "      %s:%u:%u: ", m->source.file, line, column);
    if (r.problem == PROBLEM_INVARIANT)
        text_add(&what, "the invariant %s does not hold", invariant_at(m, r.where));
    else
        text_add(&what, "%s", problem_text((problem)r.problem));
    w->o->show(w->o->context, what.bytes);
    text_fini(&what);
    return false;
}

// False: the step failed, or what it leads to may not be.
static bool make(walk *w, uint32_t number, uint32_t chosen)
{
    move m = w->moves[chosen];
    text line = {0}, where = {0};
    text_add(&line, "%4u  ", number);
    name_component(w, &m, &line);
    describe_move(&w->d, &m, w->here, &line, &where);
    bool fine = describe_end(w, &m, &line);
    w->o->show(w->o->context, line.bytes);
    text_fini(&line);
    text_fini(&where);
    heap_normalise(&w->successors.heap, w->after, w->here);
    describer_follow(&w->d, &w->successors.heap);
    return fine && holds(w);
}

static const char *why_none(const walk *w)
{
    return w->s->front->label               ? "      the process can go on with nothing"
           : !w->s->front->component        ? "      no action is enabled"
           : !system_obliged(w->s, w->here) ? "      all operations are done"
                                            : "      no thread can go on";
}

static void go(walk *w)
{
    for (uint32_t i = 1; i <= w->o->steps && !limits_reached(w->o->limits); i++) {
        w->count = 0;
        successors_expand(&w->successors, w->here, collect, w);
        if (w->count == 0) {
            w->o->show(w->o->context, why_none(w));
            return;
        }
        uint32_t chosen = pick(w);
        if (chosen >= w->count || !make(w, i, chosen))
            return;
    }
}

bool simulate(const instance *v, const simulate_options *o, lp_pool *pool, error *e)
{
    // A walk keeps few nodes alive; nobody looks for too few of them here.
    enum { NODES = 60 };
    system_options bounds = {.threads = v->threads,
                             .nodes = v->has_nodes ? v->nodes : NODES,
                             .items = MODEL_MAX_MANY,
                             .reuse = v->reuse,
                             .has_capacity = v->has_capacity,
                             .capacity = v->capacity,
                             .operations = v->operations,
                             .has_range = v->has_range,
                             .low = v->low,
                             .high = v->high,
                             .cc = o->cc,
                             .limits = o->limits};
    transition_system s;
    if (!system_init(&s, v, &bounds, pool, e))
        return false;
    walk *w = memory_new(1, sizeof *w);
    w->o = o;
    w->s = &s;
    w->here = memory_new(s.p->layout.cells, sizeof *w->here);
    w->after = memory_new(s.p->layout.cells, sizeof *w->after);
    rng_init(&w->random, o->seed);
    successors_init(&w->successors, &s, false, false, true);
    run r;
    system_start(&s, w->after, &r);
    heap_normalise(&w->successors.heap, w->after, w->here);
    describer_init(&w->d, &s, w->here);
    if (r.problem)
        o->show(o->context, problem_text((problem)r.problem));
    else if (holds(w))
        go(w);
    describer_fini(&w->d);
    successors_fini(&w->successors);
    free(w->here);
    free(w->after);
    free(w->moves);
    free(w);
    system_fini(&s);
    return true;
}
