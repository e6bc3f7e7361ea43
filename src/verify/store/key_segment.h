// SPDX-License-Identifier: MIT
// Keys in a row, all in the same format: see key_table.h.

#ifndef VERIFY_KEY_SEGMENT_H
#define VERIFY_KEY_SEGMENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SEGMENT_BITS = 14, SEGMENT = 1 << SEGMENT_BITS };

typedef struct table_key {
    uint64_t key;   // a word, or a pair: two numbers of 32 bits
    uint32_t third; // 0 with a word
} table_key;

// An entry is the parts of its key, one beside the other. All ones: the key is in `wide`.
typedef struct segment {
    uint8_t bits[3], total, size; // bits of each part, of all; bytes
    uint8_t parts;                // 1: a word; 2: a pair; 3: and a third number
    bool full;                    // whatever the key, it fits
    uint64_t ones, masks[2];      // of the whole entry, up to 64 bits; of the first two parts
    _Atomic(table_key *) wide;
    uint8_t entries[];
} segment;

// For keys whose parts are at most so large, or a little larger if they are numbers.
segment *segment_new(uint8_t parts, const uint64_t most[3]);
void segment_free(segment *g);
void segment_put(segment *g, uint32_t at, table_key k);
table_key segment_get_long(const segment *g, uint32_t at); // of more than eight bytes
table_key segment_wide(const segment *g, uint32_t at);
uint64_t segment_bytes(const segment *g, uint32_t entries);

static inline const uint8_t *segment_entry(const segment *g, uint32_t at)
{
    return g->entries + (size_t)g->size * at;
}

static inline table_key segment_get(const segment *g, uint32_t at)
{
    if (g->size > sizeof(uint64_t))
        return segment_get_long(g, at);
    uint64_t v;
    memcpy(&v, segment_entry(g, at), sizeof v);
    v &= g->ones;
    if (v == g->ones && !g->full)
        return segment_wide(g, at);
    if (g->parts == 1)
        return (table_key){v, 0};
    uint64_t a = v & g->masks[0], b = v >> g->bits[0] & g->masks[1];
    return (table_key){a << 32 | b, (uint32_t)(v >> g->bits[0] >> g->bits[1])};
}

#endif
