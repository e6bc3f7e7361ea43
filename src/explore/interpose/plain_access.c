// SPDX-License-Identifier: MIT
// Plain accesses: what the compilers call before each of them under
// -fsanitize=thread. The call comes first and the access follows in the user's
// code, so the fiber is scheduled here, and what it does until its next point
// is one step.
//
// gcc calls read_range and write_range for structs; clang has unaligned_*.

#include "explore/interpose/plain_access.h"

#include "explore/interpose/bit_field.h"
#include "explore/interpose/foreign.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/frame.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/races.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"
#include "toolchain/tsan_abi.h"

#include <string.h>

// A loop that waits for a plain variable never comes to a step.
enum { INVISIBLE_MAX = 20000, WIDEST = 16 };

static void access_invisible(const void *address, size_t size, bool write, const void *pc)
{
    if (++rt.invisible_run > INVISIBLE_MAX && !rt.solo) {
        footprint_promote(address);
        execution_end(END_RESTART, NULL, "a loop without a step");
    }
    footprint_invisible(address, size, write);
    if (rt.tracing)
        trace_step(&(pending){write ? OP_WRITE : OP_READ, (uint32_t)size, address, pc, 0});
}

// Memory that is neither the object's nor the thread's own.
static __attribute__((cold)) void access_elsewhere(const void *address, size_t size, bool write,
                                                   const void *pc)
{
    if (region_of_system_data(address)) {
        // What functions of the system change behind our back: gmtime, say.
        point(write ? OP_WRITE : OP_READ, address, size, 0, pc);
        footprint_add(&rt.hidden, 1, write);
    } else if (region_is_wild(address)) {
        trace_step(&(pending){write ? OP_WRITE : OP_READ, (uint32_t)size, address, pc, 0});
    }
}

static void access_step(const void *address, size_t size, bool write, bool may_be_invisible,
                        const void *pc)
{
    HOOK_SCOPE_OF(user, hook_enter());
    if (user && !rt.loading && region_shared(address, pc)) {
        if (may_be_invisible && learnt.invisible_plain && !footprint_is_promoted(address, size) &&
            !fiber_of_other_stack(address))
            access_invisible(address, size, write, pc);
        else
            point(write ? OP_WRITE : OP_READ, address, size, 0, pc);
        region_check(address, size, pc);
        if (config.races)
            races_plain(address, size, write, pc);
    } else if (user && !rt.loading) {
        if (!may_be_invisible)
            region_waits(address);
        if (rt.tracing || region_of_system_data(address))
            access_elsewhere(address, size, write, pc);
    }
    frame_now.hook = 0;
}

void access_plain(const void *address, size_t size, bool write, const void *pc)
{
    access_step(address, size, write, true, pc);
}

// A write. If the code that follows reads the bits around first, that is a step of its own,
// and what it found then is what the code is to find: if another thread has written in
// between, that is lost.
static __attribute__((cold)) void access_bit_field(const void *address, size_t size, bool write,
                                                   const void *pc)
{
    hidden_read r;
    {
        HOOK_SCOPE;
        r = bit_field_read(pc, address, size);
    }
    if (!r.size || r.size > WIDEST) {
        access_plain(address, size, write, pc);
        return;
    }
    char *at = (char *)(uintptr_t)address + r.offset, found[WIDEST];
    frame_now.hook |= FRAME_GOES_ON;
    access_plain(at, r.size, false, pc);
    memcpy(found, at, r.size);
    access_plain(address, size, write, pc);
    memcpy(at, found, r.size);
}

static inline void access_written(const void *address, size_t size, bool write, const void *pc)
{
    if (rt.in_user && !rt.loading && !bit_field_known_plain(pc))
        access_bit_field(address, size, write, pc);
    else
        access_plain(address, size, write, pc);
}

// People wait for volatile variables as for atomic ones.
static void access_volatile(const void *address, size_t size, bool write, const void *pc)
{
    access_step(address, size, write, false, pc);
}

#define ACCESS(kind, name, size, write)                                                            \
    FRAME_HOOK(__tsan_##name);                                                                     \
    void hook___tsan_##name(void *address) FRAME_HIDDEN;                                           \
    void hook___tsan_##name(void *address)                                                         \
    {                                                                                              \
        access_##kind(address, size, write, CALLER);                                               \
    }                                                                                              \
    void __tsan_##name##_pc(void *address, void *pc);                                              \
    void __tsan_##name##_pc(void *address, void *pc)                                               \
    {                                                                                              \
        access_##kind(address, size, write, pc);                                                   \
    }
// Asked for by an option only: read and write come in one call, so that no
// thread could be scheduled between them.
#define COMPOUND(name)                                                                             \
    void __tsan_##name(void *address);                                                             \
    void __tsan_##name(void *address)                                                              \
    {                                                                                              \
        (void)address;                                                                             \
        if (rt.in_user)                                                                            \
            unsupported("__tsan_" #name " (an option of the compiler)", CALLER);                   \
    }
#define ACCESS_SIZE(n) TSAN_ACCESSES(ACCESS, n) TSAN_COMPOUNDS(COMPOUND, n)

TSAN_SIZES(ACCESS_SIZE)

#define HOOK(result, name, ...)                                                                    \
    result name(__VA_ARGS__);                                                                      \
    result name(__VA_ARGS__)

HOOK(void, __tsan_read_range, void *address, unsigned long size)
{
    if (size)
        access_plain(address, size, false, CALLER);
}

HOOK(void, __tsan_write_range, void *address, unsigned long size)
{
    if (size)
        access_plain(address, size, true, CALLER);
}

HOOK(void, __tsan_read_range_pc, void *address, unsigned long size, void *pc)
{
    if (size)
        access_plain(address, size, false, pc);
}

HOOK(void, __tsan_write_range_pc, void *address, unsigned long size, void *pc)
{
    if (size)
        access_plain(address, size, true, pc);
}

HOOK(void, __tsan_vptr_read, void **address)
{
    access_plain(address, sizeof *address, false, CALLER);
}

HOOK(void, __tsan_vptr_update, void **address, void *value)
{
    (void)value;
    access_plain(address, sizeof *address, true, CALLER);
}

HOOK(void, __tsan_init, void)
{
}

// Functions say when they begin, and who has called them, and when they end. A call from code
// that is not instrumented is one back, from a library.
HOOK(void, __tsan_func_entry, void *pc)
{
    if (rt.in_user && rt.current->s.foreign_slot)
        foreign_called_back(pc, __builtin_frame_address(0));
}

HOOK(void, __tsan_func_exit, void)
{
    if (rt.in_user && rt.current->s.callback)
        foreign_calls_back_end(__builtin_frame_address(0), CALLER);
}
