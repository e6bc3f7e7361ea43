// SPDX-License-Identifier: MIT
// The stack with ABA: a node that was freed is on top again.

#include "../../../objects/stack/treiber_aba.c"

#include "say.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return stack_new();
}

static lp_value push(void *s, const lp_value *args)
{
    stack_push(s, (int)lp_to_int(args[0]));
    say_list(((stack *)s)->top);
    return LP_UNIT;
}

static lp_value pop(void *s, const lp_value *args)
{
    int value;
    (void)args;
    bool any = stack_pop(s, &value);
    say_list(((stack *)s)->top);
    return any ? lp_int(value) : LP_NIL;
}

LP_OBJECT(aba, .create = create, .spec = "stack",
          .methods = {{"push", push, .args = {LP_UNIQUE}}, {"pop", pop}})
