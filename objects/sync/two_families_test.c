// SPDX-License-Identifier: MIT
//     linchpin test two_families_test.c two_families.c

#include "two_families.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return two_families_new();
}

static void destroy(void *f)
{
    two_families_free(f);
}

static lp_value left(void *f, const lp_value *args)
{
    return lp_int(two_families_left(f, (int)lp_to_int(args[0])));
}

static lp_value right(void *f, const lp_value *args)
{
    return lp_int(two_families_right(f, (int)lp_to_int(args[0])));
}

// As many calls for each member as the other family has members.
LP_OBJECT(two_families, .create = create, .destroy = destroy, .spec = "two-families",
          .methods = {{"left", left, .args = {LP_INTS(0, 1)}},
                      {"right", right, .args = {LP_INTS(0, 1)}}},
          .scenarios = {"left(0) left(0) | left(1) left(1) | right(0) right(0) | right(1) right(1)",
                        "left(0) left(0) | right(0) | right(1)"})
