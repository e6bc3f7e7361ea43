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
    d->real_time = real_time;
    d->open = NOBODY;
    d->cut = UINT32_MAX;
    return d;
}

void dpor_free(dpor *d)
{
    if (!d)
        return;
    free(d->frames);
    free(d->accesses);
    free(d->sleepers);
    free(d->cells);
    free(d);
}

void dpor_begin(dpor *d)
{
    d->depth = 0;
    d->over = false;
    d->entered = d->count > d->cut;
    d->open = NOBODY;
    rt.recording = false;
}

void dpor_clear(dpor *d)
{
    d->count = d->access_count = d->sleeper_count = 0;
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

uint64_t dpor_bytes(const dpor *d)
{
    return d->capacity * sizeof(frame) + d->access_capacity * sizeof(cell_access) +
           d->sleeper_capacity * sizeof(sleeper);
}

static uint32_t sign_of(const fiber *f)
{
    const pending *n = &f->s.next;
    uint64_t h = ((uintptr_t)n->address ^ (uintptr_t)n->pc << 7 ^ n->kind) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}

static frame *push(dpor *d)
{
    MEMORY_GROW(d->frames, d->capacity, d->count + 1);
    frame *f = &d->frames[d->count++];
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
    while (count && d->frames[count - 1].is_choice)
        count--;
    return count ? &d->frames[count - 1] : NULL;
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
    const fiber_state *s = &rt.fibers[f->fiber].s;
    f->sign = sign_of(&rt.fibers[f->fiber]);
    f->event.kind = (uint8_t)s->next.kind;
    f->begins = s->competes && !s->begun;
    f->foreign = (uint32_t)s->next.extra;
}

static uint32_t again(dpor *d, const decision *at)
{
    uint32_t k = d->depth++;
    frame *f = &d->frames[k];
    if (f->is_choice != at->is_choice)
        return strategy_differs();
    if (f->is_choice)
        return f->choices == at->count ? f->taken : strategy_differs();
    uint32_t index = index_of(at, f->fiber);
    if (index == DECIDE_STOP)
        return strategy_differs();
    uint32_t sign = sign_of(&rt.fibers[f->fiber]);
    if (!f->settled) // taken for the first time
        note_step(f);
    if (f->settled)
        d->open = k;
    else
        begin_step(d, k);
    return f->sign == sign ? index : strategy_differs();
}

uint32_t dpor_decide(void *context, const decision *at)
{
    dpor *d = context;
    if (d->depth < d->count)
        return again(d, at);
    if (at->is_choice) {
        frame *f = push(d);
        f->is_choice = true;
        f->choices = at->count;
        d->depth++;
        return 0;
    }
    dpor_settle(d);
    if (d->restart) {
        ended.how = END_RESTART;
        return DECIDE_STOP;
    }
    if (d->count == d->cut) {
        d->entered = true;
        if (!d->enter(d->enter_context)) {
            ended.how = END_PRUNED;
            return DECIDE_STOP;
        }
    }
    frame *f = push(d);
    const frame *below = last_step(d, d->count - 1);
    if (below)
        inherit_sleep(d, f, below);
    for (uint32_t i = 0; i < at->count; i++)
        f->enabled |= bit(at->options[i]);
    if (below)
        f->spinning = below->spinning | (below->spin_from ? bit(below->fiber) : 0);
    f->enabled &= ~f->spinning;
    uint32_t index = 0;
    while (index < at->count && (f->asleep | f->spinning) & bit(at->options[index]))
        index++;
    if (index == at->count) {
        bool stuck = !f->enabled && !at->held && dpor_stuck(d, f->spinning);
        d->over = !f->enabled;
        d->count--;
        d->sleeper_count = f->sleepers_from;
        ended.how = stuck ? END_STUCK : END_PRUNED;
        return DECIDE_STOP;
    }
    f->exist = dpor_existing();
    f->fiber = (uint8_t)at->options[index];
    bool above = d->cut != UINT32_MAX && d->count <= d->cut;
    f->backtrack = above ? f->enabled : bit(f->fiber);
    note_step(f);
    begin_step(d, d->depth++);
    return index;
}

uint32_t dpor_decide_here(dpor *d)
{
    if (d->depth < d->count) {
        const frame *f = &d->frames[d->depth];
        if (f->is_choice || !f->settled || rt.prologues)
            return DECIDE_LATER;
        if (f->sign != sign_of(&rt.fibers[f->fiber]))
            return strategy_differs();
        d->open = d->depth++;
        return f->fiber;
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
    uint32_t k = d->count;
    frame *at = push(d);
    at->fiber = (uint8_t)f->number;
    at->exist = dpor_existing();
    rt.current = f;
    note_step(at);
    begin_step(d, k);
    footprint_step(&f->s.next);
    if (f->s.call_waits)
        step_now.flags |= STEP_CALL;
    dpor_settle(d);
    at = &d->frames[k];
    dpor_unlink(d, k);
    d->access_count = at->event.from;
    d->sleeper_count = at->sleepers_from;
    d->count--;
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
    if (over && !d->restart && d->depth == d->count)
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
    return f->backtrack & ~f->done & ~f->asleep & ~bit(f->fiber);
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
    for (uint32_t i = 0; i < d->count && weight > 1e-9; i++) {
        const frame *f = &d->frames[i];
        int all = f->is_choice ? (int)f->choices : __builtin_popcount(f->backtrack & ~f->asleep);
        int before_it = f->is_choice ? (int)f->taken : __builtin_popcount(f->done);
        done += weight * before_it / all;
        weight /= all;
    }
    return done;
}

bool dpor_has_more(const dpor *d)
{
    for (uint32_t i = d->count; i-- > 0;) {
        const frame *f = &d->frames[i];
        if (f->is_choice ? f->taken + 1 < f->choices : left_at(f) != 0)
            return true;
    }
    return false;
}

// All continuations by the fiber of this frame are explored: it enters the sleep set.
static bool next_fiber(dpor *d, uint32_t k)
{
    frame *f = &d->frames[k];
    if (f->settled)
        dpor_unlink(d, k);
    d->access_count = f->event.from + f->event.count;
    d->sleeper_count = f->sleepers_to;
    uint32_t left = left_at(f);
    f->done |= bit(f->fiber);
    if (!left)
        return false;
    if (!f->had_choice) {
        MEMORY_GROW(d->sleepers, d->sleeper_capacity, d->sleeper_count + 1);
        d->sleepers[d->sleeper_count++] = (sleeper){f->fiber, f->event};
        f->sleepers_to = d->sleeper_count;
    }
    f->had_choice = false;
    f->fiber = (uint8_t)__builtin_ctz(left);
    return true;
}

bool dpor_next(dpor *d)
{
    for (; d->count; d->count--) {
        uint32_t k = d->count - 1;
        frame *f = &d->frames[k];
        if (!f->is_choice) {
            if (next_fiber(d, k))
                return true;
            continue;
        }
        if (++f->taken == f->choices)
            continue;
        // The step that this is a part of has another outcome.
        while (d->frames[k].is_choice)
            k--;
        frame *step = &d->frames[k];
        if (step->settled)
            dpor_unlink(d, k);
        d->access_count = step->event.from;
        d->sleeper_count = step->sleepers_to;
        return true;
    }
    return false;
}

void dpor_schedule(const dpor *d, schedule *out)
{
    schedule_note_shared(out);
    for (uint32_t i = 0; i < d->depth; i++) {
        const frame *f = &d->frames[i];
        schedule_add(out, schedule_step(f->is_choice, f->is_choice ? f->taken : f->fiber));
    }
}
