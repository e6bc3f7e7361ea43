// SPDX-License-Identifier: MIT
// The quasi stack of Round-Up's tables, which does not use what it may: it takes the
// newest value.

#include "stack_array.h"

bool stack_pop(stack *s, int *value)
{
    pthread_mutex_lock(&s->lock);
    bool got = take_out(s, 0, value);
    pthread_mutex_unlock(&s->lock);
    return got;
}
