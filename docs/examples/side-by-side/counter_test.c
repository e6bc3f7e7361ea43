// SPDX-License-Identifier: MIT
// A counter that is read and then written: two increments may count as one.

#include <linchpin/linchpin.h>

#include <stdlib.h>

static void *create(void)
{
    return calloc(1, sizeof(int));
}

static lp_value inc(void *value, const lp_value *args)
{
    (void)args;
    return lp_int(++*(volatile int *)value);
}

LP_OBJECT(counter, .create = create, .destroy = free, .spec = "fetch-and-add",
          .methods = {{"inc_fetch", inc}})
