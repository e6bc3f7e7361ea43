// SPDX-License-Identifier: MIT
// The partial order reduction of dpor.h as a strategy.

#include "explore/search/dpor_state.h"
#include "explore/search/strategy.h"

static strategy *create(const search_options *o)
{
    return &dpor_new(o->real_time)->base;
}

static void free_dpor(strategy *s)
{
    dpor_free((dpor *)s);
}

static void begin(strategy *s)
{
    dpor_begin((dpor *)s);
}

static uint32_t decide(strategy *s, const decision *d)
{
    return dpor_decide(s, d);
}

static uint32_t decide_in_place(strategy *s)
{
    return dpor_decide_here((dpor *)s);
}

static void end(strategy *s)
{
    dpor_end((dpor *)s);
}

static bool has_more(const strategy *s)
{
    return dpor_has_more((const dpor *)s);
}

static bool next(strategy *s)
{
    return dpor_next((dpor *)s);
}

static void restart(strategy *s)
{
    dpor_clear((dpor *)s);
}

static void schedule_of(const strategy *s, schedule *out)
{
    path_schedule(&((const dpor *)s)->path, out);
}

static double part_done(const strategy *s)
{
    return dpor_part_done((const dpor *)s);
}

static void cut(strategy *s, uint32_t depth, bool (*enter)(void *context), void *context)
{
    dpor_cut((dpor *)s, depth, enter, context);
}

const strategy_type dpor_strategy = {
    .reduces = true,
    .create = create,
    .free = free_dpor,
    .begin = begin,
    .decide = decide,
    .decide_here = decide_in_place,
    .end = end,
    .finish = strategy_ignore,
    .has_more = has_more,
    .next = next,
    .restart = restart,
    .schedule = schedule_of,
    .part_done = part_done,
    .figures = strategy_no_figures,
    .graph = strategy_no_graph,
    .cut = cut,
};
