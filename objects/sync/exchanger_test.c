// SPDX-License-Identifier: MIT
//     linchpin test exchanger_test.c exchanger.c

#include "exchanger.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return exchanger_new();
}

static void destroy(void *e)
{
    exchanger_free(e);
}

static lp_value exchange(void *e, const lp_value *args)
{
    return lp_int(exchanger_exchange(e, (int)lp_to_int(args[0])));
}

// One call for each thread: with two, one thread might be left over with both.
LP_OBJECT(exchanger, .create = create, .destroy = destroy, .spec = "exchanger",
          .methods = {{"exchange", exchange, .args = {LP_UNIQUE}}},
          .scenarios = {"exchange(1) | exchange(2) | exchange(3) | exchange(4) | exchange(5) | "
                        "exchange(6) | exchange(7) | exchange(8)",
                        "exchange(1) | exchange(2) | exchange(3) | exchange(4)",
                        "exchange(1) exchange(2) | exchange(3) exchange(4)"})
