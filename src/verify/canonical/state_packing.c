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

static inline uint64_t mask_of(const spot *s)
{
    return UINT64_MAX >> (PACKING_WORD - s->bits) << s->shift;
}

static inline bool put_again(const spot *s, int32_t cell, uint64_t *words)
{
    uint64_t made = words[s->word] & ~mask_of(s);
    bool fits = true;
    if ((uint32_t)cell <= s->most)
        made |= (uint64_t)(uint32_t)cell << s->shift;
    else
        fits = put_special(s, cell, &made);
    words[s->word] = made;
    return fits;
}

// A thread is somewhere else. `again`: its locals have other places, and were put there.
static bool patch_pc(const packing *c, const int32_t *cells, uint32_t thread, uint64_t *words,
                     bool *again)
{
    const spot *s = &c->spots[c->own + thread * c->each];
    uint32_t was = c->method_of[get(s, words)], now = c->method_of[cells[s->cell]];
    bool fits = put_again(s, cells[s->cell], words);
    *again = was != now;
    if (was == now)
        return fits;
    const uint32_t *locals = &c->locals[(size_t)thread * c->p->routine_count];
    for (uint32_t i = was ? locals[was - 1] : 0; was && i < locals[was]; i++)
        words[c->spots[i].word] &= ~mask_of(&c->spots[i]);
    if (now)
        fits &= put_all(c, locals[now - 1], locals[now], cells, words);
    return fits;
}

// In a method that the thread is not in, it has no spot.
static bool patch_local(const packing *c, const int32_t *cells, uint32_t cell, uint64_t *words)
{
    uint32_t thread = c->thread_of[cell], start = packing_thread_cell(c, thread, 0);
    uint32_t in = c->method_of[cells[start + THREAD_PC]];
    uint32_t at = in ? c->local_of[(in - 1) * c->p->layout.thread_stride + cell - start] : 0;
    if (!at)
        return true;
    uint32_t first = c->locals[thread * c->p->routine_count + in - 1];
    return put_again(&c->spots[first + at - 1], cells[cell], words);
}

// The cells are in their order: of a thread, the pc is the first.
bool packing_patch(const packing *c, const int32_t *cells, const cell_changes *changed,
                   uint64_t *words)
{
    _Static_assert(THREAD_PC == 0, "the first cell of a thread");
    bool fits = true, again = false;
    uint32_t thread = 0; // whose locals were put, if `again`
    for (uint32_t i = 0; i < changed->count; i++) {
        uint32_t cell = changed->list[i], at = c->spot_of[cell];
        if (at == PACKING_PC) {
            thread = c->thread_of[cell];
            fits &= patch_pc(c, cells, thread, words, &again);
        } else if (at == PACKING_LOCAL) {
            if (!again || c->thread_of[cell] != thread)
                fits &= patch_local(c, cells, cell, words);
        } else if (at == 0) {
            return packing_pack(c, cells, words);
        } else if (at != PACKING_NOWHERE) {
            fits &= put_again(&c->spots[at - 1], cells[cell], words);
        }
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

// The cells of a thread; those of another method are zero.
static void get_thread(const packing *c, uint32_t thread, const uint64_t *words, int32_t *cells)
{
    uint32_t first = c->own + thread * c->each, start = packing_thread_cell(c, thread, 0);
    uint32_t was = c->method_of[cells[start + THREAD_PC]];
    if (was != c->method_of[get(&c->spots[first], words)])
        memset(cells + start, 0, c->p->layout.thread_stride * sizeof *cells);
    get_all(c, first, first + c->each, words, cells);
    const uint32_t *locals = locals_of(c, cells, thread);
    if (locals)
        get_all(c, locals[0], locals[1], words, cells);
}

void packing_unpatch(const packing *c, const uint64_t *was, const uint64_t *words, int32_t *cells)
{
    if (c->p->layout.heap_count) {
        packing_unpack(c, words, cells);
        return;
    }
    for (uint32_t i = 0; i < c->cut; i++)
        if (words[i] != was[i])
            get_all(c, c->spots_of[i], c->spots_of[i + 1], words, cells);
    for (uint32_t t = 0; t < c->p->threads; t++) {
        const uint32_t *of = &c->word_of[(size_t)2 * t];
        bool same = true;
        for (uint32_t i = of[0]; i < of[1]; i++)
            same &= words[i] == was[i];
        if (!same)
            get_thread(c, t, words, cells);
    }
}
