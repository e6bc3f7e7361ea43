// SPDX-License-Identifier: MIT
// See local.h. The stack is taken from where the thread is to where its
// operation began, dead values and all: a difference in them makes a round look
// useful that was not, never the other way round. Equal means equal but for
// collisions of a 64-bit hash, among the few steps since a thread's last effect.

#include "explore/local.h"

#include "explore/arena.h"
#include "explore/tls.h"

#define XXH_INLINE_ALL // the state of the hash is on the stack
#include <xxhash.h>

static void feed(void *context, const void *bytes, size_t size)
{
    uint64_t *h = context;
    *h = XXH3_64bits_withSeed(bytes, size, *h);
}

uint64_t local_state(const fiber *f, const char *stack, const uint64_t registers[6])
{
    const char *base = f->base && f->base > stack ? f->base : f->stack_high;
    uint64_t h = XXH3_64bits(stack, (size_t)(base - stack));
    feed(&h, registers, 6 * sizeof *registers);
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
