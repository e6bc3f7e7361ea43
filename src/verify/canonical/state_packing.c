// SPDX-License-Identifier: MIT
// Cells to words and back, by the plan. An int of eight bits: 0 … 0xEF: itself.
// 0xF0 … 0xFD: -1 … -14. 0xFF: none. What a cell holds otherwise is never negative.

#include "verify/canonical/state_packing.h"

#include <string.h>

// What a cell is stored as that is above the spot's `most`. False: it does not fit.
static bool put_special(const spot *s, int32_t cell, uint64_t *made)
{
    uint64_t v;
    if (s->bits != PACKING_BYTE)
        return false;
    if (cell == INT32_MIN)
        v = PACKING_NONE;
    else if (cell < 0 && cell >= -PACKING_NEGATIVES)
        v = (uint64_t)(PACKING_SMALL - 1 - cell);
    else
        return false;
    *made |= v << s->shift;
    return true;
}

static inline int32_t get(const spot *s, const uint64_t *words)
{
    uint32_t v =
        (uint32_t)((words[s->word] >> s->shift) & (UINT64_MAX >> (PACKING_WORD - s->bits)));
    if (s->bits != PACKING_BYTE || v < PACKING_SMALL)
        return (int32_t)v;
    return v == PACKING_NONE ? INT32_MIN : PACKING_SMALL - 1 - (int32_t)v;
}

static bool put_all(const packing *c, uint32_t from, uint32_t to, const int32_t *cells,
                    uint64_t *words)
{
    bool fits = true;
    uint64_t made = 0;
    uint32_t word = from < to ? c->spots[from].word : 0;
    for (const spot *s = c->spots + from; s < c->spots + to; s++) {
        if (s->word != word) {
            words[word] |= made;
            made = 0;
            word = s->word;
        }
        uint32_t v = (uint32_t)cells[s->cell];
        if (v <= s->most)
            made |= (uint64_t)v << s->shift;
        else
            fits &= put_special(s, cells[s->cell], &made);
    }
    words[word] |= made;
    return fits;
}

static void get_all(const packing *c, uint32_t from, uint32_t to, const uint64_t *words,
                    int32_t *cells)
{
    for (const spot *s = c->spots + from; s < c->spots + to; s++)
        cells[s->cell] = get(s, words);
}

// The first spot of the thread's locals, and of what follows; NULL: it is idle.
static const uint32_t *locals_of(const packing *c, const int32_t *cells, uint32_t thread)
{
    uint32_t in = c->method_of[cells[packing_thread_cell(c, thread, THREAD_PC)]];
    return in ? &c->locals[thread * c->p->routine_count + in - 1] : NULL;
}

bool packing_pack(const packing *c, const int32_t *cells, uint64_t *words)
{
    memset(words, 0, c->words * sizeof *words);
    bool fits = put_all(c, 0, c->fixed, cells, words);
    uint32_t at = c->fixed;
    // A free node is nothing but zeros.
    for (uint32_t h = 0; h < c->p->layout.heap_count; h++) {
        uint32_t end = at + c->p->nodes * c->node_spots[h];
        for (; at < end; at += c->node_spots[h])
            if (cells[c->spots[at].cell])
                fits &= put_all(c, at, at + c->node_spots[h], cells, words);
            else if (c->o.dense)
                break;
        at = end;
    }
    fits &= put_all(c, at, c->locals[0], cells, words);
    for (uint32_t t = 0; t < c->p->threads; t++) {
        const uint32_t *locals = locals_of(c, cells, t);
        if (locals)
            fits &= put_all(c, locals[0], locals[1], cells, words);
    }
    return fits;
}

bool packing_patch(const packing *c, const int32_t *cells, const cell_changes *changed,
                   uint64_t *words)
{
    bool fits = true;
    for (uint32_t i = 0; i < changed->count; i++) {
        uint32_t cell = changed->list[i];
        if (c->spot_of[cell] == PACKING_NOWHERE)
            continue;
        if (!c->spot_of[cell])
            return packing_pack(c, cells, words);
        const spot *s = &c->spots[c->spot_of[cell] - 1];
        uint64_t made = words[s->word] & ~(UINT64_MAX >> (PACKING_WORD - s->bits) << s->shift);
        uint32_t v = (uint32_t)cells[cell];
        if (v <= s->most)
            made |= (uint64_t)v << s->shift;
        else
            fits &= put_special(s, cells[cell], &made);
        words[s->word] = made;
    }
    return fits;
}

void packing_unpack(const packing *c, const uint64_t *words, int32_t *cells)
{
    memset(cells, 0, c->p->layout.cells * sizeof *cells);
    get_all(c, 0, c->fixed, words, cells);
    uint32_t at = c->fixed;
    for (uint32_t h = 0; h < c->p->layout.heap_count; h++) {
        uint32_t end = at + c->p->nodes * c->node_spots[h];
        for (; at < end; at += c->node_spots[h])
            if (get(&c->spots[at], words))
                get_all(c, at, at + c->node_spots[h], words, cells);
            else if (c->o.dense)
                break;
        at = end;
    }
    get_all(c, at, c->locals[0], words, cells);
    for (uint32_t t = 0; t < c->p->threads; t++) {
        const uint32_t *locals = locals_of(c, cells, t);
        if (locals)
            get_all(c, locals[0], locals[1], words, cells);
    }
}

void packing_unpatch(const packing *c, const uint64_t *was, const uint64_t *words, int32_t *cells)
{
    for (uint32_t i = 0; i < c->words; i++) {
        if (words[i] == was[i])
            continue;
        if (i >= c->cut || c->p->layout.heap_count) {
            packing_unpack(c, words, cells);
            return;
        }
        get_all(c, c->spots_of[i], c->spots_of[i + 1], words, cells);
    }
}
