// SPDX-License-Identifier: MIT
//     linchpin test men_women_test.c men_women.c

#include "men_women.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return men_women_new();
}

static void destroy(void *m)
{
    men_women_free(m);
}

static lp_value man(void *m, const lp_value *args)
{
    return lp_int(men_women_man(m, (int)lp_to_int(args[0])));
}

static lp_value woman(void *m, const lp_value *args)
{
    return lp_int(men_women_woman(m, (int)lp_to_int(args[0])));
}

LP_OBJECT(men_women, .create = create, .destroy = destroy, .spec = "men-and-women",
          .methods = {{"man", man, .args = {LP_UNIQUE}}, {"woman", woman, .args = {LP_UNIQUE}}},
          .scenarios = {"man(1) man(2) | man(3) man(4) | woman(5) woman(6) | woman(7) woman(8)",
                        "man(1) man(2) | woman(3) woman(4)", "man(1) | man(2) | woman(3) woman(4)"})
