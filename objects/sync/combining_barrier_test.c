// SPDX-License-Identifier: MIT
//     linchpin test combining_barrier_test.c combining_barrier.c
// Two objects: for three threads and for two. The spec is their own: the built-in
// combining-barrier adds up, and with a sum no order shows.

#include "combining_barrier.h"

#include <linchpin/linchpin.h>

static void *create_3(void)
{
    return combining_barrier_new(3);
}

static void *create_2(void)
{
    return combining_barrier_new(2);
}

static void destroy(void *b)
{
    combining_barrier_free(b);
}

static lp_value sync(void *b, const lp_value *args)
{
    return lp_int(combining_barrier_sync(b, (int)lp_to_int(args[0]), (int)lp_to_int(args[1])));
}

// The calls come in every order, so the result may be that of any order; but it is one.
static void step(lp_step *s)
{
    int64_t combined = 0;
    lp_value results[LP_MAX_ARITY];
    for (uint32_t i = 0; i < s->count; i++)
        combined = 10 * combined + lp_to_int(lp_step_arg(s, i, 1));
    for (uint32_t i = 0; i < s->count; i++)
        results[i] = lp_int(combined);
    s->emit(s, results, NULL, 0);
}

static const lp_sync three = {"all", 3, {0, 0, 0}}, two = {"all", 2, {0, 0}};

static const lp_spec one_after_the_other_3 = {
    .name = "one-after-the-other",
    .methods = {{"sync", NULL, 2, "sync(0, 1) → 132"}},
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &three,
    .sync_count = 1,
};

static const lp_spec one_after_the_other_2 = {
    .name = "one-after-the-other",
    .methods = {{"sync", NULL, 2, "sync(0, 1) → 21"}},
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &two,
    .sync_count = 1,
};

LP_OBJECT(combining_barrier, .create = create_3, .destroy = destroy,
          .custom_spec = &one_after_the_other_3,
          .methods = {{"sync", sync, .args = {LP_THREAD, LP_INTS(1, 9)}}},
          .scenarios = {"sync(0, 1) sync(0, 4) | sync(1, 2) sync(1, 5) | sync(2, 3) sync(2, 6)"})

LP_OBJECT(combining_barrier_2, .create = create_2, .destroy = destroy,
          .custom_spec = &one_after_the_other_2,
          .methods = {{"sync", sync, .args = {LP_THREAD, LP_INTS(1, 9)}}},
          .scenarios = {"sync(0, 1) sync(0, 3) | sync(1, 2) sync(1, 4)"})
