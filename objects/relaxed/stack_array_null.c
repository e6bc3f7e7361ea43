// SPDX-License-Identifier: MIT
// Faulty: takes one value for none at all. The lowest never comes out.

#include "stack_array.h"

bool stack_pop(stack *s, int *value)
{
    pthread_mutex_lock(&s->lock);
    bool got = s->count > 1 && take_out(s, 0, value);
    pthread_mutex_unlock(&s->lock);
    return got;
}
