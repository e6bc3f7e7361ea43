// SPDX-License-Identifier: MIT
// What the compiler calls at each access to memory when the test is compiled
// with -fsanitize=thread. Plain accesses announce themselves and are then done
// by the code itself; atomic ones are done here, as they were asked for. Each
// may be held up first: see noise.h.
//
// Loads and stores keep their memory order; read-modify-writes and fences are
// sequentially consistent, which on x86-64 they are anyway. Being stronger than
// asked can only leave histories out, never add one.
//
// This file is part of the runner alone: the explorer has functions of the same
// names, and a program may have only one set.

#include "harness/noise/noise.h"
#include "toolchain/tsan_abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef unsigned __int128 uint128;

#define ANNOUNCE(name, ...)                                                                        \
    void __tsan_##name(__VA_ARGS__);                                                               \
    void __tsan_##name(__VA_ARGS__)

#define PLAIN(name)                                                                                \
    ANNOUNCE(name, void *at)                                                                       \
    {                                                                                              \
        (void)at;                                                                                  \
        noise_point();                                                                             \
    }
#define PLAIN_ACCESS(kind, name, bytes, writes) PLAIN(name)
#define PLAIN_SIZE(n) TSAN_ACCESSES(PLAIN_ACCESS, n) TSAN_COMPOUNDS(PLAIN, n)

TSAN_SIZES(PLAIN_SIZE)
PLAIN(vptr_read)

ANNOUNCE(vptr_update, void **at, void *value)
{
    (void)at;
    (void)value;
    noise_point();
}

ANNOUNCE(read_range, void *at, size_t size)
{
    (void)at;
    (void)size;
    noise_point();
}

ANNOUNCE(write_range, void *at, size_t size)
{
    (void)at;
    (void)size;
    noise_point();
}

ANNOUNCE(init, void)
{
}

ANNOUNCE(func_entry, void *pc)
{
    (void)pc;
}

ANNOUNCE(func_exit, void)
{
}

void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memcpy(void *to, const void *from, size_t size)
{
    noise_point();
    return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size)
{
    noise_point();
    return memmove(to, from, size);
}

void *__tsan_memset(void *to, int byte, size_t size);
void *__tsan_memset(void *to, int byte, size_t size)
{
    noise_point();
    return memset(to, byte, size);
}

#define RMW(bits, type, name, new, operation)                                                      \
    type __tsan_atomic##bits##_##name(volatile type *at, type v, int order);                       \
    type __tsan_atomic##bits##_##name(volatile type *at, type v, int order)                        \
    {                                                                                              \
        (void)order;                                                                               \
        noise_point();                                                                             \
        return operation(at, v, __ATOMIC_SEQ_CST);                                                 \
    }

#define COMPARE(bits, type, name)                                                                  \
    int __tsan_atomic##bits##_##name(volatile type *at, type *expected, type v, int success,       \
                                     int failure);                                                 \
    int __tsan_atomic##bits##_##name(volatile type *at, type *expected, type v, int success,       \
                                     int failure)                                                  \
    {                                                                                              \
        (void)success;                                                                             \
        (void)failure;                                                                             \
        noise_point();                                                                             \
        return __atomic_compare_exchange_n(at, expected, v, false, __ATOMIC_SEQ_CST,               \
                                           __ATOMIC_SEQ_CST);                                      \
    }

#define ATOMIC(bits, type)                                                                         \
    type __tsan_atomic##bits##_load(const volatile type *at, int order);                           \
    type __tsan_atomic##bits##_load(const volatile type *at, int order)                            \
    {                                                                                              \
        noise_point();                                                                             \
        if (order == __ATOMIC_RELAXED)                                                             \
            return __atomic_load_n(at, __ATOMIC_RELAXED);                                          \
        if (order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE)                                \
            return __atomic_load_n(at, __ATOMIC_ACQUIRE);                                          \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *at, type v, int order);                        \
    void __tsan_atomic##bits##_store(volatile type *at, type v, int order)                         \
    {                                                                                              \
        noise_point();                                                                             \
        if (order == __ATOMIC_RELAXED)                                                             \
            __atomic_store_n(at, v, __ATOMIC_RELAXED);                                             \
        else if (order == __ATOMIC_RELEASE)                                                        \
            __atomic_store_n(at, v, __ATOMIC_RELEASE);                                             \
        else                                                                                       \
            __atomic_store_n(at, v, __ATOMIC_SEQ_CST);                                             \
    }                                                                                              \
    TSAN_UPDATES(RMW, bits, type)                                                                  \
    TSAN_COMPARES(COMPARE, bits, type)                                                             \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected, type v,      \
                                                    int success, int failure);                     \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected, type v,      \
                                                    int success, int failure)                      \
    {                                                                                              \
        (void)success;                                                                             \
        (void)failure;                                                                             \
        noise_point();                                                                             \
        __atomic_compare_exchange_n(at, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  \
        return expected;                                                                           \
    }

TSAN_ATOMICS(ATOMIC)

ANNOUNCE(atomic_thread_fence, int order)
{
    (void)order;
    noise_point();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

ANNOUNCE(atomic_signal_fence, int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

#ifdef __x86_64__

// Sixteen bytes: everything is a compare-and-swap, as libatomic has it, so that
// code that was not compiled for noise agrees with this.
static uint128 swap_if(volatile uint128 *at, uint128 expected, uint128 v)
{
    uint64_t low = (uint64_t)expected, high = (uint64_t)(expected >> 64);
    __asm__ volatile("lock cmpxchg16b %0"
                     : "+m"(*at), "+a"(low), "+d"(high)
                     : "b"((uint64_t)v), "c"((uint64_t)(v >> 64))
                     : "memory", "cc");
    return (uint128)high << 64 | low;
}

#define LOOP128(bits, type, name, result, builtin)                                                 \
    uint128 __tsan_atomic128_##name(volatile uint128 *at, uint128 v, int order);                   \
    uint128 __tsan_atomic128_##name(volatile uint128 *at, uint128 v, int order)                    \
    {                                                                                              \
        (void)order;                                                                               \
        noise_point();                                                                             \
        for (uint128 old = swap_if(at, 0, 0), seen;; old = seen)                                   \
            if ((seen = swap_if(at, old, (result))) == old)                                        \
                return old;                                                                        \
    }

TSAN_UPDATES(LOOP128, 128, uint128)

uint128 __tsan_atomic128_load(volatile uint128 *at, int order);
uint128 __tsan_atomic128_load(volatile uint128 *at, int order)
{
    (void)order;
    noise_point();
    return swap_if(at, 0, 0);
}

void __tsan_atomic128_store(volatile uint128 *at, uint128 v, int order);
void __tsan_atomic128_store(volatile uint128 *at, uint128 v, int order)
{
    __tsan_atomic128_exchange(at, v, order);
}

uint128 __tsan_atomic128_compare_exchange_val(volatile uint128 *at, uint128 expected, uint128 v,
                                              int success, int failure);
uint128 __tsan_atomic128_compare_exchange_val(volatile uint128 *at, uint128 expected, uint128 v,
                                              int success, int failure)
{
    (void)success;
    (void)failure;
    noise_point();
    return swap_if(at, expected, v);
}

#define COMPARE128(bits, type, name)                                                               \
    int __tsan_atomic128_##name(volatile uint128 *at, uint128 *expected, uint128 v, int success,   \
                                int failure);                                                      \
    int __tsan_atomic128_##name(volatile uint128 *at, uint128 *expected, uint128 v, int success,   \
                                int failure)                                                       \
    {                                                                                              \
        uint128 wanted = *expected;                                                                \
        *expected = __tsan_atomic128_compare_exchange_val(at, wanted, v, success, failure);        \
        return *expected == wanted;                                                                \
    }

TSAN_COMPARES(COMPARE128, 128, uint128)

#endif
