// SPDX-License-Identifier: MIT
// Loops that wait: a thread that comes to the same point in the same thread state, and has changed
// nothing since, is not continued (see thread_state.h). To the reduction it is blocked by what it
// has read. The idea is that of spin-loop assumptions (Kokologiannakis, Ren, Vafeiadis: Dynamic
// partial order reductions for spinloops, FMCAD 2021), which find such loops in the code, where we
// find iterations without effect in executions.

#include "explore/search/dpor_state.h"

// Did this step change anything but its own thread?
static bool changes(const dpor *d, const frame *f)
{
    const event *e = &f->event;
    if (e->flags & (STEP_RETURN | STEP_OPAQUE) || e->kind >= OP_BLOCKING || e->kind == OP_CREATE)
        return true;
    for (uint32_t i = 0; i < e->count; i++) {
        touch t = d->accesses[e->from + i].touch;
        if (touch_writes(t) && (touch_invisible(t) || !(e->flags & STEP_IDLE)))
            return true;
    }
    return false;
}

uint32_t dpor_spin_since(const dpor *d, uint32_t k)
{
    const frame *now = &frames(d)[k];
    if (!now->thread_state)
        return 0;
    for (const frame *f = now; !changes(d, f) && f->last_before;) {
        const frame *earlier = &frames(d)[f->last_before - 1];
        if (earlier->thread_state == now->thread_state)
            return (uint32_t)(f - frames(d)) + 1;
        f = earlier;
    }
    return 0;
}

// No other thread has changed what it read in its last iteration.
static bool stuck_alone(const dpor *d, uint32_t number)
{
    uint32_t from = frames(d)[d->last[number] - 1].spin_from - 1;
    for (uint32_t t = 0; t < FIBERS_MAX; t++)
        if (d->opaque[t] > from)
            return false;
    for (uint32_t k = d->last[number]; k > from; k = frames(d)[k - 1].last_before) {
        const event *e = &frames(d)[k - 1].event;
        for (uint32_t i = 0; i < e->count; i++) {
            touch t = d->accesses[e->from + i].touch;
            for (uint32_t n = d->cells[touch_cell(t)]; n; n = d->accesses[n - 1].before) {
                const cell_access *a = &d->accesses[n - 1];
                bool idle = frames(d)[a->frame].event.flags & STEP_IDLE;
                if (a->frame + 1 < k)
                    break;
                if (touch_writes(a->touch) && (touch_invisible(a->touch) || !idle))
                    return false;
            }
        }
    }
    return true;
}

bool dpor_stuck(const dpor *d, uint32_t spinning)
{
    for (; spinning; spinning &= spinning - 1)
        if (!stuck_alone(d, (uint32_t)__builtin_ctz(spinning)))
            return false;
    return true;
}
