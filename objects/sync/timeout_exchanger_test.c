// SPDX-License-Identifier: MIT
//     linchpin test timeout_exchanger_test.c timeout_exchanger.c

#include "timeout_exchanger.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return timeout_exchanger_new(50);
}

static void destroy(void *e)
{
    timeout_exchanger_free(e);
}

static lp_value exchange(void *e, const lp_value *args)
{
    int other;
    return timeout_exchanger_exchange(e, (int)lp_to_int(args[0]), &other) ? lp_int(other) : LP_NIL;
}

// Nobody waits for ever, so scenarios can be made up.
LP_OBJECT(timeout_exchanger, .create = create, .destroy = destroy, .spec = "timeout-exchanger",
          .methods = {{"exchange", exchange, .args = {LP_UNIQUE}}})
