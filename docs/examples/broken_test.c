// SPDX-License-Identifier: MIT
// A counter that is broken in the way -DHOW says: 1 crashes, 2 exits, 3 spins, 4 has a
// false invariant, 5 does not compile.

#include <linchpin/linchpin.h>

#include <stdatomic.h>
#include <stdlib.h>

typedef struct tally {
    _Atomic int value;
} tally;

static void *create(void)
{
    return calloc(1, sizeof(tally));
}

static lp_value inc(void *t, const lp_value *args)
{
    (void)args;
    int now = atomic_fetch_add(&((tally *)t)->value, 1) + 1;
    if (HOW == 1 && now == 2)
        *(volatile int *)8 = 0;
    if (HOW == 2)
        exit(0);
    while (HOW == 3)
        ;
    return LP_UNIT;
}

static bool is_small(void *t)
{
    return HOW != 4 || ((tally *)t)->value < 2;
}

#if HOW == 5
int wrong = "text";
#endif

LP_OBJECT(tally, .create = create, .destroy = free, .spec = "counter", .methods = {{"inc", inc}},
          .invariant = is_small)
