// SPDX-License-Identifier: MIT
//     linchpin test priority_test.c priority.c

#include "priority.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return priority_new();
}

static void destroy(void *p)
{
    priority_free(p);
}

// The value is its own rank: a history of [rank, value] would say no more.
static lp_value enq(void *p, const lp_value *args)
{
    priority_enq(p, (int)lp_to_int(args[0]), (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value deq_min(void *p, const lp_value *args)
{
    int value, rank;
    (void)args;
    return priority_deq_min(p, &value, &rank) ? lp_int(value) : LP_NIL;
}

LP_OBJECT(priority, .create = create, .destroy = destroy, .spec = "priority-queue",
          .condition = "quasi:2",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"remove_min", deq_min, .flow = LP_OUT}})
