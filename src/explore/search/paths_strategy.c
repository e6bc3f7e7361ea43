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
#include "explore/search/decision_path.h"
#include "explore/search/strategy.h"

#include <stdlib.h>

typedef struct paths {
    strategy base;
    path path;
    uint32_t bound_max; // of preemptions; UINT32_MAX: none
    // Of the last bound that was completed: it + 1; did it leave something out?
    uint32_t bound_done;
    bool left_out;
} paths;

static strategy *make(uint32_t bound, uint32_t bound_max)
{
    paths *p = memory_new(1, sizeof *p);
    path_init(&p->path, bound);
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
    path_fini(&((paths *)s)->path);
    free(s);
}

static void begin(strategy *s)
{
    path_begin(&((paths *)s)->path);
}

static uint32_t decide(strategy *s, const decision *d)
{
    path *p = &((paths *)s)->path;
    bool fresh;
    const path_frame *f = path_at(p, d, &fresh);
    return f ? path_take(p, f) : strategy_differs();
}

static bool has_more(const strategy *s)
{
    return path_has_more(&((const paths *)s)->path);
}

static bool next(strategy *s)
{
    return path_next(&((paths *)s)->path);
}

// All schedules within the bound were run: on with the next bound, if that adds any.
static bool next_bounded(strategy *s)
{
    paths *p = (paths *)s;
    if (path_next(&p->path))
        return true;
    uint32_t bound = p->path.bound;
    p->bound_done = bound + 1;
    p->left_out = p->path.bounded;
    if (!p->path.bounded || bound >= p->bound_max)
        return false;
    path_fini(&p->path);
    path_init(&p->path, bound + 1);
    return true;
}

static void restart(strategy *s)
{
    paths *p = (paths *)s;
    path_clear(&p->path);
    p->bound_done = 0;
    p->left_out = false;
}

static void schedule_of(const strategy *s, schedule *out)
{
    path_schedule(&((const paths *)s)->path, out);
}

static void figures(const strategy *s, search_figures *f)
{
    const paths *p = (const paths *)s;
    f->bound = p->bound_done;
    f->bounded = p->left_out;
}

const strategy_type paths_strategy = {
    .create = create,
    .free = free_paths,
    .begin = begin,
    .decide = decide,
    .end = strategy_ignore,
    .finish = strategy_ignore,
    .has_more = has_more,
    .next = next,
    .restart = restart,
    .schedule = schedule_of,
    .part_done = strategy_no_estimate,
    .figures = strategy_no_figures,
    .graph = strategy_no_graph,
};

const strategy_type bounded_strategy = {
    .create = create_bounded,
    .free = free_paths,
    .begin = begin,
    .decide = decide,
    .end = strategy_ignore,
    .finish = strategy_ignore,
    .has_more = has_more,
    .next = next_bounded,
    .restart = restart,
    .schedule = schedule_of,
    .part_done = strategy_no_estimate,
    .figures = figures,
    .graph = strategy_no_graph,
};
