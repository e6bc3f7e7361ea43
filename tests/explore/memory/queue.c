// SPDX-License-Identifier: MIT
// Michael and Scott's queue without the check of the tail: a node is linked behind one that is gone.

#include "../../../objects/queue/ms_queue_no_tail_check.c"

#include "say.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return queue_new();
}

static lp_value enq(void *q, const lp_value *args)
{
    queue_enq(q, (int)lp_to_int(args[0]));
    say_list(((queue *)q)->head);
    return LP_UNIT;
}

static lp_value deq(void *q, const lp_value *args)
{
    int value;
    (void)args;
    bool any = queue_deq(q, &value);
    say_list(((queue *)q)->head);
    return any ? lp_int(value) : LP_NIL;
}

LP_OBJECT(ms, .create = create, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}}, {"deq", deq}})
