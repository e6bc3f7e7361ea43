// SPDX-License-Identifier: MIT
// Steps in functions of a header, for test_trace.sh: the lines are asserted there.

#include "words.h"

#include <linchpin/linchpin.h>
#include <stdlib.h>

typedef struct box {
    int ready;
    ring items;
} box;

static void *create(void)
{
    return calloc(1, sizeof(box));
}

static lp_value run(void *object, const lp_value *args)
{
    box *b = object;
    (void)args;
    store_int(&b->ready, 1); // in run
    ring_take(&b->items);
    return lp_int(-1); // wrong, so that a trace is shown
}

LP_OBJECT(places, .create = create, .destroy = free, .spec = "counter",
          .methods = {{.name = "next", .run = run}})
