// SPDX-License-Identifier: MIT
// libatomic's entry points, which compilers use for atomics of odd sizes (a struct of 24
// bytes) and, without -mcx16, for sixteen bytes. They are here so that such tests link
// without -latomic, and so that they are held up as other accesses are: see
// access_main.c, which has the sizes that the machine knows.
//
// The others are done under a lock, which depends on the address only. All code of the
// process gets these functions, so all agree on it. Nobody is held up inside.
//
// The explorer has functions of the same names in atomic_access.c.

#include "harness/noise/noise.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 uint128;

// The compiler reserves the names for its builtins: these get the symbols by `asm`.
#define LIBATOMIC(result, name, ...)                                                               \
    result libatomic_##name(__VA_ARGS__) __asm__("__atomic_" #name);                               \
    result libatomic_##name(__VA_ARGS__)

#define UPDATE(n, bits, type, name, operation)                                                     \
    type __tsan_atomic##bits##_fetch_##name(volatile type *a, type v, int order);                  \
    LIBATOMIC(type, fetch_##name##_##n, volatile type *a, type v, int order)                       \
    {                                                                                              \
        return __tsan_atomic##bits##_fetch_##name(a, v, order);                                    \
    }                                                                                              \
    LIBATOMIC(type, name##_fetch_##n, volatile type *a, type v, int order)                         \
    {                                                                                              \
        type old = __tsan_atomic##bits##_fetch_##name(a, v, order);                                \
        return (type)(operation);                                                                  \
    }

#define SIZED(n, bits, type)                                                                       \
    type __tsan_atomic##bits##_load(volatile type *a, int order);                                  \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order);                         \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order);                      \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *a, type *expected, type v,    \
                                                      int order, int failure);                     \
    LIBATOMIC(type, load_##n, volatile type *a, int order)                                         \
    {                                                                                              \
        return __tsan_atomic##bits##_load(a, order);                                               \
    }                                                                                              \
    LIBATOMIC(void, store_##n, volatile type *a, type v, int order)                                \
    {                                                                                              \
        __tsan_atomic##bits##_store(a, v, order);                                                  \
    }                                                                                              \
    LIBATOMIC(type, exchange_##n, volatile type *a, type v, int order)                             \
    {                                                                                              \
        return __tsan_atomic##bits##_exchange(a, v, order);                                        \
    }                                                                                              \
    LIBATOMIC(bool, compare_exchange_##n, volatile type *a, type *expected, type v, int order,     \
              int failure)                                                                         \
    {                                                                                              \
        return __tsan_atomic##bits##_compare_exchange_strong(a, expected, v, order, failure);      \
    }                                                                                              \
    UPDATE(n, bits, type, add, old + v)                                                            \
    UPDATE(n, bits, type, sub, old - v)                                                            \
    UPDATE(n, bits, type, and, old &v)                                                             \
    UPDATE(n, bits, type, or, old | v)                                                             \
    UPDATE(n, bits, type, xor, old ^ v)                                                            \
    UPDATE(n, bits, type, nand, ~(old & v))

SIZED(1, 8, uint8_t)
SIZED(2, 16, uint16_t)
SIZED(4, 32, uint32_t)
SIZED(8, 64, uint64_t)
#ifdef __x86_64__
SIZED(16, 128, uint128)
#endif

enum { LOCKS = 64, LINE = 64 };

static struct {
    _Alignas(LINE) atomic_flag taken;
} locks[LOCKS];

static atomic_flag *lock(const volatile void *a)
{
    uintptr_t at = (uintptr_t)a / 8;
    atomic_flag *l = &locks[(at ^ at >> 6) % LOCKS].taken;
    noise_point();
    while (atomic_flag_test_and_set_explicit(l, memory_order_acquire))
        sched_yield();
    return l;
}

static void unlock(atomic_flag *l)
{
    atomic_flag_clear_explicit(l, memory_order_release);
}

// The generic functions must agree with those of a size, where there are any.
static bool is_sized(size_t size, const volatile void *a)
{
    bool power = size && (size & (size - 1)) == 0;
    return power && size <= 16 && (uintptr_t)a % size == 0;
}

#ifdef __x86_64__
#define SIXTEEN(call) call(16, uint128)
#else
#define SIXTEEN(call)
#endif
#define EACH_SIZE(call)                                                                            \
    call(1, uint8_t) call(2, uint16_t) call(4, uint32_t) call(8, uint64_t) SIXTEEN(call)

LIBATOMIC(void, load, size_t size, volatile void *a, void *result, int order)
{
#define LOAD(n, type)                                                                              \
    if (size == (n) && is_sized(size, a)) {                                                        \
        type v = libatomic_load_##n(a, order);                                                     \
        memcpy(result, &v, n);                                                                     \
        return;                                                                                    \
    }
    EACH_SIZE(LOAD)
    atomic_flag *l = lock(a);
    memcpy(result, (const void *)(uintptr_t)a, size);
    unlock(l);
}

LIBATOMIC(void, store, size_t size, volatile void *a, const void *value, int order)
{
#define STORE(n, type)                                                                             \
    if (size == (n) && is_sized(size, a)) {                                                        \
        type v;                                                                                    \
        memcpy(&v, value, n);                                                                      \
        libatomic_store_##n(a, v, order);                                                          \
        return;                                                                                    \
    }
    EACH_SIZE(STORE)
    atomic_flag *l = lock(a);
    memcpy((void *)(uintptr_t)a, value, size);
    unlock(l);
}

LIBATOMIC(void, exchange, size_t size, volatile void *a, const void *value, void *result, int order)
{
#define EXCHANGE(n, type)                                                                          \
    if (size == (n) && is_sized(size, a)) {                                                        \
        type v;                                                                                    \
        memcpy(&v, value, n);                                                                      \
        v = libatomic_exchange_##n(a, v, order);                                                   \
        memcpy(result, &v, n);                                                                     \
        return;                                                                                    \
    }
    EACH_SIZE(EXCHANGE)
    atomic_flag *l = lock(a);
    volatile char *bytes = a;
    for (size_t i = 0; i < size; i++) { // value and result may be the same object
        char old = bytes[i];
        bytes[i] = ((const char *)value)[i];
        ((char *)result)[i] = old;
    }
    unlock(l);
}

LIBATOMIC(bool, compare_exchange, size_t size, volatile void *a, void *expected, const void *value,
          int order, int failure)
{
#define COMPARE(n, type)                                                                           \
    if (size == (n) && is_sized(size, a)) {                                                        \
        type v, wanted;                                                                            \
        memcpy(&v, value, n);                                                                      \
        memcpy(&wanted, expected, n);                                                              \
        bool done = libatomic_compare_exchange_##n(a, &wanted, v, order, failure);                 \
        memcpy(expected, &wanted, n);                                                              \
        return done;                                                                               \
    }
    EACH_SIZE(COMPARE)
    atomic_flag *l = lock(a);
    void *at = (void *)(uintptr_t)a;
    bool same = memcmp(at, expected, size) == 0;
    if (same)
        memcpy(at, value, size);
    else
        memcpy(expected, at, size);
    unlock(l);
    return same;
}

LIBATOMIC(bool, is_lock_free, size_t size, const volatile void *a)
{
    return size <= 8 && is_sized(size, a);
}
