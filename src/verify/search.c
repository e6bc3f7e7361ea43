// SPDX-License-Identifier: MIT
// Plain breadth-first search, without reductions.

#include "verify/search.h"

#include "base/memory.h"
#include "verify/pack.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 512, NO_PARENT = UINT32_MAX };

void search_init(search *q, space *s, observer o, limits *l)
{
    uint32_t cells = s->p->layout.cells;
    *q = (search){.space = s, .observer = o, .limits = l, .seen = intern_new()};
    q->cells = memory_new(cells, sizeof *q->cells);
    q->normal = memory_new(cells, sizeof *q->normal);
    q->key = memory_new(5 * (size_t)cells + sizeof(uint32_t), 1);
}

void search_fini(search *q)
{
    intern_free(q->seen);
    free(q->parents);
    free(q->cells);
    free(q->normal);
    free(q->key);
}

size_t search_key(search *q, const int32_t *normal, uint32_t observed)
{
    memcpy(q->key, &observed, sizeof observed);
    return sizeof observed + pack(normal, q->space->p->layout.cells, q->key + sizeof observed);
}

uint32_t search_get(const search *q, uint32_t number, int32_t *cells)
{
    size_t length;
    const uint8_t *bytes = intern_get(q->seen, number, &length);
    uint32_t observed;
    memcpy(&observed, bytes, sizeof observed);
    unpack(bytes + sizeof observed, q->space->p->layout.cells, cells);
    return observed;
}

uint32_t search_observe(const search *q, uint32_t observed, const move *m)
{
    if (m->kind == MOVE_STEP || !q->observer.event)
        return observed;
    return q->observer.event(q->observer.context, observed, m);
}

static bool stop(search *q, search_end end, const char *reason)
{
    q->end = end;
    q->reason = reason;
    q->last_move = q->moves - 1;
    return false;
}

static bool store(search *q, const int32_t *after, uint32_t observed, uint32_t parent)
{
    heap_normalise(&q->space->heap, after, q->normal);
    bool fresh;
    size_t length = search_key(q, q->normal, observed);
    uint32_t number = intern_add_fresh(q->seen, q->key, length, &fresh);
    if (!fresh)
        return true;
    if (number >= UINT32_MAX - 2)
        return stop(q, SEARCH_LIMIT, "there are more than four thousand million states");
    MEMORY_GROW(q->parents, q->parent_capacity, (size_t)number + 1);
    q->parents[number] = parent;
    return true;
}

typedef struct visit_context {
    search *q;
    uint32_t observed;
} visit_context;

static bool visit(void *context, const move *m, const int32_t *after, const run *r)
{
    visit_context *v = context;
    search *q = v->q;
    q->moves++;
    q->transitions++;
    if (r->problem) {
        q->run = *r;
        return stop(q, SEARCH_PROBLEM, NULL);
    }
    uint32_t observed = search_observe(q, v->observed, m);
    if (observed == OBSERVED_VIOLATION)
        return stop(q, SEARCH_VIOLATED, NULL);
    if (observed == OBSERVED_STOP)
        return stop(q, SEARCH_LIMIT, NULL);
    return store(q, after, observed, q->current);
}

static bool look(search *q)
{
    if (limits_reached(q->limits))
        return stop(q, SEARCH_LIMIT, NULL);
    if (limits_progress_due(q->limits))
        limits_progress(q->limits, "%u states, %u to do, depth %u", intern_count(q->seen),
                        intern_count(q->seen) - q->current, q->depth);
    return true;
}

void search_run(search *q)
{
    run r;
    space_start(q->space, q->cells, &r);
    if (r.problem) {
        q->run = r;
        stop(q, SEARCH_PROBLEM, NULL);
        return;
    }
    store(q, q->cells, q->observer.start, NO_PARENT);
    q->level_end = 1;
    for (q->current = 0; q->current < intern_count(q->seen); q->current++) {
        if (q->current == q->level_end) {
            q->depth++;
            q->level_end = intern_count(q->seen);
        }
        if (q->current % LOOK_EVERY == 0 && !look(q))
            return;
        visit_context context = {.q = q, .observed = search_get(q, q->current, q->cells)};
        q->moves = 0;
        space_moves(q->space, q->cells, visit, &context);
        if (q->end != SEARCH_COMPLETE)
            return;
        if (q->moves == 0 && q->observer.ended)
            q->observer.ended(q->observer.context, context.observed);
    }
}
