// SPDX-License-Identifier: MIT
// malloc and its kin. Calls from the user's code, or from C++'s run-time library
// on its behalf, are served from the arenas; those of the C library, the loader
// and the runner itself go to the C library's heap. A block is freed where it
// came from, whoever frees it. Where the C library's heap may be broken or locked it is
// left alone: see lost_thread.h.

#include "explore/interpose/plain_access.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/lost_thread.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static bool for_user(const void *pc)
{
    return rt.in_user && !rt.late && !region_in_libc(pc);
}

static void *from_libc(size_t size, size_t alignment)
{
    if (ended.lost)
        return lost_allocate(size, alignment);
    return alignment > 16 ? __libc_memalign(alignment, size) : __libc_malloc(size);
}

static void *take(size_t size, size_t alignment, bool zero, const void *pc)
{
    HOOK_SCOPE;
    if (config.reuse && !rt.loading)
        point(OP_MALLOC, NULL, size, 0, pc);
    void *block = arena_allocate(size, alignment, pc);
    if (!block)
        execution_end(END_UNKNOWN, pc, "a thread allocates more than explore's heap of 64 MB");
    if (zero && config.reuse) {
        memset(block, 0, size);
        footprint_add(block, size, true);
    }
    if (rt.tracing && !rt.loading)
        trace_allocated(block, size, zero, pc);
    return block;
}

void *malloc(size_t size)
{
    return for_user(CALLER) ? take(size, 16, false, CALLER) : from_libc(size, 16);
}

void *calloc(size_t count, size_t size)
{
    bool user = for_user(CALLER);
    if (!user && !ended.lost)
        return __libc_calloc(count, size);
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return user ? take(bytes, 16, true, CALLER) : from_libc(bytes, 16);
}

// Freeing is a step in every mode: an access by another thread may come just
// before it or just after it.
static void give_back(void *block, const void *pc)
{
    if (!rt.in_user) // the runner never frees what is in an arena
        return;
    HOOK_SCOPE;
    if (!rt.loading)
        point(OP_FREE, block, 0, 0, pc);
    const heap_fault *wrong = arena_free(block, pc);
    if (wrong)
        execution_break(wrong->kind, pc, "%s", wrong->text);
}

void free(void *block)
{
    if (!block)
        return;
    if (arenas_own(block))
        give_back(block, CALLER);
    else if (for_user(CALLER) && (fiber_of_stack(block, NULL) || region_of_module(block)))
        execution_break(LP_VIOLATION_BAD_FREE, CALLER,
                        "free of an address that malloc did not give");
    else if (!ended.lost)
        __libc_free(block);
}

void *realloc(void *old, size_t size)
{
    const void *pc = CALLER;
    if (old && !arenas_own(old))
        return ended.lost ? lost_reallocate(old, size) : __libc_realloc(old, size);
    if (!old)
        return for_user(pc) ? take(size, 16, false, pc) : from_libc(size, 16);
    if (!rt.in_user)
        abort();
    if (!size) { // as glibc does
        give_back(old, pc);
        return NULL;
    }
    size_t before = arena_block_size(old);
    void *block = take(size, 16, false, pc);
    if (before)
        access_plain(old, before < size ? before : size, false, pc);
    memcpy(block, old, before < size ? before : size);
    give_back(old, pc);
    return block;
}

static void *aligned(size_t alignment, size_t size, const void *pc)
{
    return for_user(pc) ? take(size, alignment, false, pc) : from_libc(size, alignment);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return aligned(alignment, size, CALLER);
}

void *memalign(size_t alignment, size_t size)
{
    return aligned(alignment, size, CALLER);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || !alignment)
        return EINVAL;
    void *block = aligned(alignment, size, CALLER);
    access_plain(out, sizeof *out, true, CALLER);
    *out = block;
    return *out ? 0 : ENOMEM;
}

void *valloc(size_t size)
{
    return aligned(4096, size, CALLER);
}

size_t malloc_usable_size(void *block)
{
    if (block && arenas_own(block))
        return arena_block_size(block);
    // The size field of the C library's chunks, without its flags.
    size_t field = block ? ((size_t *)block)[-1] : 0;
    bool mapped = field & 2;
    return block ? (field & ~(size_t)7) - (mapped ? 2 : 1) * sizeof(size_t) : 0;
}
