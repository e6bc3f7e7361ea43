// SPDX-License-Identifier: MIT
//     linchpin test stack_test.c stack.c
//     linchpin explore stack_test.c stack.c

#include "stack.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return stack_new();
}

static void destroy(void *s)
{
    stack_free(s);
}

static lp_value push(void *s, const lp_value *args)
{
    stack_push(s, (int)lp_to_int(args[0]));
    return LP_UNIT; // it returns nothing
}

static lp_value pop(void *s, const lp_value *args)
{
    int value;
    (void)args;
    return stack_pop(s, &value) ? lp_int(value) : LP_NIL; // nil: it was empty
}

LP_OBJECT(stack, .create = create, .destroy = destroy, .spec = "stack",
          .methods = {{"push", push, .args = {LP_UNIQUE}}, {"pop", pop}})

LP_MAIN
