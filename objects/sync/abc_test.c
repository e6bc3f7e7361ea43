// SPDX-License-Identifier: MIT
//     linchpin test abc_test.c abc.c

#include "abc.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return abc_new();
}

static void destroy(void *m)
{
    abc_free(m);
}

static lp_value pair(abc_others others)
{
    return lp_pair(others.first, others.second);
}

static lp_value a(void *m, const lp_value *args)
{
    return pair(abc_a(m, (int)lp_to_int(args[0])));
}

static lp_value b(void *m, const lp_value *args)
{
    return pair(abc_b(m, (int)lp_to_int(args[0])));
}

static lp_value c(void *m, const lp_value *args)
{
    return pair(abc_c(m, (int)lp_to_int(args[0])));
}

LP_OBJECT(abc, .create = create, .destroy = destroy, .spec = "abc",
          .methods = {{"a", a, .args = {LP_UNIQUE}},
                      {"b", b, .args = {LP_UNIQUE}},
                      {"c", c, .args = {LP_UNIQUE}}},
          .scenarios = {"a(1) a(2) a(3) a(4) | a(5) a(6) a(7) a(8) | b(9) b(10) b(11) b(12) | "
                        "b(13) b(14) b(15) b(16) | c(17) c(18) c(19) c(20) | "
                        "c(21) c(22) c(23) c(24)",
                        "a(1) a(2) | b(3) b(4) | c(5) c(6)"})
