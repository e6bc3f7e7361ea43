// SPDX-License-Identifier: MIT
//     linchpin explore snzi_test.c snzi.c

#include "snzi.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return snzi_new();
}

static void destroy(void *s)
{
    snzi_free(s);
}

static lp_value arrive(void *s, const lp_value *args)
{
    (void)args;
    snzi_arrive(s);
    return LP_UNIT;
}

static lp_value depart(void *s, const lp_value *args)
{
    (void)args;
    snzi_depart(s);
    return LP_UNIT;
}

static lp_value query(void *s, const lp_value *args)
{
    (void)args;
    return lp_bool(snzi_query(s));
}

// How many are there; seen only as: some, or none.
enum { ARRIVE, DEPART, QUERY };

static void initial(const lp_spec *self, lp_step *s)
{
    lp_value none = lp_int(0);
    (void)self;
    lp_step_emit_values(s, LP_UNIT, &none, 1);
}

static void step(lp_step *s)
{
    int64_t n = lp_to_int(lp_step_values(s, NULL)[0]);
    if (s->calls[0].method == QUERY)
        lp_step_emit_same(s, lp_bool(n > 0));
    lp_value next = lp_int(s->calls[0].method == ARRIVE ? n + 1 : n - 1);
    if (s->calls[0].method != QUERY && lp_to_int(next) >= 0)
        lp_step_emit_values(s, LP_UNIT, &next, 1);
}

static const lp_spec non_zero = {
    .name = "non-zero indicator",
    .methods = {[ARRIVE] = {.name = "arrive", .returns_nothing = true},
                [DEPART] = {.name = "depart", .returns_nothing = true},
                [QUERY] = {.name = "query", .reads_only = true}},
    .initial = initial,
    .step = step,
};

LP_OBJECT(snzi, .create = create, .destroy = destroy, .custom_spec = &non_zero,
          .methods = {{"arrive", arrive, .role = LP_ACQUIRE},
                      {"depart", depart, .role = LP_RELEASE},
                      {"query", query}},
          .scenarios = {"arrive depart query | arrive depart",
                        "arrive query depart | arrive query depart"})
