// SPDX-License-Identifier: MIT
// Depth-first search over schedules, without any reduction, in two forms.
//
//   paths     every schedule
//   bounded   iterative context bounding (Musuvathi and Qadeer, PLDI 2007): all schedules
//             with no preemption, then with at most one, with two, … up to the limit. We
//             start over for each bound, where the paper keeps a queue of the schedules
//             that go on with one preemption more: that takes memory, and most of the time
//             goes into the last bound.

#include "base/memory.h"
#include "explore/search/depth_first.h"
#include "explore/search/strategy.h"

#include <stdlib.h>

typedef struct paths {
    strategy base;
    depth_first search;
    uint32_t bound_max; // of preemptions; UINT32_MAX: none
    // Of the last bound that was completed: it + 1; did it leave something out?
    uint32_t bound_done;
    bool left_out;
} paths;

static strategy *make(uint32_t bound, uint32_t bound_max)
{
    paths *p = memory_new(1, sizeof *p);
    depth_first_init(&p->search, bound);
    p->bound_max = bound_max;
    return &p->base;
}

static strategy *create(const search_options *o)
{
    (void)o;
    return make(UINT32_MAX, UINT32_MAX);
}

static strategy *create_bounded(const search_options *o)
{
    return make(0, o->preemptions);
}

static void free_paths(strategy *s)
{
    depth_first_fini(&((paths *)s)->search);
    free(s);
}

static void begin(strategy *s)
{
    depth_first_begin(&((paths *)s)->search);
}

static uint32_t decide(strategy *s, const decision *d)
{
    depth_first *search = &((paths *)s)->search;
    bool fresh;
    const branch *b = depth_first_at(search, d, &fresh);
    return b ? depth_first_take(search, b) : strategy_differs();
}

static bool has_more(const strategy *s)
{
    return depth_first_has_more(&((const paths *)s)->search);
}

// All schedules within the bound were run: on with the next bound, if that adds any.
static bool next(strategy *s)
{
    paths *p = (paths *)s;
    if (depth_first_next(&p->search))
        return true;
    uint32_t bound = p->search.bound;
    p->bound_done = bound + 1; // of no bound: 0
    p->left_out = p->search.bounded;
    if (!p->search.bounded || bound >= p->bound_max)
        return false;
    depth_first_fini(&p->search);
    depth_first_init(&p->search, bound + 1);
    return true;
}

static void restart(strategy *s)
{
    paths *p = (paths *)s;
    path_clear(&p->search.path);
    p->bound_done = 0;
    p->left_out = false;
}

static void schedule_of(const strategy *s, schedule *out)
{
    path_schedule(&((const paths *)s)->search.path, out);
}

static void figures(const strategy *s, search_figures *f)
{
    const paths *p = (const paths *)s;
    f->bound = p->bound_done;
    f->bounded = p->left_out;
}

#define PATHS(how)                                                                                 \
    {                                                                                              \
        .create = how, .free = free_paths, .begin = begin, .decide = decide,                       \
        .end = strategy_ignore, .finish = strategy_ignore, .has_more = has_more, .next = next,     \
        .restart = restart, .schedule = schedule_of, .part_done = strategy_no_estimate,            \
        .figures = figures, .graph = strategy_no_graph,                                            \
    }

const strategy_type paths_strategy = PATHS(create);
const strategy_type bounded_strategy = PATHS(create_bounded);
