// SPDX-License-Identifier: MIT
// Formats of entries: see key_segment.h.

#include "verify/store/key_segment.h"

#include "base/memory.h"

#include <stdlib.h>

enum { WORD = 64, NUMBER = 32, BYTE = 8 };
enum { AIR = 16 }; // so that the last entries can be read as words

static uint8_t bits_for(uint64_t most)
{
    uint8_t bits = 1;
    while (bits < WORD && most >> bits)
        bits++;
    return bits;
}

typedef unsigned __int128 long_bits;

static long_bits ones_of(uint32_t bits)
{
    return ((long_bits)1 << bits) - 1;
}

static segment *make(uint8_t parts, const uint8_t bits[3])
{
    uint32_t total = (uint32_t)bits[0] + bits[1] + bits[2], size = (total + BYTE - 1) / BYTE;
    segment *g = memory_new(1, sizeof *g + (size_t)size * SEGMENT + AIR);
    memcpy(g->bits, bits, sizeof g->bits);
    g->total = (uint8_t)total;
    g->size = (uint8_t)size;
    g->parts = parts;
    g->ones = (uint64_t)ones_of(total);
    g->masks[0] = (uint64_t)ones_of(bits[0]);
    g->masks[1] = (uint64_t)ones_of(bits[1]);
    g->full = total == (parts == 3 ? 3 * NUMBER : WORD);
    return g;
}

// Numbers grow, so each gets a bit more, and what is left of the last byte.
static void widen(uint8_t parts, uint8_t bits[3])
{
    uint32_t total = 0;
    for (uint8_t i = 0; i < parts; i++) {
        bits[i] = bits[i] < NUMBER ? (uint8_t)(bits[i] + 1) : NUMBER;
        total += bits[i];
    }
    for (uint8_t i = 0; total % BYTE; i = (uint8_t)((i + 1) % parts))
        if (bits[i] < NUMBER) {
            bits[i]++;
            total++;
        }
}

segment *segment_new(uint8_t parts, const uint64_t most[3])
{
    uint8_t bits[3] = {0};
    for (uint8_t i = 0; i < parts; i++)
        bits[i] = bits_for(most[i]);
    if (parts == 1)
        bits[0] = (uint8_t)((bits[0] + BYTE - 1) / BYTE * BYTE);
    else
        widen(parts, bits);
    return make(parts, bits);
}

void segment_free(segment *g)
{
    if (g)
        free(g->wide);
    free(g);
}

static bool fits(const segment *g, table_key k)
{
    if (g->parts == 1)
        return g->total == WORD || !(k.key >> g->total);
    return !(k.key >> 32 >> g->bits[0]) && !((k.key & UINT32_MAX) >> g->bits[1]) &&
           !((uint64_t)k.third >> g->bits[2]);
}

static long_bits joined(const segment *g, table_key k)
{
    if (g->parts == 1)
        return k.key;
    long_bits v = (long_bits)k.third << g->bits[1] | (k.key & UINT32_MAX);
    return v << g->bits[0] | k.key >> 32;
}

static void put_wide(segment *g, uint32_t at, table_key k)
{
    table_key *all = atomic_load(&g->wide);
    if (!all) {
        table_key *fresh = memory_new(SEGMENT, sizeof *fresh);
        if (atomic_compare_exchange_strong(&g->wide, &all, fresh))
            all = fresh;
        else
            free(fresh);
    }
    all[at] = k;
}

void segment_put(segment *g, uint32_t at, table_key k)
{
    long_bits ones = ones_of(g->total), v = fits(g, k) ? joined(g, k) : ones;
    if (v == ones && !g->full)
        put_wide(g, at, k);
    memcpy(g->entries + (size_t)g->size * at, &v, g->size);
}

table_key segment_get_long(const segment *g, uint32_t at)
{
    long_bits v = 0;
    memcpy(&v, segment_entry(g, at), g->size);
    if (v == ones_of(g->total) && !g->full)
        return segment_wide(g, at);
    uint64_t a = (uint64_t)v & g->masks[0], b = (uint64_t)(v >> g->bits[0]) & g->masks[1];
    return (table_key){a << 32 | b, (uint32_t)(v >> (g->bits[0] + g->bits[1]))};
}

table_key segment_wide(const segment *g, uint32_t at)
{
    return atomic_load(&g->wide)[at];
}

uint64_t segment_bytes(const segment *g, uint32_t entries)
{
    return (uint64_t)g->size * entries + (atomic_load(&g->wide) ? SEGMENT * sizeof(table_key) : 0);
}
