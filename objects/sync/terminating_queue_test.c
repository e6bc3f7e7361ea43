// SPDX-License-Identifier: MIT
//     linchpin test terminating_queue_test.c terminating_queue.c --condition progressible
// Who has taken its share does not come back, so others may wait for ever, and rightly:
// that is for `progressible` to judge.
// Two objects: for two threads, and for four.

#include "terminating_queue.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return terminating_queue_new(2);
}

static void *create_4(void)
{
    return terminating_queue_new(4);
}

static void destroy(void *q)
{
    terminating_queue_free(q);
}

static lp_value enq(void *q, const lp_value *args)
{
    terminating_queue_enq(q, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value deq(void *q, const lp_value *args)
{
    int value;
    (void)args;
    return terminating_queue_deq(q, &value) ? lp_int(value) : LP_NIL;
}

LP_OBJECT(terminating_queue, .create = create, .destroy = destroy, .spec = "terminating-queue:2",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}}, {"deq", deq}},
          .scenarios = {"enq(1) deq deq | enq(2) deq deq", "deq | enq(1) deq",
                        "deq deq | enq(1) deq"})

LP_OBJECT(terminating_queue_4, .create = create_4, .destroy = destroy,
          .spec = "terminating-queue:4",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}}, {"deq", deq}},
          .scenarios = {"enq(1) deq deq deq | enq(2) deq deq deq | deq deq deq deq | "
                        "deq deq deq deq"})
