// SPDX-License-Identifier: MIT
//     linchpin test one_family_test.c one_family.c

#include "one_family.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return one_family_new();
}

static void destroy(void *f)
{
    one_family_free(f);
}

static lp_value meet(void *f, const lp_value *args)
{
    return lp_int(one_family_meet(f, (int)lp_to_int(args[0])));
}

// Everybody meets everybody else once.
LP_OBJECT(one_family, .create = create, .destroy = destroy, .spec = "one-family",
          .methods = {{"meet", meet, .args = {LP_THREAD}}},
          .scenarios = {"meet(0) meet(0) meet(0) | meet(1) meet(1) meet(1) | "
                        "meet(2) meet(2) meet(2) | meet(3) meet(3) meet(3)",
                        "meet(0) meet(0) | meet(1) meet(1) | meet(2) meet(2)"})
