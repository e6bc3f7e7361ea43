// SPDX-License-Identifier: MIT
// Two bit-fields in one byte: writing one writes back what was read of the other.

#include "conformance/specs.h"

static volatile struct {
    unsigned left : 3, right : 5;
} both;

static lp_value set_left(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    both.left = 1;
    return LP_TRUE;
}

static lp_value set_right(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    both.right = 1;
    return LP_TRUE;
}

static lp_value left_is_set(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_bool(both.left == 1);
}

LP_OBJECT(bit_fields, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", set_left}, {"b", set_right}, {"c", left_is_set}})
