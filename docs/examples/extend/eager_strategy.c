// SPDX-License-Identifier: MIT
// Example of a new strategy of `linchpin explore`: depth first, with a switch of threads wherever
// one is possible first. It runs the same executions as --search paths in another order: bugs
// that need many switches come early. Copy it to src/explore/search/eager_strategy.c and add a row
// to search_kinds.def beside it; nothing else has to change:
//
//     SEARCH(EAGER, "eager", eager_strategy)

#include "base/memory.h"
#include "explore/search/decision_path.h"
#include "explore/search/strategy.h"

#include <stdlib.h>

// A decision: which option was taken. Those before it are left; the first one is the thread that
// ran last.
typedef struct eager_frame {
    path_frame at;
    uint32_t index;
    uint8_t options[FIBERS_MAX];
} eager_frame;

typedef struct eager {
    strategy base;
    path path;
} eager;

static strategy *create(const search_options *o)
{
    (void)o;
    eager *s = memory_new(1, sizeof *s);
    path_init(&s->path, sizeof(eager_frame));
    return &s->base;
}

static void free_eager(strategy *base)
{
    path_fini(&((eager *)base)->path);
    free(base);
}

static void begin(strategy *base)
{
    path_begin(&((eager *)base)->path);
}

static eager_frame *first_time(path *p, const decision *d)
{
    eager_frame *f = path_room(p);
    *f = (eager_frame){.at = {.is_choice = d->is_choice}, .index = d->count - 1};
    for (uint32_t i = 0; i < d->count; i++)
        f->options[i] = (uint8_t)decision_option(d, i);
    f->at.taken = f->options[f->index];
    return f;
}

static uint32_t decide(strategy *base, const decision *d)
{
    path *p = &((eager *)base)->path;
    const eager_frame *f = path_ends(p) ? first_time(p, d) : path_at(p, p->depth);
    // Again along the same way: it must lead to the same decisions.
    if (f->at.is_choice != d->is_choice || f->index >= d->count ||
        f->at.taken != decision_option(d, f->index))
        return strategy_differs();
    path_take(p);
    return f->index;
}

static bool has_more(const strategy *base)
{
    const path *p = &((const eager *)base)->path;
    for (uint32_t i = 0; i < p->count; i++)
        if (((const eager_frame *)path_at(p, i))->index)
            return true;
    return false;
}

// The deepest decision with an option left takes it.
static bool next(strategy *base)
{
    path *p = &((eager *)base)->path;
    for (; p->count; p->count--) {
        eager_frame *f = path_at(p, p->count - 1);
        if (f->index) {
            f->at.taken = f->options[--f->index];
            return true;
        }
    }
    return false;
}

static void restart(strategy *base)
{
    path_clear(&((eager *)base)->path);
}

static void schedule_of(const strategy *base, schedule *out)
{
    path_schedule(&((const eager *)base)->path, out);
}

const strategy_type eager_strategy = {
    .create = create,
    .free = free_eager,
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
