// SPDX-License-Identifier: MIT
// See find_progress.h.

#include "verify/find_progress.h"

#include "base/memory.h"
#include "verify/search/partial_deadlock.h"
#include "verify/search/state_edges.h"

#include <stdlib.h>

static const struct promise {
    const char *name, *kept, *round;
    bool waits;    // operations may wait for others
    bool each;     // looked at thread by thread
    run_view view; // of runs that break it,
    bool steps;    // in which that thread makes steps
} promises[] = {
    [PROGRESS_WAITFREE] = {"wait-free",
                           "every operation returns after finitely many of its own steps",
                           "an operation takes steps for ever and does not return", .each = true,
                           .view = RUN_OPEN, .steps = true},
    [PROGRESS_LOCKFREE] = {"lock-free",
                           "while steps are taken, operations return, whoever is not run any more",
                           "steps are taken for ever, and no operation returns",
                           .view = RUN_SILENT},
    [PROGRESS_OBSTRUCTIONFREE] = {"obstruction-free", "an operation that runs alone returns",
                                  "an operation runs alone for ever and does not return",
                                  .each = true, .view = RUN_ALONE},
    [PROGRESS_STARVATIONFREE] = {"starvation-free",
                                 "every operation returns, if each thread gets its turns",
                                 "each thread gets its turns, and an operation does not return",
                                 .waits = true, .each = true, .view = RUN_OPEN},
    [PROGRESS_DEADLOCKFREE] = {"deadlock-free",
                               "some open operation returns, if each thread gets its turns",
                               "each thread gets its turns, and no operation returns",
                               .waits = true, .view = RUN_SILENT},
};

const char *progress_name(progress p)
{
    return promises[p].name;
}

const char *progress_kept(progress p)
{
    return promises[p].kept;
}

const char *progress_broken(progress p, bool rounds)
{
    return rounds              ? promises[p].round
           : promises[p].waits ? "all open operations wait"
                               : "an operation waits for another thread";
}

typedef struct sought {
    search *q;
    uint32_t state; // the earliest that was found; UINT32_MAX: none
    bool rounds;    // from there to it, on the lap; else somebody waits there
    lap lap;
} sought;

static bool note_mover(void *context, const edge *e)
{
    uint32_t *can = context;
    *can |= e->kind != LABEL_CALL ? 1u << e->thread : 0;
    return true;
}

// The earliest state in which somebody waits, or all open operations do. False: the limits.
static bool find_waiting(sought *s, bool all)
{
    size_t count;
    uint32_t *states = search_waits(s->q, &count);
    edges g;
    edges_begin(&g, s->q);
    g.steps_only = true;
    bool ok = true;
    for (size_t i = 0; ok && i < count && states[i] < s->state; i++) {
        uint32_t can = 0;
        ok = edges_each(&g, states[i], note_mover, &can);
        if (ok && (!all || !(edges_open(&g) & can)))
            s->state = states[i];
    }
    edges_end(&g);
    if (!ok)
        edges_give_up(s->q, g.broken);
    free(states);
    return ok;
}

static bool note_earliest(void *context, uint32_t state, uint32_t observed)
{
    (void)observed;
    uint32_t *earliest = context;
    *earliest = state < *earliest ? state : *earliest;
    return true;
}

// Runs that go round, of one thread if the promise is looked at by thread. False: the limits.
static bool find_rounds(sought *s, const struct promise *p, uint32_t thread)
{
    lap found = {0};
    uint32_t earliest = UINT32_MAX;
    divergence_options o = {.assumed = p->waits ? SCHEDULING_FAIR : SCHEDULING_WAKEUPS,
                            .calls = !s->q->system->optional,
                            .view = p->view,
                            .thread = thread,
                            .steps = p->steps,
                            .found = note_earliest,
                            .context = &earliest,
                            .lap = &found};
    divergence_end end = divergence_find(s->q, &o);
    if (end == DIVERGENCE_DONE && earliest < s->state) {
        s->state = earliest;
        s->rounds = true;
        lap_fini(&s->lap);
        s->lap = found;
    } else {
        lap_fini(&found);
    }
    if (end != DIVERGENCE_DONE)
        edges_give_up(s->q, end == DIVERGENCE_FAULT);
    return end == DIVERGENCE_DONE;
}

void job_find_progress(job *j, search *q)
{
    const struct promise *p = &promises[j->v->progress];
    sought s = {.q = q, .state = UINT32_MAX};
    bool ok = find_waiting(&s, p->waits);
    // Without loops nobody makes steps for ever; but somebody may wait while others call and return.
    bool may = divergence_possible(q->system->p) || (p->waits && p->each);
    for (uint32_t t = 0; ok && may && t < (p->each ? q->system->p->threads : 1); t++)
        ok = find_rounds(&s, p, t);
    if (ok && s.state != UINT32_MAX) {
        q->end = SEARCH_STUCK;
        q->stuck = s.rounds ? STUCK_SPINNING : STUCK_SOME;
        q->last = s.state;
        j->lap = s.lap;
        q->lap = j->lap.states;
        q->lap_count = j->lap.count;
    } else {
        lap_fini(&s.lap);
    }
}

struct progress_run {
    struct {
        label_kind kind;
        uint32_t thread;
    } * moves;
    size_t count, capacity;
};

void progress_note(void *context, const move *m)
{
    struct progress_run **of = context, *shown = *of;
    if (!shown)
        shown = *of = memory_new(1, sizeof *shown);
    MEMORY_GROW(shown->moves, shown->capacity, shown->count + 1);
    shown->moves[shown->count].kind = m->kind;
    shown->moves[shown->count++].thread = m->thread;
}

void progress_run_free(struct progress_run *shown)
{
    if (shown)
        free(shown->moves);
    free(shown);
}

bool progress_confirmed(const struct progress_run *shown, progress p, size_t rounds)
{
    uint32_t open = 0, stepped = 0, touched = 0; // threads; the last two of the way round
    if (!shown || shown->count < rounds)
        return false;
    for (size_t i = 0; i < shown->count; i++) {
        uint32_t thread = 1u << shown->moves[i].thread;
        bool step = shown->moves[i].kind == LABEL_INTERNAL, round = i >= shown->count - rounds;
        open = shown->moves[i].kind == LABEL_CALL     ? open | thread
               : shown->moves[i].kind == LABEL_RETURN ? open & ~thread
                                                      : open;
        stepped |= round && step ? thread : 0;
        touched |= round && !step ? thread : 0;
    }
    uint32_t kept = open & ~touched; // open all the way round
    switch (p) {
    case PROGRESS_WAITFREE:
        return (kept & stepped) != 0;
    case PROGRESS_STARVATIONFREE:
        return kept != 0;
    case PROGRESS_OBSTRUCTIONFREE:
        return !touched && stepped && !(stepped & (stepped - 1));
    case PROGRESS_LOCKFREE:
        return !touched && stepped;
    case PROGRESS_DEADLOCKFREE:
        return !touched && kept;
    }
    return false;
}
