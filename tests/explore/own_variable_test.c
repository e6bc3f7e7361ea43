// SPDX-License-Identifier: MIT
// For test_stack_gone.sh: many interleavings, in each of which a thread looks at an atomic
// variable of its own stack once.

#include <linchpin/linchpin.h>
#include <stdatomic.h>

enum { STEPS = 9 };

static _Atomic int count;

static void *create(void)
{
    count = 0;
    return &count;
}

static lp_value steps(void)
{
    for (int i = 1; i < STEPS; i++)
        atomic_load(&count);
    return lp_int(atomic_fetch_add(&count, 1));
}

static lp_value looks(void *object, const lp_value *args)
{
    (void)object, (void)args;
#ifdef PRIVATE
    _Atomic int mine = 1;
    _Atomic int *volatile kept = &mine;
    if (!atomic_load(kept))
        return LP_NIL;
#endif
    return steps();
}

static lp_value counts(void *object, const lp_value *args)
{
    (void)object, (void)args;
    return steps();
}

LP_OBJECT(counter, .create = create, .spec = "fetch-and-add",
          .methods = {{.name = "fetch_inc", .run = looks}, {.name = "next", .run = counts}})
