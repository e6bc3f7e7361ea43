// SPDX-License-Identifier: MIT
// See lost_thread.h. Only one thread runs, so nothing is locked here.

#include "explore/runtime/lost_thread.h"

#include "explore/runtime/interposed.h"
#include "explore/runtime/runtime.h"

#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { PIECE = 1 << 20, HEAD = 16 }; // before each block: its size

static char *next, *end;

bool lost_own_code(const void *pc)
{
    extern const char __executable_start, etext;
    return (const char *)pc >= &__executable_start && (const char *)pc < &etext;
}

// A function of the user's that a library has called back: the library's frames are above.
static bool called_back(const fiber_state *s, const char *stack)
{
    return s->foreign_slot && stack < (const char *)s->foreign_slot &&
           *s->foreign_slot == s->foreign_return;
}

void lost_note(const ucontext_t *at)
{
    const void *pc = (const void *)(uintptr_t)at->uc_mcontext.gregs[REG_RIP];
    const char *stack = (const char *)(uintptr_t)at->uc_mcontext.gregs[REG_RSP];
    bool elsewhere = !lost_own_code(pc) && !foreign_sees(pc);
    ended.lost = ended.lost || elsewhere || (rt.current && called_back(&rt.current->s, stack));
}

const void *lost_call(void)
{
    const fiber_state *s = rt.current ? &rt.current->s : NULL;
    return s && s->foreign_slot && *s->foreign_slot == s->foreign_return ? s->foreign_return : NULL;
}

static char *aligned(char *address, size_t alignment)
{
    return address + (-(uintptr_t)address & (alignment - 1));
}

void *lost_allocate(size_t size, size_t alignment)
{
    alignment = alignment < HEAD ? HEAD : alignment;
    size_t needed = size + HEAD + HEAD + alignment;
    if (needed < size)
        return NULL;
    if (!next || (size_t)(end - next) < needed) {
        size_t piece = needed > PIECE ? needed : PIECE;
        char *fresh = mmap(NULL, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (fresh == MAP_FAILED)
            return NULL;
        next = fresh;
        end = fresh + piece;
    }
    char *block = aligned(next + HEAD, alignment);
    // As the C library has it, so that malloc_usable_size finds it: it takes off one word.
    ((size_t *)(void *)block)[-1] = (size + sizeof(size_t) + 7) & ~(size_t)7;
    next = block + ((size + 7) & ~(size_t)7);
    return block;
}

void *lost_reallocate(void *old, size_t size)
{
    void *block = lost_allocate(size, HEAD);
    size_t before = old ? malloc_usable_size(old) : 0;
    if (block && before)
        memcpy(block, old, before < size ? before : size);
    return block;
}
