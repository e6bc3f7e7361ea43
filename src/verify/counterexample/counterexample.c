// SPDX-License-Identifier: MIT
// See counterexample.h.

#include "verify/counterexample/counterexample.h"

#include "base/memory.h"
#include "judge/evidence/chart_evidence.h"
#include "judge/evidence/step_evidence.h"
#include "judge/evidence/thread_evidence.h"
#include "verify/counterexample/claim_text.h"
#include "verify/counterexample/memory_record.h"
#include "verify/counterexample/message_chart.h"
#include "verify/counterexample/problem_text.h"

#include <stdlib.h>
#include <string.h>

// What the steps of a longer trace do to memory would take longer to write than to find.
enum { MOST_STEPS = 10000 };

typedef struct explanation {
    search *q;
    worker *w;
    lp_verdict *v;
    uint32_t observed;
    heap heap;
    describer d;
    uint32_t open[MODEL_MAX_THREADS + 1]; // each process's operation, + 1
    int64_t last_thread;
    int32_t *cells, *before; // where we are, and were
    int32_t *again;          // where the interpreter is
    bool blamed;             // the move that lost a node was found
    bool events;             // there is a history
    bool memory;             // what steps do to it is wanted
    bool whole;              // the last move was made to its end
    memory_record record;
} explanation;

void way_add(way *w, const move *m, bool ends)
{
    MEMORY_GROW(w->moves, w->capacity, (size_t)w->count + 1);
    MEMORY_GROW(w->ends, w->end_capacity, (size_t)w->count + 1);
    w->moves[w->count] = *m;
    w->ends[w->count++] = ends;
}

void way_fini(way *w)
{
    free(w->moves);
    free(w->ends);
}

static void record_event(explanation *y, const move *m)
{
    lp_history *h = y->v->history;
    const transition_system *s = y->q->system;
    const history_event v = system_event(s, m);
    if (v.kind != LABEL_CALL && v.kind != LABEL_RETURN)
        return;
    if ((v.kind == LABEL_CALL) == (y->open[v.process] != 0)) {
        y->q->unpaired = &s->labels[v.method];
    } else if (v.kind == LABEL_CALL) {
        const char *name = system_operation(s, v.method);
        y->open[v.process] =
            1 + lp_history_call(h, v.process, lp_string(s->pool, name, strlen(name)), v.value);
    } else {
        y->v->culprit = y->open[v.process] - 1;
        lp_history_return(h, y->v->culprit, v.value);
        y->open[v.process] = 0;
    }
}

// The first move after which a node is lost is the one to blame, whichever ended the way.
static bool loses_node(explanation *y, const move *m)
{
    const program *p = y->q->system->p;
    uint32_t observed = y->observed;
    if (y->blamed || y->q->run.problem != PROBLEM_LEAK || !worker_make(y->w, y->cells, &observed) ||
        !worker_leaks(y->w, y->cells))
        return false;
    const routine *r = &p->routines[m->method];
    const instr *i = m->kind == LABEL_INTERNAL ? program_instr(p, m->pc, &r) : NULL;
    y->q->run.where = i ? i->at : r->method->at;
    return y->blamed = true;
}

static void record_trace(explanation *y, const move *m, const run *r)
{
    text what = {0}, where = {0};
    describe_move(&y->d, m, y->before, &what, &where);
    y->whole = !r->problem;
    if (describe_broken_claim(&y->d, m, r, y->before, y->cells, &what)) {
        y->whole = true; // it is looked at when all is done
        // Its values say what is wrong.
    } else if (r->problem) {
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
    int64_t thread = y->q->system->front->component ? (int64_t)m->thread : LP_NO_THREAD;
    verdict_trace(y->v, thread, y->last_thread >= 0 && y->last_thread != m->thread, where.bytes,
                  what.bytes);
    chart_move(&y->d, m, y->before, r->problem ? y->before : y->cells, y->v);
    if (m->kind == LABEL_CALL)
        verdict_trace_call(y->v);
    if (y->events)
        verdict_events(y->v, y->v->history->event_count);
    if (y->memory)
        describe_access(&y->d, m, y->before, r->problem ? NULL : y->cells, y->v);
    y->last_thread = m->thread;
    text_fini(&what);
    text_fini(&where);
}

// Does the interpreter, which knows nothing of the compiled model, arrive at the
// same state, or fail in the same way?
static bool same_interpreted(explanation *y, const move *m, const run *was)
{
    const transition_system *s = y->q->system;
    size_t size = s->p->layout.cells * sizeof *y->cells;
    move again = *m;
    run r = {.given = m->used};
    memcpy(r.choice, m->choice, sizeof r.choice);
    memcpy(y->again, y->before, size);
    system_interpret(s, y->again, &again, &r);
    if (r.problem != was->problem || r.lin != was->lin || r.lins != was->lins ||
        r.blocked != was->blocked)
        return false;
    return r.problem ? r.where == was->where : memcmp(y->again, y->cells, size) == 0;
}

static void normalise(explanation *y)
{
    memcpy(y->before, y->cells, y->q->system->p->layout.cells * sizeof *y->cells);
    heap_normalise(&y->heap, y->before, y->cells);
    describer_follow(&y->d, &y->heap);
}

static bool explain_move(explanation *y, const move *given, run *r)
{
    move m = *given;
    *r = (run){.given = m.used};
    memcpy(r->choice, m.choice, sizeof r->choice);
    memcpy(y->before, y->cells, y->q->system->p->layout.cells * sizeof *y->cells);
    system_do(y->q->system, y->cells, &m, r);
    if (!same_interpreted(y, given, r))
        return false;
    m.lin = y->q->o.marks ? m.lin : 0;
    if (y->q->o.followed)
        y->q->o.followed(y->q->o.follower, &m);
    record_event(y, &m);
    record_trace(y, &m, r);
    return true;
}

// Does the last move fail as it did in the search, if it did?
static bool ends_so(const search *q, const run *r)
{
    bool fails = q->end == SEARCH_PROBLEM && q->run.problem != PROBLEM_LEAK &&
                 q->run.problem != PROBLEM_DIFFERS;
    return fails ? r->problem == q->run.problem && r->where == q->run.where : !r->problem;
}

static void note_state(explanation *y)
{
    enum { MOST_STATES = 1000 };
    state_trail *t = y->q->o.trail;
    if (!t || t->count == MOST_STATES)
        return;
    t->width = y->q->system->p->layout.cells;
    MEMORY_GROW(t->cells, t->capacity, (t->count + 1) * t->width);
    memcpy(t->cells + t->count * t->width, y->cells, t->width * sizeof *t->cells);
    MEMORY_GROW_ZERO(t->words, t->word_capacity, t->count + 1);
    if (y->q->system->front->show)
        describe_shared(&y->d, y->cells, &t->words[t->count]);
    t->count++;
}

static bool explain_all(explanation *y, const way *w)
{
    run r = {0};
    system_start(y->q->system, y->before, &r);
    heap_normalise(&y->heap, y->before, y->cells);
    describer_init(&y->d, y->q->system, y->cells);
    if (y->q->o.trail)
        state_trail_clear(y->q->o.trail);
    note_state(y);
    if (y->memory)
        memory_record_start(&y->record, &y->d, y->cells, y->v);
    for (uint32_t i = 0; i < w->count; i++) {
        if (!explain_move(y, &w->moves[i], &r))
            return false;
        if (r.problem && i + 1 < w->count)
            return false;
        if (!r.problem && w->ends[i] && y->memory)
            memory_record_full(&y->record, &y->d, y->cells);
        if (!r.problem && w->ends[i])
            normalise(y);
        if (!r.problem)
            note_state(y);
        if (y->whole && y->memory)
            memory_record_step(&y->record, &y->d, y->cells);
    }
    return ends_so(y->q, &r);
}

// Can the thread not go on, in no way?
static bool waits(explanation *y, uint32_t thread)
{
    const transition_system *s = y->q->system;
    run r = {0};
    move m;
    if (!system_forced(s, y->cells, thread, &m))
        return false;
    do {
        memcpy(y->again, y->cells, s->p->layout.cells * sizeof *y->again);
        run_reset(&r);
        system_do(s, y->again, &m, &r);
        if (!r.blocked)
            return false;
    } while (run_next(&r));
    return true;
}

// The lines that the thread goes through, lap after lap.
static void add_round(explanation *y, const way *w, uint32_t thread)
{
    const program *p = y->q->system->p;
    uint32_t last = 0, count = 0;
    for (uint32_t i = w->stem; i < w->count; i++) {
        const routine *r;
        const instr *at = program_instr(p, w->moves[i].pc, &r);
        uint32_t line, column;
        if (w->moves[i].thread != thread || !at)
            continue;
        source_position(&p->model->source, at->at, &line, &column);
        if (count == 0)
            verdict_turning(y->v, thread);
        if (count == 0 || line != last)
            verdict_turning_line(y->v, line);
        last = line;
        count++;
    }
}

static void add_who_is_stuck(explanation *y)
{
    uint32_t threads = 0;
    for (uint32_t t = 0; t < y->q->system->p->threads; t++)
        threads |= waits(y, t) ? 1u << t : 0;
    describe_waiting(&y->d, y->cells, threads, y->v);
}

static void add_lap(explanation *y, const way *w)
{
    verdict_cycle(y->v, w->count - w->stem, false);
    for (uint32_t t = 0; y->q->system->front->component && t < y->q->system->p->threads; t++)
        add_round(y, w, t);
}

// Of a simulation: what both sides hold where it fails, as far as it is not as at the start.
static void add_sides(explanation *y)
{
    const transition_system *s = y->q->system;
    const simulation *of = s->p->object->simulates;
    const int32_t *at = y->q->end == SEARCH_PROBLEM ? y->before : y->cells;
    if (!of || (y->q->end != SEARCH_PROBLEM && y->q->end != SEARCH_INVARIANT))
        return;
    run r;
    text from = {0}, to = {0};
    system_start(s, y->again, &r);
    describe_difference(&y->d, y->again, at, false, &from);
    describe_difference(&y->d, y->again, at, true, &to);
    verdict_set(&y->v->detail, "%s, since the start: %s\n%s, since the start: %s", of->from,
                from.length ? from.bytes : "nothing has changed", of->to,
                to.length ? to.bytes : "nothing has changed");
    text_fini(&from);
    text_fini(&to);
}

bool counterexample_explain(search *q, worker *w, const way *moves, uint32_t observed,
                            lp_verdict *v)
{
    uint32_t cells = q->system->p->layout.cells;
    explanation *y = memory_new(1, sizeof *y);
    y->q = q;
    y->w = w;
    y->v = v;
    y->observed = observed;
    y->last_thread = -1;
    y->events = q->system->front->component || q->system->events;
    y->memory = q->o.steps && moves->count <= MOST_STEPS;
    y->cells = memory_new(cells, sizeof *y->cells);
    y->before = memory_new(cells, sizeof *y->before);
    y->again = memory_new(cells, sizeof *y->again);
    heap_init(&y->heap, &q->system->p->layout, q->o.heap);
    bool ok = explain_all(y, moves);
    if (ok) {
        chart_finish(&y->d, y->cells, v);
        add_sides(y);
    } else {
        chart_clear(v);
        memory_clear(v);
    }
    if (ok && q->end == SEARCH_STUCK)
        add_who_is_stuck(y);
    if (ok && (q->end == SEARCH_STUCK ? q->lap_count > 0
                                      : q->end == SEARCH_LASSO && moves->count > moves->stem))
        add_lap(y, moves);
    memory_record_fini(&y->record);
    describer_fini(&y->d);
    heap_fini(&y->heap);
    free(y->cells);
    free(y->before);
    free(y->again);
    free(y);
    return ok;
}
