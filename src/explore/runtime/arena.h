// SPDX-License-Identifier: MIT
// The heap of the user's object. Each fiber allocates from an arena of its own
// at a fixed address, so an address depends on what the thread did and never
// on the schedule. Blocks come zeroed, with a redzone between them, and are not
// used again: every use after free is seen. With --reuse a freed block goes to
// the next malloc of its size, from whichever thread, and keeps its contents,
// as a real malloc does; that is how ABA shows, and then freed memory may be touched.

#ifndef EXPLORE_ARENA_H
#define EXPLORE_ARENA_H

#include "base/error.h"
#include "base/text.h"
#include "explore/runtime/runtime.h"

#define ARENA_SIZE ((size_t)64 << 20)
#define ARENAS_BASE ((char *)0x200000000000)

bool arenas_init(error *e);
uint32_t arena_number(const void *address); // whose arena it is in
static inline bool arenas_own(const void *address)
{
    return (uintptr_t)address - (uintptr_t)ARENAS_BASE < ARENA_SIZE * FIBERS_MAX;
}
// These run inside a hook, for the current fiber.
void *arena_allocate(size_t size, size_t alignment, const void *pc);
// What is wrong with freeing or touching this, or NULL. `size` 0: one byte.
typedef struct heap_fault {
    lp_violation kind;
    const char *text;
} heap_fault;
const heap_fault *arena_free(void *block, const void *pc);
const heap_fault *arena_check(const void *address, size_t size);
size_t arena_block_size(const void *block);
size_t arena_rest(const void *address); // bytes from here to the end of its block
// The block that an address lies in; NULL: in none.
const void *arena_block(const void *address, size_t *size);
size_t arena_block_room(const void *block); // with its padding; at least 1

size_t arena_used(uint32_t number); // bytes that this fiber has taken

void arenas_snapshot(void);
void arenas_reset(void);
void arenas_visit(void (*visit)(void *context, const void *bytes, size_t size), void *context);
// Blocks not freed, without those of constructors.
void arenas_leaked(void (*visit)(void *context, const void *block, size_t size), void *context);
void arenas_live(void (*visit)(void *context, const void *block, size_t size), void *context);
// "t0#1+8": the ninth byte of the first block that thread 0 allocated.
void arena_print(const void *address, text *out);
// The pc that allocated and that freed the block of this address; NULL: none.
void arena_history(const void *address, const void **allocated, const void **freed);

#endif
