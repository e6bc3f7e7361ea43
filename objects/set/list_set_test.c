// SPDX-License-Identifier: MIT
//     linchpin test list_set_test.c list_set_lazy.c -- -pthread

#include "list_set.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return set_new();
}

static void destroy(void *s)
{
    set_free(s);
}

static lp_value add(void *s, const lp_value *args)
{
    return lp_bool(set_add(s, (int)lp_to_int(args[0])));
}

static lp_value remove_key(void *s, const lp_value *args)
{
    return lp_bool(set_remove(s, (int)lp_to_int(args[0])));
}

static lp_value contains(void *s, const lp_value *args)
{
    return lp_bool(set_contains(s, (int)lp_to_int(args[0])));
}

LP_OBJECT(list_set, .create = create, .destroy = destroy, .spec = "set",
          .methods = {{"add", add, .args = {LP_INTS(1, 3)}},
                      {"remove", remove_key, .args = {LP_INTS(1, 3)}},
                      {"contains", contains, .args = {LP_INTS(1, 3)}}})
