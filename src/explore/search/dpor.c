// SPDX-License-Identifier: MIT
// See dpor.h. The path is a stack of frames, one for each decision. The event of
// a frame, with its clock and its accesses, is created at the next decision, since
// only then is known what the step touched. Backtracking removes events from the
// top; the events of the common prefix stay, and are not computed again when it is
// replayed.

#include "explore/search/dpor_state.h"

#include "base/memory.h"
#include "explore/interpose/sync.h"
#include "explore/search/decision_path.h"

#include <stdlib.h>
#include <string.h>

dpor *dpor_new(bool real_time)
{
    dpor *d = memory_new(1, sizeof *d);
    path_init(&d->path, sizeof(frame));
    d->real_time = real_time;
    d->open = NOBODY;
    d->cut = UINT32_MAX;
    return d;
}

void dpor_free(dpor *d)
{
    if (!d)
        return;
    path_fini(&d->path);
    free(d->accesses);
    free(d->sleepers);
    free(d->cells);
    free(d);
}

void dpor_begin(dpor *d)
{
    path_begin(&d->path);
    d->over = false;
    d->entered = d->path.count > d->cut;
    d->open = NOBODY;
    rt.recording = false;
}

void dpor_clear(dpor *d)
{
    path_clear(&d->path);
    d->access_count = d->sleeper_count = 0;
    d->restart = false;
    if (d->cells)
        memset(d->cells, 0, d->cell_capacity * sizeof *d->cells);
    memset(d->last, 0, sizeof d->last);
    memset(d->call, 0, sizeof d->call);
    memset(d->returned, 0, sizeof d->returned);
    memset(d->born, 0, sizeof d->born);
    memset(d->opaque, 0, sizeof d->opaque);
    memset(d->began, 0, sizeof d->began);
}

static uint32_t sign_of(const fiber *f)
{
    return (uint32_t)(path_sign(0, f) >> 32);
}

static frame *push(dpor *d)
{
    frame *f = path_room(&d->path);
    d->path.count++;
    // All but the clock, which is made with the event.
    memset(f, 0, offsetof(frame, clock));
    f->sleepers_from = f->sleepers_to = d->sleeper_count;
    return f;
}

// A thread in the parent's sleep set stays asleep unless its next step depends on the
// step just taken.
static void inherit_sleep(dpor *d, frame *f, const frame *below)
{
    for (uint32_t i = below->sleepers_from; i < below->sleepers_to; i++) {
        if (dpor_depend(d, &d->sleepers[i].event, &below->event))
            continue;
        MEMORY_GROW(d->sleepers, d->sleeper_capacity, d->sleeper_count + 1);
        d->sleepers[d->sleeper_count++] = d->sleepers[i];
        f->asleep |= bit(d->sleepers[i].fiber);
    }
    f->sleepers_to = d->sleeper_count;
}

static const frame *last_step(const dpor *d, uint32_t count)
{
    while (count && frames(d)[count - 1].at.is_choice)
        count--;
    return count ? &frames(d)[count - 1] : NULL;
}

static uint32_t index_of(const decision *at, uint32_t number)
{
    for (uint32_t i = 0; i < at->count; i++)
        if (at->options[i] == number)
            return i;
    return DECIDE_STOP;
}

// The step of this frame runs next.
static void begin_step(dpor *d, uint32_t k)
{
    footprint_begin();
    d->open = k;
    rt.recording = true;
}

static void note_step(frame *f)
{
    const fiber_state *s = &rt.fibers[fiber_of(f)].s;
    f->at.sign = sign_of(&rt.fibers[fiber_of(f)]);
    f->event.kind = (uint8_t)s->next.kind;
    f->begins = s->competes && !s->begun;
    f->foreign = (uint32_t)s->next.extra;
}

static uint32_t again(dpor *d, const decision *at)
{
    uint32_t k = d->path.depth++;
    frame *f = &frames(d)[k];
    if (f->at.is_choice != at->is_choice)
        return strategy_differs();
    if (f->at.is_choice)
        return f->answers == at->count ? f->at.taken : strategy_differs();
    uint32_t index = index_of(at, fiber_of(f));
    if (index == DECIDE_STOP)
        return strategy_differs();
    uint32_t sign = sign_of(&rt.fibers[fiber_of(f)]);
    if (!f->settled) // taken for the first time
        note_step(f);
    if (f->settled)
        d->open = k;
    else
        begin_step(d, k);
    return f->at.sign == sign ? index : strategy_differs();
}

uint32_t dpor_decide(void *context, const decision *at)
{
    dpor *d = context;
    if (d->path.depth < d->path.count)
        return again(d, at);
    if (at->is_choice) {
        frame *f = push(d);
        f->at.is_choice = true;
        f->answers = at->count;
        d->path.depth++;
        return 0;
    }
    dpor_settle(d);
    if (d->restart) {
        ended.how = END_RESTART;
        return DECIDE_STOP;
    }
    if (d->path.count == d->cut) {
        d->entered = true;
        if (!d->enter(d->enter_context)) {
            ended.how = END_PRUNED;
            return DECIDE_STOP;
        }
    }
    frame *f = push(d);
    const frame *below = last_step(d, d->path.count - 1);
    if (below)
        inherit_sleep(d, f, below);
    for (uint32_t i = 0; i < at->count; i++)
        f->enabled |= bit(at->options[i]);
    if (below)
        f->spinning = below->spinning | (below->spin_from ? bit(fiber_of(below)) : 0);
    f->enabled &= ~f->spinning;
    uint32_t index = 0;
    while (index < at->count && (f->asleep | f->spinning) & bit(at->options[index]))
        index++;
    if (index == at->count) {
        bool stuck = !f->enabled && !at->held && dpor_stuck(d, f->spinning);
        d->over = !f->enabled;
        d->path.count--;
        d->sleeper_count = f->sleepers_from;
        ended.how = stuck ? END_STUCK : END_PRUNED;
        return DECIDE_STOP;
    }
    f->exist = dpor_existing();
    f->at.taken = (uint8_t)at->options[index];
    bool above = d->cut != UINT32_MAX && d->path.count <= d->cut;
    f->backtrack = above ? f->enabled : bit(fiber_of(f));
    note_step(f);
    begin_step(d, d->path.depth++);
    return index;
}

uint32_t dpor_decide_here(dpor *d)
{
    if (d->path.depth < d->path.count) {
        const frame *f = &frames(d)[d->path.depth];
        if (f->at.is_choice || !f->settled || rt.prologues)
            return DECIDE_LATER;
        if (f->at.sign != sign_of(&rt.fibers[fiber_of(f)]))
            return strategy_differs();
        d->open = d->path.depth++;
        return fiber_of(f);
    }
    decision at;
    decision_collect(&at);
    if (!at.count)
        return DECIDE_LATER;
    uint32_t index = dpor_decide(d, &at);
    return index == DECIDE_STOP ? index : at.options[index];
}

// A thread that is blocked for ever still races with the step that took what it waits for.
// Its pending step is settled as if it had been taken, and removed again.
static void settle_waiting(dpor *d, fiber *f)
{
    uint32_t k = d->path.count;
    frame *at = push(d);
    at->at.taken = (uint8_t)f->number;
    at->exist = dpor_existing();
    rt.current = f;
    note_step(at);
    begin_step(d, k);
    footprint_step(&f->s.next);
    if (f->s.call_waits)
        step_now.flags |= STEP_CALL;
    dpor_settle(d);
    at = &frames(d)[k];
    dpor_unlink(d, k);
    d->access_count = at->event.from;
    d->sleeper_count = at->sleepers_from;
    d->path.count--;
}

// A thread that is not waiting either spins, and its steps are settled, or is held back
// for a symmetric thread.
static void settle_all_waiting(dpor *d)
{
    fiber *last = rt.current;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        fiber *f = &rt.fibers[i];
        bool waits = f->s.status == FIBER_PARKED && f->s.next.kind != OP_JOIN_ALL;
        if (waits && !fiber_enabled(f) && !d->restart)
            settle_waiting(d, f);
    }
    rt.current = last;
}

static void settle_end(dpor *d)
{
    dpor_settle(d);
    bool over = ended.how == END_DEADLOCK || d->over;
    if (over && !d->restart && d->path.depth == d->path.count)
        settle_all_waiting(d);
    rt.recording = false;
    if (d->restart)
        ended.how = END_RESTART;
    // Threads that still have a next step were cut off by the end of main.
    if (ended.how == END_COMPLETE)
        for (uint32_t i = 0; i < rt.fiber_count; i++)
            if (rt.fibers[i].s.status == FIBER_PARKED)
                learnt.irreducible = true;
}

void dpor_end(dpor *d)
{
    if (ended.how != END_RESTART)
        settle_end(d);
    if (d->cut != UINT32_MAX && !d->entered)
        d->enter(d->enter_context);
}

static uint32_t left_at(const frame *f)
{
    return f->backtrack & ~f->done & ~f->asleep & ~bit(fiber_of(f));
}

void dpor_cut(dpor *d, uint32_t depth, bool (*enter)(void *context), void *context)
{
    d->cut = depth;
    d->enter = enter;
    d->enter_context = context;
}

double dpor_part_done(const dpor *d)
{
    double done = 0, weight = 1;
    for (uint32_t i = 0; i < d->path.count && weight > 1e-9; i++) {
        const frame *f = &frames(d)[i];
        int all = f->at.is_choice ? (int)f->answers : __builtin_popcount(f->backtrack & ~f->asleep);
        int before_it = f->at.is_choice ? (int)f->at.taken : __builtin_popcount(f->done);
        done += weight * before_it / all;
        weight /= all;
    }
    return done;
}

bool dpor_has_more(const dpor *d)
{
    for (uint32_t i = d->path.count; i-- > 0;) {
        const frame *f = &frames(d)[i];
        if (f->at.is_choice ? f->at.taken + 1u < f->answers : left_at(f) != 0)
            return true;
    }
    return false;
}

// All continuations by the fiber of this frame are explored: it enters the sleep set.
static bool next_fiber(dpor *d, uint32_t k)
{
    frame *f = &frames(d)[k];
    if (f->settled)
        dpor_unlink(d, k);
    d->access_count = f->event.from + f->event.count;
    d->sleeper_count = f->sleepers_to;
    uint32_t left = left_at(f);
    f->done |= bit(fiber_of(f));
    if (!left)
        return false;
    if (!f->had_choice) {
        MEMORY_GROW(d->sleepers, d->sleeper_capacity, d->sleeper_count + 1);
        d->sleepers[d->sleeper_count++] = (sleeper){fiber_of(f), f->event};
        f->sleepers_to = d->sleeper_count;
    }
    f->had_choice = false;
    f->at.taken = (uint8_t)__builtin_ctz(left);
    return true;
}

bool dpor_next(dpor *d)
{
    for (; d->path.count; d->path.count--) {
        uint32_t k = d->path.count - 1;
        frame *f = &frames(d)[k];
        if (!f->at.is_choice) {
            if (next_fiber(d, k))
                return true;
            continue;
        }
        if (++f->at.taken == f->answers)
            continue;
        // The step that this is a part of has another outcome.
        while (frames(d)[k].at.is_choice)
            k--;
        frame *step = &frames(d)[k];
        if (step->settled)
            dpor_unlink(d, k);
        d->access_count = step->event.from;
        d->sleeper_count = step->sleepers_to;
        return true;
    }
    return false;
}
