// SPDX-License-Identifier: MIT
// Faulty: takes a value from RELAXED_K + 1 below the top, one more than it may.

#include "stack_array.h"

bool stack_pop(stack *s, int *value)
{
    pthread_mutex_lock(&s->lock);
    bool got = take_out(s, relaxed_begin(RELAXED_CELLS + 1, RELAXED_CELLS), value);
    pthread_mutex_unlock(&s->lock);
    return got;
}
