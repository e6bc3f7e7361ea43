// SPDX-License-Identifier: MIT
// See footprint.h. Words are found in a hash table; each byte of a word knows
// its cell.

#include "explore/runtime/footprint.h"

#include "base/memory.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/interposed.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 8, MUTEX_BYTES = 8, FEW = 16 };

typedef struct word {
    uintptr_t number; // address / WORD + 1; 0: free
    uint32_t cells[WORD];
    bool promoted;
} word;

footprint step_now;

static word *words;
static size_t word_count, table_size;
typedef struct cell {
    uintptr_t word; // address / WORD
    uint8_t mask;   // which bytes of it
} cell;

static cell *cells;
static uint32_t cell_count, cell_capacity;
static uintptr_t *promoted;
static uint32_t promoted_count, promoted_capacity;

uint32_t footprint_cells(void)
{
    return cell_count;
}

static word *slot_of(uintptr_t number)
{
    // The upper bits: in those of the middle, words in a row lie in clusters.
    size_t at = number * 0x9e3779b97f4a7c15u >> __builtin_clzll(table_size - 1);
    while (words[at].number && words[at].number != number)
        at = (at + 1) & (table_size - 1);
    return &words[at];
}

static void grow(void)
{
    word *old = words;
    size_t old_size = table_size;
    table_size = old_size ? old_size * 2 : 1 << 10;
    words = memory_new(table_size, sizeof *words);
    for (size_t i = 0; i < old_size; i++)
        if (old[i].number)
            *slot_of(old[i].number) = old[i];
    free(old);
}

static uint32_t new_cell(word *w, uint8_t mask)
{
    if (!cell_count)
        cell_count = 1; // 0: no cell yet
    MEMORY_GROW(cells, cell_capacity, cell_count + 1);
    cells[cell_count] = (cell){w->number - 1, mask};
    for (uint32_t i = 0; i < WORD; i++)
        if (mask >> i & 1)
            w->cells[i] = cell_count;
    return cell_count++;
}

uint32_t footprint_hidden(void)
{
    uintptr_t at = (uintptr_t)&rt.hidden;
    return table_size ? slot_of(at / WORD + 1)->cells[at % WORD] : 0;
}

// Where the touch of this cell, visible or not, may be in the step: tells nothing by itself, since
// it is not cleared between steps.
static uint32_t *places;
static size_t place_count;

static uint32_t *place_of(touch t)
{
    size_t key = t >> 1, before = place_count;
    MEMORY_GROW(places, place_count, key + 1);
    memset(places + before, 0, (place_count - before) * sizeof *places);
    return &places[key];
}

// The place of a touch of the same cell; step_now.count: there is none. Most steps have a few.
static uint32_t find(touch t)
{
    uint32_t i = 0;
    while (i < step_now.count && i < FEW && step_now.touches[i] >> 1 != t >> 1)
        i++;
    if (i < FEW || i == step_now.count)
        return i;
    i = *place_of(t);
    return i < step_now.count && step_now.touches[i] >> 1 == t >> 1 ? i : step_now.count;
}

static void note(touch t)
{
    // Once is enough: a visible access subsumes an invisible one, a write subsumes a read.
    uint32_t i = find(t);
    if (i < step_now.count) {
        step_now.touches[i] |= t & 1;
        return;
    }
    if (i >= FEW)
        *place_of(t) = i;
    MEMORY_GROW(step_now.touches, step_now.capacity, step_now.count + 1);
    step_now.touches[step_now.count++] = t;
}

static word *word_at(uintptr_t number)
{
    if (word_count * 2 >= table_size)
        grow();
    word *w = slot_of(number + 1);
    if (!w->number) {
        w->number = number + 1;
        word_count++;
    }
    return w;
}

static void add_word(uintptr_t number, uint8_t mask, uint32_t how)
{
    word *w = word_at(number);
    for (uint8_t left = mask; left;) {
        uint32_t found = w->cells[__builtin_ctz(left)];
        if (!found) {
            uint8_t unknown = 0;
            for (uint32_t i = 0; i < WORD; i++)
                unknown |= (uint8_t)((left >> i & 1 && !w->cells[i]) << i);
            found = new_cell(w, unknown);
        }
        note(found << 2 | how);
        left &= (uint8_t)~cells[found].mask;
    }
}

static void add(const void *address, size_t size, uint32_t how)
{
    uintptr_t at = (uintptr_t)address;
    while (size) {
        size_t skip = at % WORD, n = WORD - skip < size ? WORD - skip : size;
        add_word(at / WORD, (uint8_t)(((1u << n) - 1) << skip), how);
        at += n;
        size -= n;
    }
}

void footprint_add(const void *address, size_t size, bool write)
{
    if (rt.recording)
        add(address, size, write);
}

void footprint_invisible(const void *address, size_t size, bool write)
{
    if (rt.recording && !rt.solo)
        add(address, size, 2u | write);
}

bool footprint_is_promoted(const void *address, size_t size)
{
    if (!promoted_count)
        return false;
    uintptr_t first = (uintptr_t)address / WORD, last = ((uintptr_t)address + size - 1) / WORD;
    for (uintptr_t n = first; n <= last; n++)
        if (table_size && slot_of(n + 1)->promoted)
            return true;
    return false;
}

void footprint_promote(const void *address)
{
    word *w = word_at((uintptr_t)address / WORD);
    if (w->promoted)
        return;
    w->promoted = true;
    MEMORY_GROW(promoted, promoted_capacity, promoted_count + 1);
    promoted[promoted_count++] = (uintptr_t)address / WORD * WORD;
}

void footprint_promote_cell(uint32_t number)
{
    footprint_promote((const void *)(cells[number].word * WORD));
}

const uintptr_t *footprint_promoted(uint32_t *count)
{
    *count = promoted_count;
    return promoted;
}

void footprint_only_read(void)
{
    step_now.flags |= STEP_FAILED;
    if (rt.recording)
        for (uint32_t i = step_now.fixed; i < step_now.count; i++)
            step_now.touches[i] &= ~1u;
}

static void add_sync(const void *object, size_t size)
{
    footprint_add(object, size && size < MUTEX_BYTES ? size : MUTEX_BYTES, true);
}

void footprint_reach(const void *address)
{
    const fiber *owner = fiber_of_other_stack(address);
    if (owner)
        footprint_add(&owner->live, 1, false);
}

static void add_stack(const pending *p)
{
    footprint_reach(p->address);
    if (rt.current->stack_shared)
        footprint_add(&rt.current->live, 1, true);
}

static void add_wake(const pending *p)
{
    footprint_add(rt.current, 1, true);
    if (rt.current->s.woken && p->extra)
        add_sync((const void *)p->extra, 0);
    else if (!rt.current->s.woken)
        add_sync(p->address, 0);
}

// Long: one case for each kind of step.
void footprint_step(const pending *p)
{
    add_stack(p);
    step_now.fixed = step_now.count;
    step_now.flags |= STEP_SHARED;
    switch (p->kind) {
    case OP_NONE:
    case OP_START:
    case OP_PROLOGUE:
    case OP_CALL:
    case OP_RETURN:
    case OP_OPERATION:
    case OP_YIELD:
    case OP_CHOICE:
    case OP_JOIN_ALL:
        step_now.flags &= ~(uint32_t)STEP_SHARED;
        break;
    case OP_FOREIGN:
        foreign_footprint(p);
        break;
    case OP_STREAM:
        add_sync(p->address, 0);
        if (p->extra != FOREIGN_NONE)
            foreign_footprint(p);
        break;
    case OP_FILE:
        footprint_add(&rt.hidden, 1, true);
        break;
    case OP_READ:
    case OP_LOAD:
        footprint_add(p->address, p->size, false);
        break;
    case OP_WRITE:
    case OP_STORE:
    case OP_UPDATE:
        footprint_add(p->address, p->size, true);
        break;
    case OP_FREE:
        footprint_add(p->address, arena_block_room(p->address), true);
        if (config.reuse)
            footprint_add(&rt.free_list, 1, true);
        break;
    case OP_MALLOC:
        footprint_add(&rt.free_list, 1, true);
        break;
    case OP_CREATE:
        footprint_add(&rt.fiber_count, 1, true);
        break;
    case OP_EXIT:
        footprint_add(rt.current, 1, true);
        break;
    case OP_JOIN:
        footprint_add(&rt.fibers[p->extra], 1, true);
        break;
    case OP_WAIT:
        add_sync(p->address, 0);
        add_sync((const void *)p->extra, 0);
        break;
    case OP_SLEEP:
        add_wake(p);
        break;
    case OP_RELOCK:
        add_sync((const void *)p->extra, 0);
        break;
    default:
        add_sync(p->address, p->size);
    }
}
