// SPDX-License-Identifier: MIT
//     linchpin test ids_test.c ids.c

#include "ids.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return ids_new();
}

static void destroy(void *g)
{
    ids_free(g);
}

static lp_value next(void *g, const lp_value *args)
{
    (void)args;
    return lp_int(ids_next(g));
}

// A block that is begun is finished: what is left of it would be a gap, and no order of the
// calls that were made has one.
LP_OBJECT(ids, .create = create, .destroy = destroy, .spec = "counter", .condition = "quasi:2",
          .methods = {{"next", next}},
          .scenarios = {"next | next | next", "next next | next",
                        "next next | next next | next next", "next next next ; next | next next",
                        "next | next next | next next next"})
