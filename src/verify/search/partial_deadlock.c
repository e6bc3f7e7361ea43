// SPDX-License-Identifier: MIT
// See partial_deadlock.h. For each state the set of threads that may make a step, now or later, grows
// to a fixed point: a thread may if it can now, or if it may in a state that some step leads
// to. Only states in which a thread waits are looked at, again and again, from the last to the
// first and back, since most edges lead to a later state.

#include "verify/search/partial_deadlock.h"

#include "base/memory.h"
#include "verify/search/search_worker.h"
#include "verify/search/state_edges.h"

#include <stdlib.h>

typedef struct growth {
    edges g;
    uint16_t *may; // of each state: a bit for each thread
    uint32_t at, open;
    bool changed;
} growth;

_Static_assert(MODEL_MAX_THREADS <= 16, "a bit for each thread");

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

uint32_t *search_waits(const search *q, size_t *count)
{
    *count = 0;
    for (uint32_t i = 0; i < q->worker_count; i++)
        *count += q->workers[i].waits_count;
    uint32_t *all = memory_new(*count + 1, sizeof *all);
    size_t n = 0;
    for (uint32_t i = 0; i < q->worker_count; i++)
        for (size_t k = 0; k < q->workers[i].waits_count; k++)
            all[n++] = q->workers[i].waits[k];
    if (n)
        qsort(all, n, sizeof *all, by_number);
    return all;
}

static bool grow(void *context, const edge *e)
{
    growth *x = context;
    uint32_t there = x->may[e->to], here = e->threads;
    for (uint32_t i = 0; i < x->g.q->system->p->threads; i++)
        if (there >> i & 1)
            here |= 1u << (e->order ? e->order[i] : i);
    uint32_t all = x->may[x->at] | here;
    x->changed |= all != x->may[x->at];
    x->may[x->at] = (uint16_t)all;
    return (x->open & ~all) != 0;
}

// Keeps those states in which a thread is still not known to go on. False: the limits.
static bool sweep(growth *x, uint32_t *states, size_t *count, bool back)
{
    size_t kept = 0;
    x->changed = false;
    for (size_t k = 0; k < *count; k++) {
        x->at = states[back ? *count - 1 - k : k];
        edges_at(&x->g, x->at);
        x->open = edges_open(&x->g);
        if (!edges_each(&x->g, x->at, grow, x))
            return false;
    }
    for (size_t k = 0; k < *count; k++) {
        if (edges_stop(&x->g))
            return false;
        edges_at(&x->g, states[k]);
        if (edges_open(&x->g) & ~(uint32_t)x->may[states[k]])
            states[kept++] = states[k];
    }
    *count = kept;
    return true;
}

deadlock_end partial_deadlock_find(search *q, uint32_t *state)
{
    size_t count;
    uint32_t *states = search_waits(q, &count), all = search_count(q);
    growth x = {.may = memory_new((size_t)all + 1, sizeof *x.may)};
    for (uint32_t i = 0; i < all; i++)
        x.may[i] = UINT16_MAX;
    for (size_t k = 0; k < count; k++)
        x.may[states[k]] = 0;
    edges_begin(&x.g, q);
    bool ok = true;
    do
        ok = sweep(&x, states, &count, true) && sweep(&x, states, &count, false);
    while (ok && x.changed && count);
    edges_end(&x.g);
    deadlock_end end = ok           ? count ? DEADLOCK_FOUND : DEADLOCK_NONE
                       : x.g.broken ? DEADLOCK_FAULT
                                    : DEADLOCK_LIMIT;
    if (end == DEADLOCK_FOUND)
        *state = states[0];
    free(states);
    free(x.may);
    return end;
}
