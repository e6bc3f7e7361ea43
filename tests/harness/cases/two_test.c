// SPDX-License-Identifier: MIT
// Two objects in one file: a register of one thread's own, and one that forgets.

#include <linchpin/linchpin.h>

#include <stdatomic.h>

static _Atomic int64_t cell;

static void *create(void)
{
    atomic_store(&cell, 0);
    return &cell;
}

static lp_value read_value(void *object, const lp_value *args)
{
    (void)args;
    int64_t v = atomic_load((_Atomic int64_t *)object);
    return v ? lp_int(v) : LP_NIL;
}

static lp_value write_value(void *object, const lp_value *args)
{
    atomic_store((_Atomic int64_t *)object, lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value forget(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    return LP_UNIT;
}

LP_OBJECT(remembers, .create = create, .spec = "register",
          .methods = {{"read", read_value}, {"write", write_value, .args = {LP_INTS(1, 9)}}})
LP_OBJECT(forgets, .create = create, .spec = "register",
          .methods = {{"read", read_value}, {"write", forget, .args = {LP_INTS(1, 9)}}})
