// SPDX-License-Identifier: MIT
// Reservations without a lock. Faulty: between the look and the addition others may reserve.

#include <linchpin/linchpin.h>

#include <stdatomic.h>
#include <stdlib.h>

enum { SEATS = 3 };

static void *create(void)
{
    return calloc(1, sizeof(atomic_int));
}

static lp_value reserve(void *taken, const lp_value *args)
{
    int n = (int)lp_to_int(args[0]);
    if (atomic_load((atomic_int *)taken) + n > SEATS)
        return LP_FALSE;
    atomic_fetch_add((atomic_int *)taken, n);
    return LP_TRUE;
}

static lp_value left(void *taken, const lp_value *args)
{
    (void)args;
    return lp_int(SEATS - atomic_load((atomic_int *)taken));
}

LP_OBJECT(seats, .create = create, .destroy = free,
          .methods = {{"reserve", reserve, .args = {LP_INTS(1, 2)}}, {"left", left}})
