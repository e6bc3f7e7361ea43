// SPDX-License-Identifier: MIT
//     linchpin explore lanes_test.c lanes.c --quasi-factor

#include "lanes.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return lanes_new();
}

static void destroy(void *q)
{
    lanes_free(q);
}

static lp_value enq(void *q, const lp_value *args)
{
    lanes_enq(q, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value deq(void *q, const lp_value *args)
{
    int value;
    (void)args;
    return lanes_deq(q, &value) ? lp_int(value) : LP_NIL;
}

// deq may say "nothing there" of an empty queue only, try_deq at any time.
#ifdef EXACT
#define DEQ "deq"
#else
#define DEQ "try_deq"
#endif

LP_OBJECT(lanes, .create = create, .destroy = destroy, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .flow = LP_IN}, {DEQ, deq, .flow = LP_OUT}})
