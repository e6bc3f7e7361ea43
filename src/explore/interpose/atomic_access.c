// SPDX-License-Identifier: MIT
// Atomic accesses, for both compilers: gcc calls compare_exchange_strong and
// _weak, clang compare_exchange_val. The runtime does the operation itself once
// the fiber is scheduled. All of it is sequentially consistent: memory orders
// are shown in traces and not weakened. A weak compare-exchange never fails
// without reason.
//
// Also libatomic's entry points, which compilers use for odd sizes and, without
// -mcx16, for sixteen bytes.

#include "explore/interpose/plain_access.h"

#include "explore/runtime/execution_observer.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/frame.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/races.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"
#include "toolchain/tsan_abi.h"

#include <string.h>

static __attribute__((cold)) void access_unshared(op_kind kind, const void *address, size_t size,
                                                  int order, const void *pc)
{
    if (rt.tracing && region_is_wild(address))
        trace_step(&(pending){kind, (uint32_t)size, address, pc, (uint64_t)order});
    region_probe(address, size, kind != OP_LOAD, pc);
    region_waits(address);
}

static inline __attribute__((always_inline)) bool begin(op_kind kind, const void *address,
                                                        size_t size, int order, const void *pc)
{
    bool user = hook_enter();
    if (user && !rt.loading) {
        if (region_shared(address, pc)) {
            point(kind, address, size, (uint64_t)order, pc);
            region_check(address, size, pc);
        } else {
            access_unshared(kind, address, size, order, pc);
        }
    }
    frame_now.hook = 0;
    return user;
}

bool access_atomic(op_kind kind, const void *address, size_t size, int order, const void *pc)
{
    return begin(kind, address, size, order, pc);
}

typedef unsigned __int128 u128;

#define BEGIN(kind) HOOK_SCOPE_OF(user, begin(kind, a, sizeof *a, order, CALLER))
#define DONE(reads, writes, how)                                                                   \
    do {                                                                                           \
        if (user && config.races && !rt.loading)                                                   \
            races_atomic(a, sizeof *a, reads, writes, how, CALLER);                                \
    } while (0)
#define END(done, how, ...)                                                                        \
    do {                                                                                           \
        if (user && rt.tracing)                                                                    \
            trace_update(__VA_ARGS__, done);                                                       \
        DONE(true, done, how);                                                                     \
    } while (0)

#define OPERANDS(new, old, where, failure)                                                         \
    do {                                                                                           \
        u128 writes = new, expects = old;                                                          \
        memcpy(frame_now.operands, &writes, sizeof writes);                                        \
        memcpy(frame_now.operands + 2, &expects, sizeof expects);                                  \
        frame_now.operands[4] = (uintptr_t)(where);                                                \
        frame_now.operands[5] = (uint64_t)(failure);                                               \
    } while (0)

#define UPDATE(bits, type, name, expression, builtin)                                              \
    FRAME_HOOK(__tsan_atomic##bits##_##name);                                                      \
    type hook___tsan_atomic##bits##_##name(type *a, type v, int order) FRAME_HIDDEN;               \
    type hook___tsan_atomic##bits##_##name(type *a, type v, int order)                             \
    {                                                                                              \
        OPERANDS(v, 0, NULL, 0);                                                                   \
        BEGIN(OP_UPDATE);                                                                          \
        type old = *a, new = (type)(expression);                                                   \
        *a = new;                                                                                  \
        if (old == new)                                                                            \
            step_now.flags |= STEP_IDLE;                                                           \
        END(true, order, #name, &old, &new);                                                       \
        return old;                                                                                \
    }

#define COMPARE(bits, type, name)                                                                  \
    FRAME_HOOK(__tsan_atomic##bits##_##name);                                                      \
    int hook___tsan_atomic##bits##_##name(type *a, type *expected, type v, int order, int failure) \
        FRAME_HIDDEN;                                                                              \
    int hook___tsan_atomic##bits##_##name(type *a, type *expected, type v, int order, int failure) \
    {                                                                                              \
        OPERANDS(v, *expected, expected, failure);                                                 \
        type old;                                                                                  \
        bool same;                                                                                 \
        {                                                                                          \
            BEGIN(OP_UPDATE);                                                                      \
            old = *a;                                                                              \
            same = old == *expected;                                                               \
            if (same)                                                                              \
                *a = v;                                                                            \
            else if (user)                                                                         \
                footprint_only_read();                                                             \
            END(same, same ? order : failure, "cas", &old, &v);                                    \
        }                                                                                          \
        if (!same)                                                                                 \
            *expected = old;                                                                       \
        return same;                                                                               \
    }

#define ATOMICS(bits, type)                                                                        \
    FRAME_HOOK(__tsan_atomic##bits##_load);                                                        \
    type hook___tsan_atomic##bits##_load(const type *a, int order) FRAME_HIDDEN;                   \
    type hook___tsan_atomic##bits##_load(const type *a, int order)                                 \
    {                                                                                              \
        BEGIN(OP_LOAD);                                                                            \
        type v = *a;                                                                               \
        DONE(true, false, order);                                                                  \
        return v;                                                                                  \
    }                                                                                              \
    FRAME_HOOK(__tsan_atomic##bits##_store);                                                       \
    void hook___tsan_atomic##bits##_store(type *a, type v, int order) FRAME_HIDDEN;                \
    void hook___tsan_atomic##bits##_store(type *a, type v, int order)                              \
    {                                                                                              \
        OPERANDS(v, 0, NULL, 0);                                                                   \
        BEGIN(OP_STORE);                                                                           \
        *a = v;                                                                                    \
        DONE(false, true, order);                                                                  \
    }                                                                                              \
    TSAN_UPDATES(UPDATE, bits, type)                                                               \
    TSAN_COMPARES(COMPARE, bits, type)                                                             \
    FRAME_HOOK(__tsan_atomic##bits##_compare_exchange_val);                                        \
    type hook___tsan_atomic##bits##_compare_exchange_val(type *a, type expected, type v,           \
                                                         int order, int failure) FRAME_HIDDEN;     \
    type hook___tsan_atomic##bits##_compare_exchange_val(type *a, type expected, type v,           \
                                                         int order, int failure)                   \
    {                                                                                              \
        OPERANDS(v, expected, NULL, failure);                                                      \
        BEGIN(OP_UPDATE);                                                                          \
        type old = *a;                                                                             \
        bool same = old == expected;                                                               \
        if (same)                                                                                  \
            *a = v;                                                                                \
        else if (user)                                                                             \
            footprint_only_read();                                                                 \
        END(same, same ? order : failure, "cas", &old, &v);                                        \
        return old;                                                                                \
    }

TSAN_ATOMICS(ATOMICS)
ATOMICS(128, u128)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    if (rt.in_user) // under sequential consistency it orders nothing that was not in order
        races_fence(order);
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

// libatomic. The compiler reserves these names for its builtins, so the
// functions have names of their own here and get the symbols by `asm`.
#define LIBATOMIC(result, name, ...)                                                               \
    result libatomic_##name(__VA_ARGS__) __asm__("__atomic_" #name);                               \
    result libatomic_##name(__VA_ARGS__)

static void finish(bool user, const void *a, size_t size, bool reads, bool writes, int order,
                   const void *pc)
{
    if (user && config.races && !rt.loading)
        races_atomic(a, size, reads, writes, order, pc);
}

LIBATOMIC(void, load, size_t size, const void *a, void *result, int order)
{
    HOOK_SCOPE_OF(user, access_atomic(OP_LOAD, a, size, order, CALLER));
    memcpy(result, a, size);
    finish(user, a, size, true, false, order, CALLER);
}

LIBATOMIC(void, store, size_t size, void *a, const void *value, int order)
{
    HOOK_SCOPE_OF(user, access_atomic(OP_STORE, a, size, order, CALLER));
    memcpy(a, value, size);
    finish(user, a, size, false, true, order, CALLER);
}

LIBATOMIC(void, exchange, size_t size, void *a, const void *value, void *result, int order)
{
    HOOK_SCOPE_OF(user, access_atomic(OP_UPDATE, a, size, order, CALLER));
    if (user && rt.tracing)
        trace_update("exchange", a, value, true);
    for (size_t i = 0; i < size; i++) { // value and result may be the same object
        char old = ((char *)a)[i];
        ((char *)a)[i] = ((const char *)value)[i];
        ((char *)result)[i] = old;
    }
    finish(user, a, size, true, true, order, CALLER);
}

LIBATOMIC(bool, compare_exchange, size_t size, void *a, void *expected, const void *value,
          int order, int failure)
{
    HOOK_SCOPE_OF(user, access_atomic(OP_UPDATE, a, size, order, CALLER));
    bool same = memcmp(a, expected, size) == 0;
    if (user && rt.tracing)
        trace_update("cas", a, value, same);
    if (same)
        memcpy(a, value, size);
    else
        memcpy(expected, a, size);
    if (user && !same)
        footprint_only_read();
    finish(user, a, size, true, same, same ? order : failure, CALLER);
    return same;
}

LIBATOMIC(bool, is_lock_free, size_t size, const void *a)
{
    (void)a;
    return size <= 8 && (size & (size - 1)) == 0;
}

#define LIBATOMIC_SIZED(n, type)                                                                   \
    LIBATOMIC(type, load_##n, const type *a, int order)                                            \
    {                                                                                              \
        BEGIN(OP_LOAD);                                                                            \
        type v = *a;                                                                               \
        DONE(true, false, order);                                                                  \
        return v;                                                                                  \
    }                                                                                              \
    LIBATOMIC(void, store_##n, type *a, type v, int order)                                         \
    {                                                                                              \
        BEGIN(OP_STORE);                                                                           \
        *a = v;                                                                                    \
        DONE(false, true, order);                                                                  \
    }                                                                                              \
    LIBATOMIC(bool, compare_exchange_##n, type *a, type *expected, type v, int order, int failure) \
    {                                                                                              \
        type old;                                                                                  \
        bool same;                                                                                 \
        {                                                                                          \
            BEGIN(OP_UPDATE);                                                                      \
            old = *a;                                                                              \
            same = old == *expected;                                                               \
            if (same)                                                                              \
                *a = v;                                                                            \
            else if (user)                                                                         \
                footprint_only_read();                                                             \
            END(same, same ? order : failure, "cas", &old, &v);                                    \
        }                                                                                          \
        if (!same)                                                                                 \
            *expected = old;                                                                       \
        return same;                                                                               \
    }                                                                                              \
    LIBATOMIC_UPDATE(n, type, exchange, v, old)                                                    \
    LIBATOMIC_UPDATE(n, type, fetch_add, old + v, old)                                             \
    LIBATOMIC_UPDATE(n, type, fetch_sub, old - v, old)                                             \
    LIBATOMIC_UPDATE(n, type, fetch_and, old &v, old)                                              \
    LIBATOMIC_UPDATE(n, type, fetch_or, old | v, old)                                              \
    LIBATOMIC_UPDATE(n, type, fetch_xor, old ^ v, old)                                             \
    LIBATOMIC_UPDATE(n, type, fetch_nand, ~(old & v), old)                                         \
    LIBATOMIC_UPDATE(n, type, add_fetch, old + v, new)                                             \
    LIBATOMIC_UPDATE(n, type, sub_fetch, old - v, new)                                             \
    LIBATOMIC_UPDATE(n, type, and_fetch, old &v, new)                                              \
    LIBATOMIC_UPDATE(n, type, or_fetch, old | v, new)                                              \
    LIBATOMIC_UPDATE(n, type, xor_fetch, old ^ v, new)                                             \
    LIBATOMIC_UPDATE(n, type, nand_fetch, ~(old & v), new)

#define LIBATOMIC_UPDATE(n, type, name, expression, answer)                                        \
    LIBATOMIC(type, name##_##n, type *a, type v, int order)                                        \
    {                                                                                              \
        BEGIN(OP_UPDATE);                                                                          \
        type old = *a, new = (type)(expression);                                                   \
        *a = new;                                                                                  \
        if (old == new)                                                                            \
            step_now.flags |= STEP_IDLE;                                                           \
        END(true, order, #name, &old, &new);                                                       \
        return answer;                                                                             \
    }

LIBATOMIC_SIZED(1, uint8_t)
LIBATOMIC_SIZED(2, uint16_t)
LIBATOMIC_SIZED(4, uint32_t)
LIBATOMIC_SIZED(8, uint64_t)
LIBATOMIC_SIZED(16, u128)
