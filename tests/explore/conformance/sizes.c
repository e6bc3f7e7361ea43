// SPDX-License-Identifier: MIT
// Accesses of one to sixteen bytes: a plain increment loses updates at every
// size, an atomic one at none; every atomic operation does what it says.
//
// run: --object plain1 --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// run: --object plain2 --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// run: --object plain4 --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// run: --object plain8 --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// run: --object plain16 --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// run: --object unaligned --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// run: --object atomic1 --scenario 'inc get | inc get'
// expect: 0 "verdict":"holds"
// run: --object atomic2 --scenario 'inc get | inc get'
// expect: 0 "verdict":"holds"
// run: --object atomic4 --scenario 'inc get | inc get'
// expect: 0 "verdict":"holds"
// run: --object atomic8 --scenario 'inc get | inc get'
// expect: 0 "verdict":"holds"
// run: --object atomic16 --scenario 'inc get | inc get'
// expect: 0 "verdict":"holds"
// run: --object atomic16 --scenario 'inc get | inc get' -- -mcx16
// expect: 0 "verdict":"holds"
// run: --object odd --scenario 'inc | inc get'
// expect: 0 "verdict":"holds"
// run: --object operations --scenario 'a b | c d'
// expect: 0 "verdict":"holds"
// run: --object bytes --scenario 'a | b'
// expect: 1 no order of the operations explains
// run: --object bytes --scenario 'c | d'
// expect: 1 no order of the operations explains
// run: --object bytes --scenario 'a | b' -- -O2
// expect: 1 no order of the operations explains
// run: --object bytes --scenario 'a | b' -- -O0
// expect: 1 no order of the operations explains

#include "specs.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

typedef __int128 int128;

#define COUNTERS(n, type)                                                                          \
    static type plain_x##n;                                                                        \
    static lp_value plain_inc##n(void *o, const lp_value *args)                                    \
    {                                                                                              \
        (void)o;                                                                                   \
        (void)args;                                                                                \
        return lp_int((int64_t)plain_x##n++);                                                      \
    }                                                                                              \
    static lp_value plain_get##n(void *o, const lp_value *args)                                    \
    {                                                                                              \
        (void)o;                                                                                   \
        (void)args;                                                                                \
        return lp_int((int64_t)plain_x##n);                                                        \
    }                                                                                              \
    LP_OBJECT(plain##n, .create = create_nothing, .custom_spec = &counter,                         \
              .methods = {{"inc", plain_inc##n}, {"get", plain_get##n}})                           \
    static _Atomic type atomic_x##n;                                                               \
    static lp_value atomic_inc##n(void *o, const lp_value *args)                                   \
    {                                                                                              \
        (void)o;                                                                                   \
        (void)args;                                                                                \
        type old = atomic_load(&atomic_x##n);                                                      \
        while (!atomic_compare_exchange_weak(&atomic_x##n, &old, (type)(old + 1)))                 \
            ;                                                                                      \
        return lp_int((int64_t)old);                                                               \
    }                                                                                              \
    static lp_value atomic_get##n(void *o, const lp_value *args)                                   \
    {                                                                                              \
        (void)o;                                                                                   \
        (void)args;                                                                                \
        return lp_int((int64_t)atomic_load(&atomic_x##n));                                         \
    }                                                                                              \
    LP_OBJECT(atomic##n, .create = create_nothing, .custom_spec = &counter,                        \
              .methods = {{"inc", atomic_inc##n}, {"get", atomic_get##n}})                         \
    static bool operations##n(void)                                                                \
    {                                                                                              \
        _Atomic type x = 0;                                                                        \
        type seen = 9;                                                                             \
        atomic_store(&x, (type)12);                                                                \
        bool ok = atomic_fetch_add(&x, (type)3) == 12 && atomic_fetch_sub(&x, (type)1) == 15;      \
        ok = ok && atomic_fetch_and(&x, (type)6) == 14 && atomic_fetch_or(&x, (type)9) == 6;       \
        ok = ok && atomic_fetch_xor(&x, (type)5) == 15 && atomic_exchange(&x, (type)7) == 10;      \
        ok = ok && !atomic_compare_exchange_strong(&x, &seen, (type)8) && seen == 7;               \
        ok = ok && atomic_compare_exchange_strong(&x, &seen, (type)8) && seen == 7;                \
        type plain = 12;                                                                           \
        ok = ok && __atomic_fetch_nand(&plain, (type)10, __ATOMIC_SEQ_CST) == 12;                  \
        ok =                                                                                       \
            ok && plain == (type)~8 && __atomic_add_fetch(&plain, (type)9, __ATOMIC_RELAXED) == 0; \
        atomic_thread_fence(memory_order_seq_cst);                                                 \
        return ok && atomic_load_explicit(&x, memory_order_acquire) == 8;                          \
    }

COUNTERS(1, signed char)
COUNTERS(2, short)
COUNTERS(4, int)
COUNTERS(8, long)
COUNTERS(16, int128)

static lp_value operations_small(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_bool(operations1() && operations2());
}

static lp_value operations_large(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_bool(operations4() && operations8());
}

static lp_value operations_huge(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_bool(operations16());
}

LP_OBJECT(operations, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", operations_small},
                      {"b", operations_large},
                      {"c", operations_huge},
                      {"d", operations_large}})

static struct __attribute__((packed)) {
    char before;
    int x;
} packed;

static lp_value unaligned_inc(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(packed.x++);
}

LP_OBJECT(unaligned, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", unaligned_inc}})

// A size no instruction has: libatomic's entry points.
typedef struct {
    char n[24];
} large;
static _Atomic large odd;

static lp_value odd_inc(void *o, const lp_value *args)
{
    large old = atomic_load(&odd), new;
    (void)o;
    (void)args;
    do {
        new = old;
        new.n[1]++;
    } while (!atomic_compare_exchange_strong(&odd, &old, new));
    return lp_int(old.n[1]);
}

static lp_value odd_get(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    large now = atomic_load(&odd);
    return lp_int(now.n[1]);
}

LP_OBJECT(odd, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", odd_inc}, {"get", odd_get}})

// Copies are not atomic: a reader sees half of one.
typedef struct {
    long a, b, c;
} triple;
static triple shared;

static lp_value copy_in(void *o, const lp_value *args)
{
    triple t = {1, 1, 1};
    (void)o;
    (void)args;
    memcpy(&shared, &t, sizeof t);
    return LP_TRUE;
}

static lp_value copy_out(void *o, const lp_value *args)
{
    triple t;
    (void)o;
    (void)args;
    memcpy(&t, &shared, sizeof t);
    return lp_bool(t.a == t.b && t.b == t.c);
}

static lp_value fill(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    memset(&shared, 1, sizeof shared);
    return LP_TRUE;
}

static lp_value look(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    long a = shared.a;
    return lp_bool(a == shared.c);
}

LP_OBJECT(bytes, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", copy_in}, {"b", copy_out}, {"c", fill}, {"d", look}})
