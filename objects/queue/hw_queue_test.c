// SPDX-License-Identifier: MIT
//     linchpin test hw_queue_test.c hw_queue.c

#include "hw_queue.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return hw_queue_new();
}

static void destroy(void *q)
{
    hw_queue_free(q);
}

static lp_value enq(void *q, const lp_value *args)
{
    hw_queue_enq(q, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value deq(void *q, const lp_value *args)
{
    (void)args;
    return lp_int(hw_queue_deq(q));
}

// A value for every `deq`, or it would wait for ever.
LP_OBJECT(hw_queue, .create = create, .destroy = destroy, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"deq", deq, .flow = LP_OUT}},
          .scenarios = {"enq(1) deq | enq(2) deq", "enq(1) enq(2) | deq deq",
                        "enq(1) enq(2) enq(3) ; deq | deq | deq", "enq(1) | enq(2) | deq deq",
                        "enq(1) deq | enq(2) deq | enq(3) deq"})
