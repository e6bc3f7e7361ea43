// SPDX-License-Identifier: MIT
// See arena.h. An arena is filled from below. A map from every sixteen bytes to
// the block they belong to makes the check of an access one look-up.

#include "explore/runtime/arena.h"

#include "base/memory.h"

#include <string.h>
#include <sys/mman.h>

enum { GRAIN = 16, REDZONE = 16 };

typedef enum block_state { BLOCK_LIVE = 1, BLOCK_FREED = 2 } block_state;

typedef struct block {
    uint64_t start, size; // start: offset in the arena
    uint64_t room;        // size with its padding, what a reuse may have
    uint64_t state;
} block;

// Kept apart, since it is no part of the state of an execution.
typedef struct block_places {
    const void *allocated, *freed;
} block_places;

typedef struct arena {
    char *base;
    uint32_t *owner; // of each grain: block number + 1
    size_t used;
    block *blocks;
    block_places *places;
    uint32_t count, capacity, places_capacity;
    // As constructors left it.
    char *initial;
    block *initial_blocks;
    size_t initial_used;
    uint32_t initial_count;
} arena;

typedef struct freed_block {
    uint32_t arena, block;
} freed_block;

static arena arenas[FIBERS_MAX];
static uint32_t arenas_used; // those from here on were never allocated from
static freed_block *freed;   // the last one freed is the first one used again
static uint32_t freed_count, freed_capacity;

bool arenas_init(error *e)
{
    char *all = mmap(ARENAS_BASE, ARENA_SIZE * FIBERS_MAX, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    uint32_t *owners =
        mmap(NULL, ARENA_SIZE / GRAIN * sizeof(uint32_t) * FIBERS_MAX, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all != ARENAS_BASE || owners == MAP_FAILED)
        return error_set(e, "no address space for the heap of the object");
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        arenas[i].base = all + ARENA_SIZE * i;
        arenas[i].owner = owners + ARENA_SIZE / GRAIN * i;
        arenas[i].used = REDZONE;
    }
    return true;
}

static arena *arena_of(const void *address, size_t *offset)
{
    size_t from_base = (size_t)((const char *)address - ARENAS_BASE);
    *offset = from_base % ARENA_SIZE;
    return &arenas[from_base / ARENA_SIZE];
}

uint32_t arena_number(const void *address)
{
    size_t offset;
    return (uint32_t)(arena_of(address, &offset) - arenas);
}

static block *block_of(const void *address, arena **in, size_t *offset)
{
    *in = arena_of(address, offset);
    uint32_t owner = (*in)->owner[*offset / GRAIN];
    return owner ? &(*in)->blocks[owner - 1] : NULL;
}

static void *reuse(uint64_t room, size_t size, size_t alignment, const void *pc)
{
    for (uint32_t i = freed_count; i-- > 0;) {
        arena *a = &arenas[freed[i].arena];
        block *b = &a->blocks[freed[i].block];
        if (b->room != room || (uintptr_t)(a->base + b->start) % alignment)
            continue;
        a->places[freed[i].block].allocated = pc;
        memmove(freed + i, freed + i + 1, (freed_count - i - 1) * sizeof *freed);
        freed_count--;
        b->state = BLOCK_LIVE;
        b->size = size;
        return a->base + b->start;
    }
    return NULL;
}

void *arena_allocate(size_t size, size_t alignment, const void *pc)
{
    if (size > ARENA_SIZE || alignment > ARENA_SIZE)
        return NULL;
    if (alignment < GRAIN)
        alignment = GRAIN;
    uint64_t room = (size + GRAIN - 1) / GRAIN * GRAIN;
    if (!room)
        room = GRAIN;
    if (config.reuse && !rt.loading) {
        void *again = reuse(room, size, alignment, pc);
        if (again)
            return again;
    }
    arena *a = &arenas[rt.current->number];
    if (rt.current->number >= arenas_used)
        arenas_used = rt.current->number + 1;
    size_t start = (a->used + alignment - 1) / alignment * alignment;
    if (start + room + REDZONE > ARENA_SIZE)
        return NULL;
    MEMORY_GROW(a->blocks, a->capacity, a->count + 1);
    MEMORY_GROW(a->places, a->places_capacity, a->count + 1);
    a->places[a->count] = (block_places){pc, NULL};
    a->blocks[a->count++] = (block){start, size, room, BLOCK_LIVE};
    for (size_t g = start / GRAIN; g < (start + room) / GRAIN; g++)
        a->owner[g] = a->count;
    a->used = start + room + REDZONE;
    return a->base + start;
}

static const heap_fault unallocated = {LP_VIOLATION_BAD_FREE,
                                       "free of an address that malloc did not give"};
static const heap_fault freed_twice = {LP_VIOLATION_DOUBLE_FREE, "double free"};
static const heap_fault outside = {LP_VIOLATION_BOUNDS, "access outside of any block of the heap"};
static const heap_fault used_freed = {LP_VIOLATION_FREED, "use after free"};
static const heap_fault past_end = {LP_VIOLATION_BOUNDS, "access past the end of a block"};

const heap_fault *arena_free(void *address, const void *pc)
{
    arena *a;
    size_t offset;
    block *b = block_of(address, &a, &offset);
    if (!b || b->start != offset)
        return &unallocated;
    if (b->state == BLOCK_FREED)
        return &freed_twice;
    b->state = BLOCK_FREED;
    uint32_t number = (uint32_t)(b - a->blocks);
    a->places[number].freed = pc;
    if (config.reuse) {
        MEMORY_GROW(freed, freed_capacity, freed_count + 1);
        freed[freed_count++] = (freed_block){(uint32_t)(a - arenas), number};
    }
    return NULL;
}

const heap_fault *arena_check(const void *address, size_t size)
{
    arena *a;
    size_t offset;
    block *b = block_of(address, &a, &offset);
    if (!b)
        return &outside;
    if (b->state == BLOCK_FREED) {
        if (!config.reuse)
            return &used_freed;
        return NULL;
    }
    // A recycled block may be smaller than the memory an old pointer knows.
    if (offset + size > b->start + (config.reuse ? b->room : b->size))
        return &past_end;
    return NULL;
}

size_t arena_block_size(const void *address)
{
    arena *a;
    size_t offset;
    block *b = block_of(address, &a, &offset);
    return b && b->start == offset ? b->size : 0;
}

const void *arena_block(const void *address, size_t *size)
{
    arena *a;
    size_t offset;
    block *b = block_of(address, &a, &offset);
    *size = b ? b->size : 0;
    return b ? a->base + b->start : NULL;
}

size_t arena_block_room(const void *address)
{
    arena *a;
    size_t offset;
    block *b = block_of(address, &a, &offset);
    return b && b->start == offset ? b->room : 1;
}

size_t arena_rest(const void *address)
{
    arena *a;
    size_t offset;
    const block *b = block_of(address, &a, &offset);
    return b ? b->start + b->room - offset : 1;
}

size_t arena_used(uint32_t number)
{
    return arenas[number].used;
}

void arenas_snapshot(void)
{
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        arena *a = &arenas[i];
        a->initial_used = a->used;
        a->initial_count = a->count;
        if (!a->count)
            continue;
        a->initial = memory_copy(a->base, a->used);
        a->initial_blocks = memory_copy(a->blocks, a->count * sizeof *a->blocks);
    }
}

void arenas_reset(void)
{
    freed_count = 0;
    for (uint32_t i = 0; i < arenas_used; i++) {
        arena *a = &arenas[i];
        if (a->used > a->initial_used) {
            memset(a->base + a->initial_used, 0, a->used - a->initial_used);
            memset(a->owner + a->initial_used / GRAIN, 0,
                   (a->used - a->initial_used) / GRAIN * sizeof *a->owner);
        }
        a->used = a->initial_used;
        a->count = a->initial_count;
        if (!a->count)
            continue;
        memcpy(a->base, a->initial, a->used);
        memcpy(a->blocks, a->initial_blocks, a->count * sizeof *a->blocks);
    }
}

void arenas_visit(void (*visit)(void *context, const void *bytes, size_t size), void *context)
{
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const arena *a = &arenas[i];
        visit(context, &a->used, sizeof a->used);
        if (!a->count)
            continue;
        visit(context, a->base + REDZONE, a->used - REDZONE);
        visit(context, a->blocks, a->count * sizeof *a->blocks);
    }
    if (freed_count)
        visit(context, freed, freed_count * sizeof *freed);
}

void arenas_leaked(void (*visit)(void *context, const void *block, size_t size), void *context)
{
    for (uint32_t i = 0; i < arenas_used; i++)
        for (uint32_t b = arenas[i].initial_count; b < arenas[i].count; b++)
            if (arenas[i].blocks[b].state == BLOCK_LIVE)
                visit(context, arenas[i].base + arenas[i].blocks[b].start,
                      arenas[i].blocks[b].size);
}

void arenas_live(void (*visit)(void *context, const void *block, size_t size), void *context)
{
    for (uint32_t i = 0; i < arenas_used; i++)
        for (uint32_t b = 0; b < arenas[i].count; b++)
            if (arenas[i].blocks[b].state == BLOCK_LIVE)
                visit(context, arenas[i].base + arenas[i].blocks[b].start,
                      arenas[i].blocks[b].size);
}

void arena_print(const void *address, text *out)
{
    arena *a;
    size_t offset;
    block *b = block_of(address, &a, &offset);
    uint32_t number = (uint32_t)(a - arenas);
    if (!b && offset) { // just behind a block, where end() of a container points
        uint32_t before = a->owner[(offset - 1) / GRAIN];
        b = before ? &a->blocks[before - 1] : NULL;
    }
    if (number == FIBER_MAIN)
        text_add(out, "main#");
    else
        text_add(out, "t%u#", thread_number(&rt.fibers[number]));
    if (!b) {
        text_add(out, "?+%zu", offset);
        return;
    }
    text_add(out, "%u", (uint32_t)(b - a->blocks) + 1);
    if (offset != b->start)
        text_add(out, "+%zu", (size_t)(offset - b->start));
}

void arena_history(const void *address, const void **allocated, const void **released)
{
    arena *a;
    size_t offset;
    block *b = block_of(address, &a, &offset);
    *allocated = b ? a->places[b - a->blocks].allocated : NULL;
    *released = b && b->state == BLOCK_FREED ? a->places[b - a->blocks].freed : NULL;
}
