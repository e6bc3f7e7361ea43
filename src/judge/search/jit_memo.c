// SPDX-License-Identifier: MIT
// A chained hash table of configurations: see jit_memo.h.

#include "judge/search/jit_memo.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_MASK = 255 };

void jit_memo_fini(jit_memo *m)
{
    free(m->keys);
    free(m->next);
    free(m->heads);
}

void jit_memo_start(jit_memo *m, uint32_t words, bool forever)
{
    // What a large history has left behind would make small ones slow.
    if (!m->heads || m->mask > FIRST_MASK) {
        m->mask = FIRST_MASK;
        m->heads = memory_resize(m->heads, m->mask + 1, sizeof *m->heads);
        m->count = 1;
    }
    if (m->count)
        memset(m->heads, 0, (m->mask + 1) * sizeof *m->heads);
    m->words = words;
    m->forever = forever;
    m->count = 0;
}

static size_t stride(const jit_memo *m)
{
    return 1 + (size_t)m->words * (m->forever ? 2 : 1);
}

static uint64_t hash(const jit_memo *m, const uint64_t *key)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i <= m->words; i++) {
        h = (h ^ key[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

static void grow(jit_memo *m)
{
    m->mask = m->mask * 2 + 1;
    m->heads = memory_resize(m->heads, m->mask + 1, sizeof *m->heads);
    memset(m->heads, 0, (m->mask + 1) * sizeof *m->heads);
    for (size_t i = 0; i < m->count; i++) {
        uint32_t *head = &m->heads[hash(m, m->keys + i * stride(m)) & m->mask];
        m->next[i] = *head;
        *head = (uint32_t)i + 1;
    }
}

// Was `old` in vain, and can the key do no more than it?
static bool subsumes(const jit_memo *m, const uint64_t *old, const uint64_t *key)
{
    uint32_t same = m->words + 1;
    if (memcmp(old, key, same * sizeof *key) != 0)
        return false;
    for (uint32_t i = same; m->forever && i < same + m->words; i++)
        if (old[i] & ~key[i])
            return false;
    return true;
}

bool jit_memo_seen(jit_memo *m, uint32_t event, uint32_t state, const uint64_t *taken,
                   const uint64_t *forever)
{
    MEMORY_GROW(m->keys, m->keys_capacity, (m->count + 1) * stride(m));
    MEMORY_GROW(m->next, m->next_capacity, m->count + 1);
    uint64_t *key = m->keys + m->count * stride(m);
    key[0] = (uint64_t)event << 32 | state;
    memcpy(key + 1, taken, m->words * sizeof *key);
    if (m->forever)
        memcpy(key + 1 + m->words, forever, m->words * sizeof *key);
    uint32_t *head = &m->heads[hash(m, key) & m->mask];
    for (uint32_t i = *head; i; i = m->next[i - 1])
        if (subsumes(m, m->keys + (i - 1) * stride(m), key))
            return true;
    REQUIRE(m->count < UINT32_MAX - 1);
    m->next[m->count] = *head;
    *head = (uint32_t)++m->count;
    if (m->count > m->mask)
        grow(m);
    return false;
}

uint64_t jit_memo_bytes(const jit_memo *m)
{
    return m->keys_capacity * sizeof *m->keys + m->next_capacity * sizeof *m->next +
           (m->mask + 1) * sizeof *m->heads;
}
