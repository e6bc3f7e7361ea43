// SPDX-License-Identifier: MIT
// See dpor_state.h. Events, their vector clocks, and the races between them.

#include "explore/search/dpor_state.h"

#include "base/memory.h"
#include "explore/interpose/foreign_link.h"
#include "explore/runtime/thread_symmetry.h"

#include <string.h>

// Is frame `i` ordered before the event with this clock?
static bool before(const dpor *d, uint32_t i, const uint32_t *clock)
{
    return clock[fiber_of(&frames(d)[i])] > i;
}

static bool conflict(touch a, touch b)
{
    return touch_cell(a) == touch_cell(b) && ((a | b) & 1) && !((a | b) & 2);
}

// A step that may touch anything depends on every step that others could notice.
static bool reaches(const event *e)
{
    return e->flags & (STEP_OPAQUE | STEP_SHARED);
}

bool dpor_depend(const dpor *d, const event *a, const event *b)
{
    uint32_t crossed = (uint32_t)(a->flags & STEP_CALL && b->flags & STEP_RETURN) |
                       (uint32_t)(a->flags & STEP_RETURN && b->flags & STEP_CALL);
    if (d->real_time && crossed)
        return true;
    if ((a->flags | b->flags) & STEP_OPAQUE && reaches(a) && reaches(b))
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
    frame *at = &frames(d)[i];
    uint32_t first[FIBERS_MAX], seen = 0, initials = 0, known = at->backtrack | at->asleep;
    for (uint32_t j = i + 1; j <= k; j++) {
        const frame *f = &frames(d)[j];
        if (f->at.is_choice || seen & bit(fiber_of(f)) || (j < k && before(d, i, f->clock)))
            continue;
        bool free = true;
        for (uint32_t left = seen; left && free; left &= left - 1) {
            uint32_t t = (uint32_t)__builtin_ctz(left);
            free = f->clock[t] <= first[t];
        }
        seen |= bit(fiber_of(f));
        first[fiber_of(f)] = j;
        if (free && known & bit(fiber_of(f)))
            return;
        if (free)
            initials |= bit(fiber_of(f));
    }
    initials &= at->enabled;
    if (!initials)
        return; // the step was possible only because of the one it races with
    uint32_t own = bit(fiber_of(&frames(d)[k]));
    at->backtrack |= initials & own ? own : initials & -initials;
}

typedef struct race_list {
    uint32_t frames[4 * FIBERS_MAX];
    uint32_t count;
} race_list;

static void race_list_add(dpor *d, race_list *r, uint32_t k, uint32_t i)
{
    const frame *f = &frames(d)[k];
    if (fiber_of(&frames(d)[i]) == fiber_of(f) || before(d, i, f->clock))
        return;
    for (uint32_t n = 0; n < r->count; n++)
        if (r->frames[n] == i)
            return;
    if (r->count == sizeof r->frames / sizeof *r->frames) {
        learnt.irreducible = true; // more than can be kept in mind: search without
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
    op_kind kind = frames(d)[k].event.kind;
    for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
        const cell_access *a = &d->accesses[n - 1];
        const event *e = &frames(d)[a->frame].event;
        if (touch_invisible(a->touch))
            continue;
        if (touch_writes(a->touch) && before(d, a->frame, frames(d)[k].clock))
            break;
        if (!takes_alone(kind) || !gives_back(e))
            race_list_add(d, r, k, a->frame);
        if (takes_alone(kind) && e->flags & STEP_ACQUIRE)
            break;
    }
}

// Two steps touch the same memory, and nothing but that orders them: if one of them is a
// call that is not one step in truth, what happens within it was not explored.
static void report_unseen_steps(const dpor *d, uint32_t k, uint32_t i, touch t)
{
    const frame *a = &frames(d)[k], *b = &frames(d)[i];
    if (!((a->event.flags | b->event.flags) & STEP_WHOLE) || touch_cell(t) == footprint_hidden() ||
        fiber_of(a) == fiber_of(b) || before(d, i, a->clock))
        return;
    foreign_report_unseen(foreign_name(a->event.flags & STEP_WHOLE ? a->foreign : b->foreign));
}

// Else: the last write, or what has read since.
static void races_of_access(dpor *d, race_list *r, uint32_t k, touch t)
{
    for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
        const cell_access *a = &d->accesses[n - 1];
        if (!touch_invisible(a->touch) && (touch_writes(a->touch) || touch_writes(t))) {
            race_list_add(d, r, k, a->frame);
            report_unseen_steps(d, k, a->frame, t);
        }
        if (touch_writes(a->touch))
            break;
    }
}

static void races_of_history(dpor *d, race_list *r, uint32_t k)
{
    uint32_t flags = frames(d)[k].event.flags;
    for (uint32_t t = 0; t < rt.fiber_count; t++) {
        if (flags & STEP_CALL && d->returned[t])
            race_list_add(d, r, k, d->returned[t] - 1);
        if (flags & STEP_RETURN && d->call[t])
            race_list_add(d, r, k, d->call[t] - 1);
    }
}

// The last step of a thread that may touch what frame k may; 0: none. What the thread did
// before is ordered before that.
static uint32_t last_reached(const dpor *d, uint32_t k, uint32_t thread)
{
    const event *e = &frames(d)[k].event;
    if (!(e->flags & STEP_OPAQUE))
        return e->flags & STEP_SHARED ? d->opaque[thread] : 0;
    uint32_t last = d->last[thread];
    while (last && !reaches(&frames(d)[last - 1].event))
        last = frames(d)[last - 1].last_before;
    return last;
}

static void races_of_opaque(dpor *d, race_list *r, uint32_t k)
{
    for (uint32_t t = 0; t < rt.fiber_count; t++) {
        uint32_t last = t == fiber_of(&frames(d)[k]) ? 0 : last_reached(d, k, t);
        if (last)
            race_list_add(d, r, k, last - 1);
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
    uint32_t last = d->last[fiber_of(f)] ? d->last[fiber_of(f)] : d->born[fiber_of(f)];
    if (last)
        memcpy(f->clock, frames(d)[last - 1].clock, clock_size(d));
    else
        memset(f->clock, 0, clock_size(d));
    uint32_t earlier = f->begins ? symmetric_predecessor(fiber_of(f)) : 0;
    if (earlier && d->began[earlier])
        merge(d, f->clock, frames(d)[d->began[earlier] - 1].clock);
    if (f->event.kind == OP_JOIN_ALL)
        for (uint32_t t = 1; t <= rt.thread_count; t++)
            if (d->last[t])
                merge(d, f->clock, frames(d)[d->last[t] - 1].clock);
}

// The order that this step makes with what it touches, whether or not it races.
static void order_after(dpor *d, frame *f)
{
    const event *e = &f->event;
    for (uint32_t i = 0; i < e->count; i++) {
        touch t = d->accesses[e->from + i].touch;
        if (touch_invisible(t))
            continue;
        for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
            const cell_access *a = &d->accesses[n - 1];
            if (!touch_invisible(a->touch) && (touch_writes(a->touch) || touch_writes(t)))
                merge(d, f->clock, frames(d)[a->frame].clock);
            if (touch_writes(a->touch))
                break;
        }
    }
    for (uint32_t t = 0; t < rt.fiber_count && learnt.opaque; t++) {
        uint32_t last = t == fiber_of(f) ? 0 : last_reached(d, (uint32_t)(f - frames(d)), t);
        if (last)
            merge(d, f->clock, frames(d)[last - 1].clock);
    }
    for (uint32_t t = 0; t < rt.fiber_count && d->real_time; t++) {
        if (e->flags & STEP_CALL && d->returned[t])
            merge(d, f->clock, frames(d)[d->returned[t] - 1].clock);
        if (e->flags & STEP_RETURN && d->call[t])
            merge(d, f->clock, frames(d)[d->call[t] - 1].clock);
    }
}

uint32_t dpor_existing(void)
{
    uint32_t set = 0;
    for (uint32_t t = 0; t < rt.fiber_count; t++)
        if (rt.fibers[t].s.status != FIBER_UNUSED)
            set |= bit(t);
    return set;
}

static void link_event(dpor *d, uint32_t k)
{
    frame *f = &frames(d)[k];
    for (uint32_t i = f->event.from; i < f->event.from + f->event.count; i++) {
        cell_access *a = &d->accesses[i];
        a->before = d->cells[touch_cell(a->touch)];
        d->cells[touch_cell(a->touch)] = i + 1;
    }
    f->last_before = d->last[fiber_of(f)];
    d->last[fiber_of(f)] = k + 1;
    if (f->begins)
        d->began[fiber_of(f)] = k + 1;
    f->call_before = d->call[fiber_of(f)];
    f->return_before = d->returned[fiber_of(f)];
    f->opaque_before = d->opaque[fiber_of(f)];
    if (f->event.flags & STEP_OPAQUE)
        d->opaque[fiber_of(f)] = k + 1;
    if (f->event.flags & STEP_CALL)
        d->call[fiber_of(f)] = k + 1;
    if (f->event.flags & STEP_RETURN)
        d->returned[fiber_of(f)] = k + 1;
    f->born = dpor_existing() & ~f->exist;
    for (uint32_t born = f->born; born; born &= born - 1)
        d->born[__builtin_ctz(born)] = k + 1;
    f->settled = true;
}

void dpor_unlink(dpor *d, uint32_t k)
{
    frame *f = &frames(d)[k];
    for (uint32_t i = f->event.from + f->event.count; i-- > f->event.from;)
        d->cells[touch_cell(d->accesses[i].touch)] = d->accesses[i].before;
    d->last[fiber_of(f)] = f->last_before;
    if (d->began[fiber_of(f)] == k + 1)
        d->began[fiber_of(f)] = 0;
    d->call[fiber_of(f)] = f->call_before;
    d->returned[fiber_of(f)] = f->return_before;
    d->opaque[fiber_of(f)] = f->opaque_before;
    for (uint32_t born = f->born; born; born &= born - 1)
        d->born[__builtin_ctz(born)] = 0;
    f->settled = false;
}

static void take_footprint(dpor *d, uint32_t k)
{
    frame *f = &frames(d)[k];
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
        d->accesses[d->access_count++] = (cell_access){step_now.touches[i], k, 0};
    f->had_choice = f->had_choice || step_now.flags & STEP_CHOICE;
}

// An invisible access must be ordered with every access it conflicts with, else its word
// is promoted. It comes after the step it belongs to, so an access happens after it only
// if it happens after a later step of the same thread.
static void check_invisible(dpor *d, const frame *f)
{
    const event *e = &f->event;
    for (uint32_t i = 0; i < e->count; i++) {
        touch t = d->accesses[e->from + i].touch;
        for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
            const cell_access *a = &d->accesses[n - 1];
            const frame *its = &frames(d)[a->frame];
            bool invisible = touch_invisible(a->touch);
            bool ordered =
                fiber_of(its) == fiber_of(f) || f->clock[fiber_of(its)] > a->frame + invisible;
            if (((a->touch | t) & 1) && ((a->touch | t) & 2) && !ordered) {
                footprint_promote_cell(touch_cell(t));
                d->restart = true;
            }
            if (touch_writes(a->touch))
                break;
        }
    }
}

// The step of frame k is done: what it was, where it belongs, which races it has.
void dpor_settle(dpor *d)
{
    uint32_t k = d->open;
    d->open = NOBODY;
    if (k == NOBODY || frames(d)[k].settled)
        return;
    frame *f = &frames(d)[k];
    if (rt.fiber_count > SHORT_CLOCK && !d->many)
        d->many = d->restart = true;
    take_footprint(d, k);
    inherit(d, f);
    race_list races;
    races.count = 0; // the rest is written before it is read
    bool waits = f->event.kind >= OP_BLOCKING;
    for (uint32_t i = 0; i < f->event.count; i++) {
        touch t = d->accesses[f->event.from + i].touch;
        if (touch_invisible(t))
            continue;
        if (waits)
            races_of_waiting(d, &races, k, t);
        else
            races_of_access(d, &races, k, t);
    }
    if (learnt.opaque)
        races_of_opaque(d, &races, k);
    if (d->real_time)
        races_of_history(d, &races, k);
    order_after(d, f);
    f->clock[fiber_of(f)] = k + 1;
    check_invisible(d, f);
    link_event(d, k);
    f->thread_state = rt.thread_state;
    f->spin_from = dpor_spin_since(d, k);
    for (uint32_t n = 0; n < races.count; n++) {
        bool direct = true;
        for (uint32_t m = 0; m < races.count && direct && !waits; m++)
            direct = m == n || !before(d, races.frames[n], frames(d)[races.frames[m]].clock);
        if (direct)
            add_race(d, races.frames[n], k);
    }
}
