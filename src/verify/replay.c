// SPDX-License-Identifier: MIT
// Following the parents from the last state to the start, and then the moves
// from the start to the last state.

#include "verify/replay.h"

#include "base/memory.h"
#include "judge/verdict.h"
#include "verify/describe.h"

#include <stdlib.h>
#include <string.h>

typedef struct replayer {
    search *q;
    lp_verdict *v;
    describer d;
    uint32_t open[MODEL_MAX_THREADS + 1]; // each thread's operation
    int64_t last_thread;

    // The move that is looked for: the one to this key, or the one with this number.
    const uint8_t *want;
    size_t want_length;
    uint32_t want_number;
    uint32_t number, observed;
    bool found;
    const int32_t *before;
} replayer;

const char *problem_text(problem p)
{
    static const char *const texts[] = {
        [PROBLEM_NONE] = "",
        [PROBLEM_NULL] = "null dereference",
        [PROBLEM_FREED] = "use after free",
        [PROBLEM_DOUBLE] = "double free",
        [PROBLEM_ASSERT] = "the assertion fails",
        [PROBLEM_OVERFLOW] = "integer overflow",
        [PROBLEM_DIVISION] = "division by zero",
        [PROBLEM_NODES] = "out of nodes",
        [PROBLEM_SPIN] = "a loop without a shared access does not end",
        [PROBLEM_CHOICES] = "too many allocations in one step",
    };
    return texts[p];
}

static void record_event(replayer *y, const move *m)
{
    lp_history *h = y->v->history;
    const space *s = y->q->space;
    if (m->kind == MOVE_CALL) {
        const char *name = s->p->object->methods[m->method]->name;
        y->open[m->thread] = lp_history_call(h, m->thread, lp_string(s->pool, name, strlen(name)),
                                             s->calls[m->call].arg);
    } else if (m->kind == MOVE_RETURN) {
        lp_history_return(h, y->open[m->thread], m->result);
        y->v->culprit = y->open[m->thread];
    }
}

static void record_trace(replayer *y, const move *m, const int32_t *after, const run *r)
{
    text what = {0}, where = {0};
    describe_move(&y->d, m, &what, &where);
    if (r->problem)
        text_add(&what, ": %s", problem_text((problem)r->problem));
    else
        describe_changes(&y->d, m, y->before, after, &what);
    verdict_trace(y->v, m->thread, y->last_thread >= 0 && y->last_thread != m->thread, where.bytes,
                  what.bytes);
    y->last_thread = m->thread;
    text_fini(&what);
    text_fini(&where);
}

// The last move must go wrong again, in the same way.
static bool ends_the_same(const replayer *y, const move *m, const run *r)
{
    const search *q = y->q;
    if (q->end == SEARCH_PROBLEM)
        return r->problem == q->run.problem && r->where == q->run.where;
    return !r->problem && search_observe(q, y->observed, m) == OBSERVED_VIOLATION;
}

static bool visit(void *context, const move *m, const int32_t *after, const run *r)
{
    replayer *y = context;
    search *q = y->q;
    uint32_t number = y->number++;
    if (y->want) {
        if (r->problem)
            return true;
        uint32_t observed = search_observe(q, y->observed, m);
        heap_normalise(&q->space->heap, after, q->normal);
        size_t length = search_key(q, q->normal, observed);
        if (length != y->want_length || memcmp(q->key, y->want, length) != 0)
            return true;
    } else if (number != y->want_number) {
        return true;
    } else if (!ends_the_same(y, m, r)) {
        return false;
    }
    y->found = true;
    record_event(y, m);
    record_trace(y, m, after, r);
    if (y->want)
        describer_follow(&y->d);
    return false;
}

static bool follow(replayer *y, uint32_t state, const uint8_t *want, size_t length)
{
    search *q = y->q;
    y->want = want;
    y->want_length = length;
    y->number = 0;
    y->found = false;
    y->observed = search_get(q, state, q->cells);
    y->before = q->cells;
    space_moves(q->space, q->cells, visit, y);
    return y->found;
}

bool replay(search *q, lp_verdict *v, error *e)
{
    replayer y = {.q = q, .v = v, .last_thread = -1};
    v->history = lp_history_new(q->space->pool);
    v->culprit = LP_NO_EVENT;
    if (intern_count(q->seen) == 0)
        return true; // the very start failed: there is nothing to follow
    uint32_t *path = NULL;
    size_t count = 0, capacity = 0;
    for (uint32_t at = q->current;; at = q->parents[at]) {
        MEMORY_GROW(path, capacity, count + 1);
        path[count++] = at;
        if (at == 0)
            break;
    }
    search_get(q, 0, q->cells);
    describer_init(&y.d, q->space, q->cells);
    bool ok = true;
    for (size_t i = count - 1; ok && i > 0; i--) {
        size_t length;
        const uint8_t *want = intern_get(q->seen, path[i - 1], &length);
        ok = follow(&y, path[i], want, length);
    }
    y.want_number = q->last_move;
    ok = ok && follow(&y, path[0], NULL, 0);
    if (q->end != SEARCH_VIOLATED)
        v->culprit = LP_NO_EVENT;
    describer_fini(&y.d);
    free(path);
    return ok || error_set(e, "the counterexample could not be run again: this is a fault of "
                              "linchpin, please report it with the model");
}
