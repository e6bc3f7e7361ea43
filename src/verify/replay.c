// SPDX-License-Identifier: MIT
// Finding the way back from the last state to the start, level by level, and
// then going from the start to the last state, in the original names of threads:
// from each state the way is taken whose canonical form is the next one stored.

#include "verify/replay.h"

#include "base/memory.h"
#include "judge/verdict.h"
#include "model/interpret.h"
#include "verify/describe.h"
#include "verify/worker.h"

#include <stdlib.h>
#include <string.h>

typedef struct replayer {
    search *q;
    worker *w;
    lp_verdict *v;
    heap heap;
    describer d;
    uint32_t open[MODEL_MAX_THREADS + 1]; // each thread's operation
    int64_t last_thread;
    int32_t *cells, *before; // where we are, and were
    int32_t *again;          // where the interpreter is
    uint32_t observed;

    bool blamed; // the move that lost a node was found

    // What is looked for: a way to this state, or one that ends as the search did.
    bool last;
    uint64_t *want; // as words
    uint32_t want_observed;
    bool found;
    uint32_t observed_after;
    move path[MOVER_MAX_PATH];
    uint32_t path_count;
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
        [PROBLEM_CHOICES] = "too many choices in one step",
        [PROBLEM_BOUNDS] = "there is no such item in the array",
        [PROBLEM_UNLOCK] = "unlock of what is not locked",
        [PROBLEM_RANGE] = "choose from an empty range",
        [PROBLEM_INVARIANT] = "the invariant does not hold",
        [PROBLEM_TWICE] = "an operation takes effect for the second time",
        [PROBLEM_OUTSIDE] = "a value is not in its range",
        [PROBLEM_CALLS] = "functions call each other without an end",
        [PROBLEM_LINS] = "no thread can take effect here",
        [PROBLEM_LEAK] = "a node is lost: it was not freed, and nothing points to it",
        [PROBLEM_DIFFERS] =
            "the state is not what the operations give one by one in the order of their marks",
        [PROBLEM_EMPTY] = "the seq, set or map is empty",
        [PROBLEM_FULL] = "the seq, set or map has no room for one more",
    };
    return texts[p];
}

static bool leads_to(replayer *y, const int32_t *after, uint32_t observed)
{
    return worker_make(y->w, after, &observed) && observed == y->want_observed &&
           memcmp(y->w->words, y->want, y->q->code.words * sizeof *y->want) == 0;
}

static bool breaks_invariant(const replayer *y, const int32_t *after)
{
    run r = {0};
    y->q->space->c.invariant(after, &r);
    return r.problem == y->q->run.problem && r.where == y->q->run.where;
}

static bool differs(replayer *y, const int32_t *after, uint32_t observed)
{
    const observer *o = &y->q->observer;
    uint32_t made = observed;
    if (observed == OBSERVED_VIOLATION || !worker_make(y->w, after, &made))
        return false;
    const layout *l = &y->q->space->p->layout;
    for (uint32_t t = 0; t < y->q->space->p->threads; t++)
        if (y->w->normal[l->threads + t * l->thread_stride + THREAD_PC] != PC_IDLE)
            return false;
    return !o->agrees(o->context, observed, y->w->normal);
}

static bool leaks(replayer *y, const int32_t *after, uint32_t observed)
{
    return worker_make(y->w, after, &observed) && worker_leaks(y->w, after);
}

static bool visit(void *context, const mover *path, const int32_t *after)
{
    replayer *y = context;
    const search *q = y->q;
    uint32_t observed = path->run.problem ? 0 : worker_observe(y->w, y->observed, path);
    bool fits;
    if (y->last && q->end == SEARCH_INVARIANT)
        fits = !path->run.problem && breaks_invariant(y, after);
    else if (y->last && q->run.problem == PROBLEM_LEAK)
        fits = !path->run.problem && observed != OBSERVED_VIOLATION && leaks(y, after, observed);
    else if (y->last && q->run.problem == PROBLEM_DIFFERS)
        fits = !path->run.problem && differs(y, after, observed);
    else if (y->last && q->end == SEARCH_PROBLEM)
        fits = path->run.problem == q->run.problem && path->run.where == q->run.where;
    else if (y->last)
        fits = !path->run.problem && observed == OBSERVED_VIOLATION;
    else
        fits = !path->run.problem && observed != OBSERVED_VIOLATION && observed != OBSERVED_STOP &&
               leads_to(y, after, observed);
    if (!fits)
        return true;
    y->found = true;
    y->observed_after = observed;
    y->path_count = path->path_count;
    memcpy(y->path, path->path, path->path_count * sizeof *path->path);
    return false;
}

static bool look_from(replayer *y, const int32_t *cells)
{
    y->found = false;
    mover_expand(worker_mover(y->w), cells, visit, y);
    return y->found;
}

// A state of the level before that leads to this one.
static bool find_parent(replayer *y, uint32_t number, uint32_t *parent)
{
    search *q = y->q;
    uint32_t level = search_level(q, number);
    y->want_observed = store_get(y->w->view, number, y->want);
    for (uint32_t n = q->levels[level - 1]; n < q->levels[level]; n++) {
        y->observed = worker_get(y->w, n, y->w->cells);
        if (look_from(y, y->w->cells)) {
            *parent = n;
            return true;
        }
    }
    return false;
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

// The first move after which a node is lost is the one to blame, whichever ended the way.
static bool loses_node(replayer *y, const move *m)
{
    const program *p = y->q->space->p;
    uint32_t observed = y->observed;
    if (y->blamed || !y->last || y->q->run.problem != PROBLEM_LEAK ||
        !worker_make(y->w, y->cells, &observed) || !worker_leaks(y->w, y->cells))
        return false;
    const routine *r = &p->routines[m->method];
    const instr *i = m->kind == MOVE_STEP ? program_instr(p, m->pc, &r) : NULL;
    y->q->run.where = i ? i->at : r->method->at;
    return y->blamed = true;
}

static void record_trace(replayer *y, const move *m, const run *r)
{
    text what = {0}, where = {0};
    describe_move(&y->d, m, &what, &where);
    if (r->problem) {
        describe_read(&y->d, m, y->before, &what);
        text_add(&what, ": %s", problem_text((problem)r->problem));
    } else
        describe_changes(&y->d, m, y->before, y->cells, &what);
    for (uint32_t i = 0; i < m->lin; i++) {
        uint32_t thread = move_effect(m, i);
        if (thread == m->thread)
            text_add(&what, ", takes effect");
        else
            text_add(&what, ", thread %u takes effect", thread);
    }
    if (loses_node(y, m))
        text_add(&what, ": a node is lost");
    verdict_trace(y->v, m->thread, y->last_thread >= 0 && y->last_thread != m->thread, where.bytes,
                  what.bytes);
    y->last_thread = m->thread;
    text_fini(&what);
    text_fini(&where);
}

// Does the interpreter, which knows nothing of the compiled model, arrive at the
// same state, or fail in the same way?
static bool same_interpreted(replayer *y, const move *m, const run *was)
{
    const space *s = y->q->space;
    size_t size = s->p->layout.cells * sizeof *y->cells;
    run r = {.given = m->used};
    memcpy(r.choice, m->choice, sizeof r.choice);
    if (m->kind == MOVE_RETURN)
        return true; // the client's doing
    memcpy(y->again, y->before, size);
    if (m->kind == MOVE_CALL) {
        // What the client counts is none of the model's business.
        memcpy(y->again, y->cells, s->p->layout.shared * sizeof *y->again);
        interpret_call(s->p, y->again, m->thread, m->method, s->calls[m->call].args, &r);
    } else {
        interpret_step(s->p, y->again, m->thread, &r);
    }
    if (r.problem != was->problem || r.lin != was->lin || r.lins != was->lins ||
        r.blocked != was->blocked)
        return false;
    return r.problem ? r.where == was->where : memcmp(y->again, y->cells, size) == 0;
}

// Goes the way that was found, one move after the other.
static bool go(replayer *y)
{
    const space *s = y->q->space;
    size_t size = s->p->layout.cells * sizeof *y->cells;
    for (uint32_t i = 0; i < y->path_count; i++) {
        move m = y->path[i];
        run r = {.given = m.used};
        memcpy(r.choice, m.choice, sizeof r.choice);
        memcpy(y->before, y->cells, size);
        space_do(s, y->cells, &m, &r);
        if (!same_interpreted(y, &y->path[i], &r))
            return false;
        m.lin = y->q->o.marks ? m.lin : 0;
        record_event(y, &m);
        record_trace(y, &m, &r);
        if (r.problem)
            return y->last && i + 1 == y->path_count;
    }
    memcpy(y->before, y->cells, size);
    heap_normalise(&y->heap, y->before, y->cells);
    describer_follow(&y->d, &y->heap);
    y->observed = y->observed_after;
    return true;
}

static bool go_to(replayer *y, uint32_t number)
{
    y->want_observed = store_get(y->w->view, number, y->want);
    return look_from(y, y->cells) && go(y);
}

static bool follow(replayer *y, const uint32_t *path, size_t count)
{
    search *q = y->q;
    run r;
    y->observed = q->observer.start;
    space_start(q->space, y->before, &r);
    heap_normalise(&y->heap, y->before, y->cells);
    describer_init(&y->d, q->space, y->cells);
    for (size_t i = count - 1; i > 0; i--)
        if (!go_to(y, path[i - 1]))
            return false;
    if (q->end == SEARCH_STUCK) {
        text stands = {0};
        describe_waiting(&y->d, y->cells, &stands);
        if (stands.length)
            verdict_set(&y->v->detail, "%s", stands.bytes);
        text_fini(&stands);
    }
    if (q->end == SEARCH_STUCK || q->end == SEARCH_COMPLETE)
        return true;
    y->last = true;
    return look_from(y, y->cells) && go(y);
}

static bool replay_from(replayer *y)
{
    search *q = y->q;
    uint32_t *path = NULL;
    size_t count = 0, capacity = 0;
    bool ok = true;
    for (uint32_t at = q->last; ok;) {
        MEMORY_GROW(path, capacity, count + 1);
        path[count++] = at;
        if (at == 0)
            break;
        ok = find_parent(y, at, &at);
    }
    ok = ok && follow(y, path, count);
    free(path);
    return ok;
}

bool replay(search *q, lp_verdict *v, error *e)
{
    uint32_t cells = q->space->p->layout.cells;
    v->history = lp_history_new(q->space->pool);
    v->culprit = LP_NO_EVENT;
    if (search_count(q) == 0 || !q->levels)
        return true; // the very start failed: there is nothing to follow
    replayer *y = memory_new(1, sizeof *y);
    y->q = q;
    y->v = v;
    y->w = search_worker(q);
    y->last_thread = -1;
    y->cells = memory_new(cells, sizeof *y->cells);
    y->before = memory_new(cells, sizeof *y->before);
    y->again = memory_new(cells, sizeof *y->again);
    y->want = memory_new(q->code.words, sizeof *y->want);
    heap_init(&y->heap, &q->space->p->layout, q->o.raw_heap);
    store_enter(y->w->view);
    bool ok = replay_from(y);
    store_leave(y->w->view);
    if (q->end != SEARCH_VIOLATED)
        v->culprit = LP_NO_EVENT;
    describer_fini(&y->d);
    heap_fini(&y->heap);
    free(y->cells);
    free(y->before);
    free(y->again);
    free(y->want);
    free(y);
    return ok || error_set(e, "the counterexample could not be run again: this is a fault of "
                              "linchpin, please report it with the model");
}
