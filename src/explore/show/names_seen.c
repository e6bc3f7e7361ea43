// SPDX-License-Identifier: MIT
// See names_seen.h.

#include "explore/show/names_seen.h"

#include "base/intern.h"
#include "base/memory.h"

#include <stdint.h>
#include <string.h>

typedef struct seen_word {
    bool whole, bytes;
} seen_word;

static intern *names, *words;
static const void **addresses; // of names
static seen_word *uses;        // of words
static uint32_t address_capacity, use_capacity;

void seen_forget(void)
{
    intern_free(names);
    intern_free(words);
    names = intern_new();
    words = intern_new();
}

bool seen_name(const char *name, const void *address)
{
    bool fresh;
    uint32_t n = intern_add_fresh(names, name, strlen(name), &fresh);
    MEMORY_GROW(addresses, address_capacity, n + 1);
    if (fresh)
        addresses[n] = address;
    return addresses[n] == address;
}

void seen_access(const void *address, size_t size)
{
    enum { ALIGNMENT = 8, WORD = 4 };
    bool fresh;
    uintptr_t at = (uintptr_t)address, start = at - at % ALIGNMENT;
    uint32_t n = intern_add_fresh(words, &start, sizeof start, &fresh);
    MEMORY_GROW(uses, use_capacity, n + 1);
    if (fresh)
        uses[n] = (seen_word){0};
    uses[n].whole = uses[n].whole || (size >= WORD && at == start);
    uses[n].bytes = uses[n].bytes || size < WORD;
}

bool seen_as_word(const void *address)
{
    uintptr_t at = (uintptr_t)address;
    uint32_t n = intern_find(words, &at, sizeof at);
    return n != INTERN_NONE && uses[n].whole && !uses[n].bytes;
}
