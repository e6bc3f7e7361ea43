// SPDX-License-Identifier: MIT
// See dpor.h. The path is a stack of frames, one for each decision. A frame's
// event, with its clock and its place in the lists of accesses, is made when
// the step has been taken, that is at the next decision: only then is known
// what it touched. When a path is left, events are taken out again from the
// top; what is below stays as it is and costs nothing when it is run again.

#include "explore/dpor.h"

#include "base/memory.h"
#include "explore/footprint.h"
#include "explore/path.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = UINT32_MAX, SHORT_CLOCK = 8 };

// One access of an event, in the list of its cell.
typedef struct access {
    touch touch;
    uint32_t frame;
    uint32_t before; // the access before it + 1; 0: none
} access;

typedef struct event {
    uint32_t from, count; // accesses
    uint8_t flags, kind;
} event;

typedef struct sleeper {
    uint32_t fiber;
    event event;
} sleeper;

typedef struct frame {
    bool is_choice, had_choice, settled;
    uint8_t fiber;
    uint32_t choices, taken;
    uint32_t exist, enabled, backtrack, done, asleep; // sets of fibers
    uint32_t sign;
    uint32_t sleepers_from, sleepers_to;
    event event;
    uint32_t last_before, call_before, return_before; // of its fiber, to put back
    uint32_t clock[FIBERS_MAX]; // of each fiber: the last frame + 1 that happens before
} frame;

struct dpor {
    bool real_time;
    frame *frames;
    uint32_t count, capacity, depth;
    access *accesses;
    uint32_t access_count, access_capacity;
    sleeper *sleepers;
    uint32_t sleeper_count, sleeper_capacity;
    uint32_t *cells; // the last access + 1
    uint32_t cell_capacity;
    // Of each fiber, as frame + 1: its last step, call, return; what started it.
    uint32_t last[FIBERS_MAX], call[FIBERS_MAX], returned[FIBERS_MAX], born[FIBERS_MAX];
    bool many;     // more than SHORT_CLOCK threads
    bool restart;  // something that rode is hot
    uint32_t open; // the frame whose step runs, NOBODY: none
};

dpor *dpor_new(bool real_time)
{
    dpor *d = memory_new(1, sizeof *d);
    d->real_time = real_time;
    d->open = NOBODY;
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
}

uint64_t dpor_bytes(const dpor *d)
{
    return d->capacity * sizeof(frame) + d->access_capacity * sizeof(access) +
           d->sleeper_capacity * sizeof(sleeper);
}

static uint32_t bit(uint32_t number)
{
    return 1u << number;
}

// Is frame `i` ordered before the event with this clock?
static bool before(const dpor *d, uint32_t i, const uint32_t *clock)
{
    return clock[d->frames[i].fiber] > i;
}

static bool conflict(touch a, touch b)
{
    return touch_cell(a) == touch_cell(b) && ((a | b) & 1) && !((a | b) & 2);
}

static bool depend(const dpor *d, const event *a, const event *b)
{
    uint32_t crossed = (uint32_t)(a->flags & STEP_CALL && b->flags & STEP_RETURN) |
                       (uint32_t)(a->flags & STEP_RETURN && b->flags & STEP_CALL);
    if (d->real_time && crossed)
        return true;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (conflict(d->accesses[a->from + i].touch, d->accesses[b->from + k].touch))
                return true;
    return false;
}

// The earlier order of the race between frames i and k was explored; the other
// one begins, at i, with any thread whose first step after i needs nothing that
// comes after i. If one of them is explored there, or has been, that is enough.
static void add_race(dpor *d, uint32_t i, uint32_t k)
{
    frame *at = &d->frames[i];
    uint32_t first[FIBERS_MAX], seen = 0, initials = 0, known = at->backtrack | at->asleep;
    for (uint32_t j = i + 1; j <= k; j++) {
        const frame *f = &d->frames[j];
        if (f->is_choice || seen & bit(f->fiber) || (j < k && before(d, i, f->clock)))
            continue;
        bool free = true;
        for (uint32_t left = seen; left && free; left &= left - 1) {
            uint32_t t = (uint32_t)__builtin_ctz(left);
            free = f->clock[t] <= first[t];
        }
        seen |= bit(f->fiber);
        first[f->fiber] = j;
        if (free && known & bit(f->fiber))
            return;
        if (free)
            initials |= bit(f->fiber);
    }
    initials &= at->enabled;
    if (!initials)
        return; // the step was possible only because of the one it races with
    uint32_t own = bit(d->frames[k].fiber);
    at->backtrack |= initials & own ? own : initials & -initials;
}

typedef struct race_list {
    uint32_t frames[4 * FIBERS_MAX];
    uint32_t count;
} race_list;

static void race_list_add(dpor *d, race_list *r, uint32_t k, uint32_t i)
{
    const frame *f = &d->frames[k];
    if (d->frames[i].fiber == f->fiber || before(d, i, f->clock))
        return;
    for (uint32_t n = 0; n < r->count; n++)
        if (r->frames[n] == i)
            return;
    if (r->count == sizeof r->frames / sizeof *r->frames) {
        rt.irreducible = true; // more than can be kept in mind: search without
        return;
    }
    r->frames[r->count++] = i;
}

// Giving back does not compete with taking: what took it before that does.
static bool gives_back(const event *e)
{
    return e->kind == OP_UNLOCK || e->kind == OP_WAIT ||
           (e->kind == OP_TRYLOCK && !(e->flags & STEP_ACQUIRE));
}

static bool takes_alone(op_kind kind)
{
    return kind == OP_LOCK || kind == OP_SPINLOCK || kind == OP_RELOCK || kind == OP_SLEEP ||
           kind == OP_SEMAPHORE || kind == OP_ONCE;
}

// A step that may wait: all that touched the cell, back to what took it last.
static void races_of_waiting(dpor *d, race_list *r, uint32_t k, touch t)
{
    op_kind kind = d->frames[k].event.kind;
    for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
        const access *a = &d->accesses[n - 1];
        const event *e = &d->frames[a->frame].event;
        if (touch_rides(a->touch))
            continue;
        if (touch_writes(a->touch) && before(d, a->frame, d->frames[k].clock))
            break;
        if (!takes_alone(kind) || !gives_back(e))
            race_list_add(d, r, k, a->frame);
        if (takes_alone(kind) && e->flags & STEP_ACQUIRE)
            break;
    }
}

// Else: the last write, or what has read since.
static void races_of_access(dpor *d, race_list *r, uint32_t k, touch t)
{
    for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
        const access *a = &d->accesses[n - 1];
        if (!touch_rides(a->touch) && (touch_writes(a->touch) || touch_writes(t)))
            race_list_add(d, r, k, a->frame);
        if (touch_writes(a->touch))
            break;
    }
}

static void races_of_history(dpor *d, race_list *r, uint32_t k)
{
    uint32_t flags = d->frames[k].event.flags;
    for (uint32_t t = 0; t < rt.fiber_count; t++) {
        if (flags & STEP_CALL && d->returned[t])
            race_list_add(d, r, k, d->returned[t] - 1);
        if (flags & STEP_RETURN && d->call[t])
            race_list_add(d, r, k, d->call[t] - 1);
    }
}

// Few threads are the rule: their clocks are short.
static void merge(const dpor *d, uint32_t *clock, const uint32_t *with)
{
    for (uint32_t t = 0; t < SHORT_CLOCK; t++)
        clock[t] = clock[t] > with[t] ? clock[t] : with[t];
    for (uint32_t t = SHORT_CLOCK; d->many && t < FIBERS_MAX; t++)
        clock[t] = clock[t] > with[t] ? clock[t] : with[t];
}

static size_t clock_size(const dpor *d)
{
    return (d->many ? FIBERS_MAX : SHORT_CLOCK) * sizeof(uint32_t);
}

// The clock of the thread before this step.
static void inherit(dpor *d, frame *f)
{
    uint32_t last = d->last[f->fiber] ? d->last[f->fiber] : d->born[f->fiber];
    if (last)
        memcpy(f->clock, d->frames[last - 1].clock, clock_size(d));
    else
        memset(f->clock, 0, clock_size(d));
    if (f->event.kind == OP_JOIN_ALL)
        for (uint32_t t = 1; t <= rt.thread_count; t++)
            if (d->last[t])
                merge(d, f->clock, d->frames[d->last[t] - 1].clock);
}

// The order that this step makes with what it touches, whether or not it races.
static void order_after(dpor *d, frame *f)
{
    const event *e = &f->event;
    for (uint32_t i = 0; i < e->count; i++) {
        touch t = d->accesses[e->from + i].touch;
        if (touch_rides(t))
            continue;
        for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
            const access *a = &d->accesses[n - 1];
            if (!touch_rides(a->touch) && (touch_writes(a->touch) || touch_writes(t)))
                merge(d, f->clock, d->frames[a->frame].clock);
            if (touch_writes(a->touch))
                break;
        }
    }
    for (uint32_t t = 0; t < rt.fiber_count && d->real_time; t++) {
        if (e->flags & STEP_CALL && d->returned[t])
            merge(d, f->clock, d->frames[d->returned[t] - 1].clock);
        if (e->flags & STEP_RETURN && d->call[t])
            merge(d, f->clock, d->frames[d->call[t] - 1].clock);
    }
}

static uint32_t existing(void)
{
    uint32_t set = 0;
    for (uint32_t t = 0; t < rt.fiber_count; t++)
        if (rt.fibers[t].s.status != FIBER_UNUSED)
            set |= bit(t);
    return set;
}

static void link_event(dpor *d, uint32_t k)
{
    frame *f = &d->frames[k];
    for (uint32_t i = f->event.from; i < f->event.from + f->event.count; i++) {
        access *a = &d->accesses[i];
        a->before = d->cells[touch_cell(a->touch)];
        d->cells[touch_cell(a->touch)] = i + 1;
    }
    f->last_before = d->last[f->fiber];
    d->last[f->fiber] = k + 1;
    f->call_before = d->call[f->fiber];
    f->return_before = d->returned[f->fiber];
    if (f->event.flags & STEP_CALL)
        d->call[f->fiber] = k + 1;
    if (f->event.flags & STEP_RETURN)
        d->returned[f->fiber] = k + 1;
    for (uint32_t fresh = existing() & ~f->exist; fresh; fresh &= fresh - 1)
        d->born[__builtin_ctz(fresh)] = k + 1;
    f->settled = true;
}

static void unlink_event(dpor *d, uint32_t k)
{
    frame *f = &d->frames[k];
    for (uint32_t i = f->event.from + f->event.count; i-- > f->event.from;)
        d->cells[touch_cell(d->accesses[i].touch)] = d->accesses[i].before;
    d->last[f->fiber] = f->last_before;
    d->call[f->fiber] = f->call_before;
    d->returned[f->fiber] = f->return_before;
    for (uint32_t t = 0; t < FIBERS_MAX; t++)
        if (d->born[t] == k + 1)
            d->born[t] = 0;
    f->settled = false;
}

static void take_footprint(dpor *d, uint32_t k)
{
    frame *f = &d->frames[k];
    f->event = (event){.from = d->access_count,
                       .count = step_now.count,
                       .flags = (uint8_t)step_now.flags,
                       .kind = f->event.kind};
    uint32_t cells = d->cell_capacity;
    MEMORY_GROW(d->cells, d->cell_capacity, footprint_cells());
    if (cells < d->cell_capacity)
        memset(d->cells + cells, 0, (d->cell_capacity - cells) * sizeof *d->cells);
    MEMORY_GROW(d->accesses, d->access_capacity, d->access_count + step_now.count);
    for (uint32_t i = 0; i < step_now.count; i++)
        d->accesses[d->access_count++] = (access){step_now.touches[i], k, 0};
    f->had_choice = f->had_choice || step_now.flags & STEP_CHOICE;
}

// What rides must be ordered with all that it conflicts with, else it is hot. It
// comes after the step that it rides with, so only what is ordered after a
// later step of the same thread is ordered after it.
static void check_rides(dpor *d, const frame *f)
{
    const event *e = &f->event;
    for (uint32_t i = 0; i < e->count; i++) {
        touch t = d->accesses[e->from + i].touch;
        for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
            const access *a = &d->accesses[n - 1];
            const frame *its = &d->frames[a->frame];
            bool rides = touch_rides(a->touch);
            bool ordered = its->fiber == f->fiber || f->clock[its->fiber] > a->frame + rides;
            if (((a->touch | t) & 1) && ((a->touch | t) & 2) && !ordered) {
                footprint_heat_cell(touch_cell(t));
                d->restart = true;
            }
            if (touch_writes(a->touch))
                break;
        }
    }
}

// The step of frame k is done: what it was, where it belongs, which races it has.
static void settle(dpor *d)
{
    uint32_t k = d->open;
    d->open = NOBODY;
    if (k == NOBODY || d->frames[k].settled)
        return;
    frame *f = &d->frames[k];
    if (rt.fiber_count > SHORT_CLOCK && !d->many)
        d->many = d->restart = true;
    take_footprint(d, k);
    inherit(d, f);
    race_list races = {.count = 0};
    bool waits = f->event.kind >= OP_BLOCKING;
    for (uint32_t i = 0; i < f->event.count; i++) {
        touch t = d->accesses[f->event.from + i].touch;
        if (touch_rides(t))
            continue;
        if (waits)
            races_of_waiting(d, &races, k, t);
        else
            races_of_access(d, &races, k, t);
    }
    if (d->real_time)
        races_of_history(d, &races, k);
    order_after(d, f);
    f->clock[f->fiber] = k + 1;
    check_rides(d, f);
    link_event(d, k);
    for (uint32_t n = 0; n < races.count; n++) {
        bool direct = true;
        for (uint32_t m = 0; m < races.count && direct && !waits; m++)
            direct = m == n || !before(d, races.frames[n], d->frames[races.frames[m]].clock);
        if (direct)
            add_race(d, races.frames[n], k);
    }
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

// Who sleeps at the frame below and does not depend on its step sleeps on.
static void inherit_sleep(dpor *d, frame *f, const frame *below)
{
    for (uint32_t i = below->sleepers_from; i < below->sleepers_to; i++) {
        if (depend(d, &d->sleepers[i].event, &below->event))
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

static uint32_t differs(void)
{
    rt.end = END_UNKNOWN;
    strcpy(rt.end_text, "the object does not do the same in two executions with the same schedule: "
                        "it depends on something explore does not control");
    return DECIDE_STOP;
}

// The step of this frame runs next.
static void begin_step(dpor *d, uint32_t k)
{
    footprint_begin();
    d->open = k;
    rt.recording = true;
}

static uint32_t again(dpor *d, const decision *at)
{
    uint32_t k = d->depth++;
    frame *f = &d->frames[k];
    if (f->is_choice != at->is_choice)
        return differs();
    if (f->is_choice)
        return f->choices == at->count ? f->taken : differs();
    uint32_t index = index_of(at, f->fiber);
    if (index == DECIDE_STOP)
        return differs();
    uint32_t sign = sign_of(&rt.fibers[f->fiber]);
    if (!f->settled) { // taken for the first time
        f->sign = sign;
        f->event.kind = (uint8_t)rt.fibers[f->fiber].s.next.kind;
    }
    if (f->settled)
        d->open = k;
    else
        begin_step(d, k);
    return f->sign == sign ? index : differs();
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
    settle(d);
    if (d->restart) {
        rt.end = END_RESTART;
        return DECIDE_STOP;
    }
    frame *f = push(d);
    const frame *below = last_step(d, d->count - 1);
    if (below)
        inherit_sleep(d, f, below);
    for (uint32_t i = 0; i < at->count; i++)
        f->enabled |= bit(at->options[i]);
    uint32_t index = 0;
    while (index < at->count && f->asleep & bit(at->options[index]))
        index++;
    if (index == at->count) {
        d->count--;
        d->sleeper_count = f->sleepers_from;
        rt.end = END_PRUNED;
        return DECIDE_STOP;
    }
    f->exist = existing();
    f->fiber = (uint8_t)at->options[index];
    f->backtrack = bit(f->fiber);
    f->sign = sign_of(&rt.fibers[f->fiber]);
    f->event.kind = (uint8_t)rt.fibers[f->fiber].s.next.kind;
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
            return differs();
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

void dpor_end(dpor *d)
{
    settle(d);
    rt.recording = false;
    if (d->restart)
        rt.end = END_RESTART;
    // Who is still about to do something was cut off by the end of main.
    if (rt.end == END_COMPLETE)
        for (uint32_t i = 0; i < rt.fiber_count; i++)
            if (rt.fibers[i].s.status == FIBER_PARKED)
                rt.irreducible = true;
}

static uint32_t left_at(const frame *f)
{
    return f->backtrack & ~f->done & ~f->asleep & ~bit(f->fiber);
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

// The fiber of this frame has been explored there: from now on it sleeps.
static bool next_fiber(dpor *d, uint32_t k)
{
    frame *f = &d->frames[k];
    if (f->settled)
        unlink_event(d, k);
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
            unlink_event(d, k);
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
