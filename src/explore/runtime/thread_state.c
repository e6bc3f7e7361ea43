// SPDX-License-Identifier: MIT
// See thread_state.h. The stack counts from where the thread is to where its operation
// began, dead values included where liveness is not known: they may make an iteration
// without effect look like one with an effect, never the reverse. States are compared by
// 64-bit hashes, among the few steps since the thread's last effect.

#include "explore/runtime/thread_state.h"

#include "explore/liveness/frame_liveness.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/frame.h"
#include "explore/runtime/tls.h"

#include <string.h>

#define XXH_INLINE_ALL // the state of the hash is on the stack
#include <xxhash.h>

static void feed(void *context, const void *bytes, size_t size)
{
    uint64_t *h = context;
    *h = XXH3_64bits_withSeed(bytes, size, *h);
}

// All but registers and stack.
static uint64_t add_rest(const fiber *f, uint64_t h)
{
    const pending *p = &f->s.next;
    const uint64_t rest[] = {(uint64_t)p->kind << 32 | p->size,
                             (uintptr_t)p->address,
                             (uintptr_t)p->pc,
                             p->extra,
                             f->s.random,
                             arena_used(f->number),
                             f->s.exit_count};
    feed(&h, rest, sizeof rest);
    if (rt.key_count)
        feed(&h, f->s.keys, sizeof f->s.keys);
    tls_visit(f, feed, &h);
    return h ? h : 1;
}

static const char *base_of(const fiber *f, const char *stack)
{
    return f->base && f->base > stack ? f->base : f->stack_high;
}

uint64_t thread_state_of_registers(const fiber *f, const char *stack, const uint64_t registers[6])
{
    uint64_t h = XXH3_64bits(stack, (size_t)(base_of(f, stack) - stack));
    feed(&h, registers, 6 * sizeof *registers);
    return add_rest(f, h);
}

// On a stack of its own: the first time at each place is long.
static void look_up(void *context)
{
    const void **place = context;
    *place = liveness_at(*place);
}

static const liveness_point *liveness_of(const void *pc)
{
    const void *place = pc;
    if (!liveness_known(pc, &place))
        fiber_aside(look_up, &place);
    return place;
}

// The live grains of the frame of which `top` is the end, and all below LIVE_FRAME.
static uint64_t add_grains(uint64_t h, const liveness_point *p, const char *top)
{
    uint32_t all = (uint32_t)-p->stack / LIVE_GRAIN, count = 0;
    uint32_t kept[LIVE_FRAME / LIVE_GRAIN];
    for (uint32_t w = 0; w < LIVE_WORDS && w * 64 < all; w++)
        for (uint64_t left = p->live.grains[w]; left; left &= left - 1) {
            uint32_t grain = w * 64 + (uint32_t)__builtin_ctzll(left);
            if (grain < all)
                memcpy(&kept[count++], top - (size_t)LIVE_GRAIN * (grain + 1), LIVE_GRAIN);
        }
    feed(&h, kept, count * sizeof *kept);
    if (-p->stack > LIVE_FRAME)
        feed(&h, top + p->stack, (size_t)(-p->stack - LIVE_FRAME));
    return h;
}

uint64_t thread_state_of_frame(const fiber *f, const char *stack)
{
    const void *pc = *(const void *const *)stack;
    const liveness_point *p = f->stack_shared ? NULL : liveness_of(pc);
    const char *base = base_of(f, stack);
    // Where the frame of the function ends: there is its return address.
    const char *top = stack + sizeof pc - (p ? p->stack : 0);
    if (top > base)
        p = NULL;
    uint64_t registers[6], h = 0;
    for (uint32_t i = 0; i < 6; i++)
        registers[i] = !p || p->live.registers >> i & 1 ? frame_now.registers[i] : 0;
    feed(&h, registers, sizeof registers);
    if (p)
        h = add_grains(h, p, top);
    else
        top = stack;
    feed(&h, top, (size_t)(base - top));
    if (f->s.next.kind == OP_UPDATE)
        feed(&h, frame_now.operands, sizeof frame_now.operands);
    return add_rest(f, h);
}
