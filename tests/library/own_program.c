// SPDX-License-Identifier: MIT
// A test as a program of its own (LP_MAIN), with one object that is right, one that is wrong
// whatever the threads do, and one whose spec does not exist.

#include <linchpin/linchpin.h>

#include <stdlib.h>

static void *create(void)
{
    return calloc(1, sizeof(int64_t));
}

static lp_value next(void *object, const lp_value *args)
{
    (void)args;
    return lp_int(__atomic_fetch_add((int64_t *)object, 1, __ATOMIC_SEQ_CST));
}

static lp_value same(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    return lp_int(0);
}

LP_OBJECT(right, .create = create, .destroy = free, .spec = "counter", .methods = {{"next", next}})
LP_OBJECT(wrong, .create = create, .destroy = free, .spec = "counter", .methods = {{"next", same}})
LP_OBJECT(nothing, .create = create, .destroy = free, .spec = "no-such-spec",
          .methods = {{"next", next}})
LP_MAIN
