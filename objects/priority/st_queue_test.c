// SPDX-License-Identifier: MIT
//     linchpin explore st_queue_test.c st_queue.c

#include "st_queue.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return st_queue_new();
}

static void destroy(void *q)
{
    st_queue_free(q);
}

static lp_value insert(void *q, const lp_value *args)
{
    st_queue_insert(q, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value remove_min(void *q, const lp_value *args)
{
    int key;
    (void)args;
    return st_queue_remove_min(q, &key) ? lp_int(key) : LP_NIL;
}

LP_OBJECT(st_queue, .create = create, .destroy = destroy, .spec = "priority-queue",
          .methods = {{"insert", insert, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"remove_min", remove_min, .flow = LP_OUT}},
          .scenarios = {"insert(2) ; remove_min | remove_min | insert(1) insert(3) ; remove_min"})
