// SPDX-License-Identifier: MIT
// A counter whose function is in a library.

#include <linchpin/linchpin.h>
#include <stdlib.h>

int counter_next(int *counter);

static void *create(void)
{
    return calloc(1, sizeof(int));
}

static lp_value next(void *counter, const lp_value *args)
{
    (void)args;
    return lp_int(counter_next(counter));
}

LP_OBJECT(library_counter, .create = create, .destroy = free, .spec = "counter",
          .methods = {{"next", next}})
