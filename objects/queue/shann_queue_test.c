// SPDX-License-Identifier: MIT
//     linchpin test shann_queue_test.c shann_queue.c

#include "shann_queue.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return shann_new();
}

static void destroy(void *q)
{
    shann_free(q);
}

static lp_value enq(void *q, const lp_value *args)
{
    return lp_bool(shann_enq(q, (int)lp_to_int(args[0])));
}

static lp_value deq(void *q, const lp_value *args)
{
    int value;
    (void)args;
    return shann_deq(q, &value) ? lp_int(value) : LP_NIL;
}

LP_OBJECT(shann_queue, .create = create, .destroy = destroy, .spec = "bounded-queue:2",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"deq", deq, .flow = LP_OUT}})
