// SPDX-License-Identifier: MIT
//     linchpin test cache_test.c cache.c

#include "cache.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return cache_new();
}

static void destroy(void *c)
{
    cache_free(c);
}

static lp_value get(void *c, const lp_value *args)
{
    (void)args;
    int value = cache_get(c);
    return value ? lp_int(value) : LP_NIL;
}

static lp_value put(void *c, const lp_value *args)
{
    cache_put(c, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

LP_OBJECT(cache, .create = create, .destroy = destroy, .spec = "register", .condition = "quasi:2",
          .methods = {{"get", get}, {"put", put, .args = {LP_UNIQUE}}})
