// SPDX-License-Identifier: MIT
// See same_traces.h.

#include "same_traces.h"

#include "traces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { KEEP = REDUCE_DEAD | REDUCE_THREADS | REDUCE_PRIVATE | REDUCE_VALUES };

static const uint32_t choices[] = {REDUCE_DEAD,
                                   REDUCE_THREADS,
                                   REDUCE_PRIVATE,
                                   REDUCE_VALUES,
                                   KEEP & ~REDUCE_DEAD,
                                   KEEP & ~REDUCE_THREADS,
                                   KEEP & ~REDUCE_PRIVATE,
                                   KEEP & ~REDUCE_VALUES,
                                   KEEP,
                                   REDUCE_FOLD,
                                   KEEP | REDUCE_FOLD};

// An instance to be searched: with dead locals, or with zeroes in their place.
typedef struct searched {
    transition_system s;
    scalarset scalarset;
} searched;

static void open_it(searched *x, const char *name, const instance *v, const system_options *bounds,
                    bool clear, lp_pool *pool)
{
    error e = {0};
    system_options o = *bounds;
    o.clear = clear;
    if (!system_init(&x->s, v, &o, pool, &e))
        fail_msg("%s: %s", name, e.message);
    x->scalarset = (scalarset){0};
    scalarset_find(&x->scalarset, x->s.p, v, true);
}

static void close_it(searched *x)
{
    scalarset_fini(&x->scalarset);
    system_fini(&x->s);
}

static traces *find(const char *name, const searched *x, uint32_t reductions)
{
    traces *t = traces_find(&x->s, &x->scalarset, reductions);
    if (!t)
        fail_msg("%s with %#x: the search did not end", name, reductions);
    return t;
}

void same_traces(const char *name, const instance *v, const system_options *bounds,
                 traces_seen *out)
{
    lp_pool *pool = lp_pool_new();
    searched x[2]; // [1]: with zeroes
    for (int i = 0; i < 2; i++)
        open_it(&x[i], name, v, bounds, i, pool);
    traces *plain = find(name, &x[0], 0);
    *out = (traces_seen){.all = traces_count(plain),
                         .complete = traces_complete(plain),
                         .values = x[0].scalarset.count};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        uint32_t which = choices[i];
        traces *t = find(name, &x[(which & REDUCE_DEAD) != 0], which);
        if ((which & REDUCE_FOLD) ? !traces_strictest(plain, t) : !traces_same(plain, t))
            fail_msg("%s with %#x: %u traces, without %u", name, which, traces_count(t), out->all);
        if (which == REDUCE_VALUES)
            out->renamed = traces_found(t);
        traces_free(t);
    }
    traces_free(plain);
    for (int i = 0; i < 2; i++)
        close_it(&x[i]);
    lp_pool_free(pool);
}
