// SPDX-License-Identifier: MIT
//     linchpin test queue_test.c queue_segment.c

#include "queue.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return queue_new();
}

static void destroy(void *q)
{
    queue_free(q);
}

static lp_value enq(void *q, const lp_value *args)
{
    queue_enq(q, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value deq(void *q, const lp_value *args)
{
    int value;
    (void)args;
    return queue_deq(q, &value) ? lp_int(value) : LP_NIL;
}

LP_OBJECT(queue, .create = create, .destroy = destroy, .spec = "queue", .condition = "quasi:2",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"deq", deq, .flow = LP_OUT}})
