// SPDX-License-Identifier: MIT
// 0 … 0xEF: itself. 0xF0 … 0xFD: -1 … -14. 0xFF: none.

#include "verify/code.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 0xF0, NEGATIVES = 14, NONE = 0xFF, WORD = sizeof(uint64_t) };

static bool begins_part(const layout *l, uint32_t threads, uint32_t cell)
{
    uint32_t all = threads * l->thread_stride;
    if (cell < l->threads)
        return false;
    if (cell < l->threads + all)
        return (cell - l->threads) % l->thread_stride == 0;
    for (uint32_t i = 0; i < l->heap_count; i++)
        if (cell == l->heaps[i].start)
            return true;
    return false;
}

void code_init(code *c, const layout *l, uint32_t threads, bool wide)
{
    *c = (code){.cells = l->cells, .wide = wide};
    c->byte = memory_new(l->cells + 1, sizeof *c->byte);
    uint32_t next = sizeof(uint32_t);
    for (uint32_t i = 0; i < l->cells; i++) {
        if (begins_part(l, threads, i))
            next = (next + WORD - 1) / WORD * WORD;
        c->byte[i] = next;
        next += wide ? (uint32_t)sizeof(int32_t) : 1;
    }
    c->words = (next + WORD - 1) / WORD;
}

void code_fini(code *c)
{
    free(c->byte);
}

bool code_cells(const code *c, const int32_t *cells, uint32_t extra, uint64_t *words)
{
    uint8_t *bytes = (uint8_t *)words;
    memset(words, 0, c->words * sizeof *words);
    memcpy(bytes, &extra, sizeof extra);
    for (uint32_t i = 0; i < c->cells; i++) {
        int32_t cell = cells[i];
        if (c->wide)
            memcpy(bytes + c->byte[i], &cell, sizeof cell);
        else if ((uint32_t)cell < SMALL)
            bytes[c->byte[i]] = (uint8_t)cell;
        else if (cell == INT32_MIN)
            bytes[c->byte[i]] = NONE;
        else if (cell < 0 && cell >= -NEGATIVES)
            bytes[c->byte[i]] = (uint8_t)(SMALL - 1 - cell);
        else
            return false;
    }
    return true;
}

uint32_t decode_cells(const code *c, const uint64_t *words, int32_t *cells)
{
    const uint8_t *bytes = (const uint8_t *)words;
    uint32_t extra;
    memcpy(&extra, bytes, sizeof extra);
    for (uint32_t i = 0; i < c->cells; i++) {
        const uint8_t *at = bytes + c->byte[i];
        if (c->wide)
            memcpy(&cells[i], at, sizeof *cells);
        else
            cells[i] = *at < SMALL ? *at : *at == NONE ? INT32_MIN : SMALL - 1 - (int32_t)*at;
    }
    return extra;
}
