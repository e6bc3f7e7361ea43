// SPDX-License-Identifier: MIT
// Which cell lies where in the words: see state_packing.h.

#include "base/memory.h"
#include "model/syntax/finite_type.h"
#include "verify/canonical/state_packing.h"

#include <stdlib.h>

static uint32_t bits_for(uint32_t most)
{
    uint32_t bits = 1;
    while (most >> bits)
        bits++;
    return bits;
}

static uint32_t bits_of(const packing *c, type t)
{
    if (t.kind == TYPE_POINTER)
        return c->bits_of_pointer;
    if (t.kind == TYPE_UNIT && !c->o.wide)
        return bits_for(c->p->items);
    if (t.kind == TYPE_MASK && !c->o.wide)
        return mask_cell_bits(t, 0);
    if (t.kind == TYPE_MESSAGE && !c->o.wide)
        return bits_for(t.names);
    // Of a set that takes several cells.
    if (t.ranged && !t.optional && t.low >= 0 && t.high >= PACKING_SMALL && !c->o.wide)
        return bits_for((uint32_t)t.high);
    return t.kind == TYPE_BOOL && !t.optional && !c->o.wide ? 1 : c->bits_of_any;
}

static void next_word(packing *c)
{
    c->word += c->shift > 0;
    c->shift = 0;
}

static void begin_part(packing *c, uint32_t bits)
{
    if (c->shift + bits > PACKING_WORD)
        next_word(c);
}

static void add(packing *c, uint32_t cell, uint32_t bits)
{
    begin_part(c, bits);
    MEMORY_GROW(c->spots, c->capacity, c->count + 1);
    uint32_t most =
        bits == PACKING_BYTE ? PACKING_SMALL - 1 : (uint32_t)(UINT64_MAX >> (PACKING_WORD - bits));
    c->spots[c->count++] = (spot){cell, (uint16_t)c->word, (uint8_t)c->shift, (uint8_t)bits, most};
    c->shift += bits;
}

static uint32_t bits_of_variable(const packing *c, const variable *v)
{
    uint32_t bits = 0;
    for (uint32_t k = 0; k < variable_cells(c->p, v); k++)
        bits += bits_of(c, variable_cell(c->p, v, k));
    return bits;
}

static void add_variable(packing *c, uint32_t cell, const variable *v)
{
    for (uint32_t k = 0; k < variable_cells(c->p, v); k++)
        add(c, cell + k, bits_of(c, variable_cell(c->p, v, k)));
}

static void add_client(packing *c)
{
    const layout *l = &c->p->layout;
    if (c->o.reserved)
        add(c, l->reserved, c->bits_of_any);
    if (c->o.started)
        add(c, l->started, c->bits_of_any);
    for (uint32_t t = 0; c->o.done && t < c->p->threads; t++)
        add(c, l->done + t, c->bits_of_any);
}

static void add_shared(packing *c)
{
    const model *m = c->p->model;
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (!m->shared[i].own && !m->shared[i].derived)
            add_variable(c, c->p->layout.variable[i], &m->shared[i]);
}

static uint32_t bits_of_link(const packing *c, const link_place *k)
{
    return k->field ? c->bits_of_pointer : c->bits_of_any;
}

// What a thread has in every method.
static void add_thread(packing *c, uint32_t thread)
{
    const layout *l = &c->p->layout;
    add(c, packing_thread_cell(c, thread, THREAD_PC), c->bits_of_pc);
    for (uint32_t i = 0; i < l->results; i++)
        add(c, packing_thread_cell(c, thread, THREAD_RESULT + i), c->bits_of_result);
    for (uint32_t i = 0; i < l->link_count; i++)
        add(c, packing_thread_cell(c, thread, l->links[i].cell), bits_of_link(c, &l->links[i]));
    for (uint32_t i = 0; i < c->p->model->shared_count; i++)
        if (c->p->model->shared[i].own)
            add_variable(c, packing_thread_cell(c, thread, l->variable[i]),
                         &c->p->model->shared[i]);
}

static uint32_t bits_of_own(const packing *c)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < c->p->model->shared_count; i++)
        bits += c->p->model->shared[i].own ? bits_of_variable(c, &c->p->model->shared[i]) : 0;
    return bits;
}

static uint32_t bits_of_locals(const packing *c, const routine *r)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < r->method->local_count; i++)
        bits += bits_of_variable(c, &r->method->locals[i]);
    for (uint32_t i = 0; i < r->temp_count; i++)
        bits += r->temps[i].kept ? bits_of(c, r->temps[i].type) : 0;
    return bits;
}

static void add_locals(packing *c, uint32_t thread, const routine *r)
{
    for (uint32_t i = 0; i < r->method->local_count; i++)
        add_variable(c, packing_thread_cell(c, thread, r->cells[i]), &r->method->locals[i]);
    for (uint32_t i = 0; i < r->temp_count; i++)
        if (r->temps[i].kept)
            add(c, packing_thread_cell(c, thread, r->temps[i].cell), bits_of(c, r->temps[i].type));
}

static uint32_t bits_of_thread(const packing *c)
{
    const layout *l = &c->p->layout;
    uint32_t bits = c->bits_of_pc + l->results * c->bits_of_result, most = 0;
    for (uint32_t i = 0; i < l->link_count; i++)
        bits += bits_of_link(c, &l->links[i]);
    bits += bits_of_own(c);
    for (uint32_t i = 0; i < c->p->routine_count; i++) {
        uint32_t locals = bits_of_locals(c, &c->p->routines[i]);
        most = locals > most ? locals : most;
    }
    return bits + most;
}

typedef struct cursor {
    uint32_t word, shift;
} cursor;

static cursor later(cursor a, cursor b)
{
    return a.word > b.word || (a.word == b.word && a.shift > b.shift) ? a : b;
}

// The spots of locals are listed last, but lie beside the rest of the thread.
static void add_threads(packing *c, cursor *where)
{
    uint32_t bits = bits_of_thread(c);
    c->own = c->count;
    for (uint32_t t = 0; t < c->p->threads; t++) {
        begin_part(c, bits);
        add_thread(c, t);
        c->each = (c->count - c->own) / (t + 1);
        cursor from = {c->word, c->shift}, end = from;
        where[t] = from;
        // Only to know where they end.
        uint32_t count = c->count;
        for (uint32_t i = 0; i < c->p->routine_count; i++) {
            c->word = from.word;
            c->shift = from.shift;
            add_locals(c, t, &c->p->routines[i]);
            end = later(end, (cursor){c->word, c->shift});
        }
        c->count = count;
        c->word = end.word;
        c->shift = end.shift;
    }
}

static void add_nodes(packing *c)
{
    const layout *l = &c->p->layout;
    for (uint32_t h = 0; h < l->heap_count; h++) {
        const record *r = c->p->model->records[h];
        uint32_t bits = c->o.wide ? PACKING_WIDE : PACKING_STATUS;
        for (uint32_t f = 0; f < r->field_count; f++)
            bits += bits_of_variable(c, &r->fields[f]);
        for (uint32_t n = 0; n < l->nodes; n++) {
            uint32_t first = l->heaps[h].start + n * l->heaps[h].stride;
            begin_part(c, bits);
            add(c, first, c->o.wide ? PACKING_WIDE : PACKING_STATUS);
            for (uint32_t f = 0; f < r->field_count; f++)
                add_variable(c, first + l->heaps[h].fields[f], &r->fields[f]);
        }
        c->node_spots[h] = l->heaps[h].stride;
    }
}

static void add_all_locals(packing *c, const cursor *where)
{
    const program *p = c->p;
    cursor end = {c->word, c->shift};
    c->locals = memory_new((size_t)p->threads * p->routine_count + 1, sizeof *c->locals);
    uint32_t next = 0;
    for (uint32_t t = 0; t < p->threads; t++)
        for (uint32_t i = 0; i < p->routine_count; i++) {
            c->locals[next++] = c->count;
            c->word = where[t].word;
            c->shift = where[t].shift;
            add_locals(c, t, &p->routines[i]);
        }
    c->locals[next] = c->count;
    c->word = end.word;
    c->shift = end.shift;
}

static void find_methods(packing *c)
{
    const program *p = c->p;
    c->method_of = memory_new(p->pc_count + 2, sizeof *c->method_of);
    uint32_t pc = 1;
    for (uint32_t i = 0; i < p->routine_count; i++)
        while (pc <= p->routines[i].return_pc)
            c->method_of[pc++] = (uint8_t)(i + 1);
}

// Most objects answer yes or no, or nothing.
static uint32_t bits_of_results(const packing *c)
{
    uint32_t bits = 1;
    for (uint32_t i = 0; i < c->p->routine_count; i++) {
        type t = c->p->routines[i].method->result;
        for (uint32_t k = 0; k < type_width(t) && t.kind != TYPE_UNIT; k++)
            bits = bits_of(c, type_part(t, k)) > bits ? bits_of(c, type_part(t, k)) : bits;
    }
    return bits;
}

// Words are filled one after the other.
static void list_fixed(packing *c)
{
    c->spot_of = memory_new(c->p->layout.cells + 1, sizeof *c->spot_of);
    c->spots_of = memory_new((size_t)c->word + 2, sizeof *c->spots_of);
    for (uint32_t i = 0; i < c->fixed; i++) {
        c->spot_of[c->spots[i].cell] = i + 1;
        c->spots_of[c->spots[i].word + 1] = i + 1;
    }
    const model *m = c->p->model;
    for (uint32_t i = 0; i < m->shared_count; i++)
        for (uint32_t k = 0; m->shared[i].derived && k < variable_cells(c->p, &m->shared[i]); k++)
            c->spot_of[c->p->layout.variable[i] + k] = PACKING_NOWHERE;
}

// A cell may belong to locals of several methods.
static void list_locals(packing *c)
{
    uint32_t stride = c->p->layout.thread_stride, start = c->p->layout.threads;
    c->local_of = memory_new((size_t)c->p->routine_count * stride + 1, sizeof *c->local_of);
    for (uint32_t i = 0; i < c->p->routine_count; i++)
        for (uint32_t k = c->locals[i]; k < c->locals[i + 1]; k++)
            c->local_of[i * stride + c->spots[k].cell - start] = k - c->locals[i] + 1;
}

static void list_threads(packing *c)
{
    const layout *l = &c->p->layout;
    c->thread_of = memory_new(l->cells + 1, sizeof *c->thread_of);
    c->word_of = memory_new((size_t)c->p->threads * 2 + 1, sizeof *c->word_of);
    for (uint32_t t = 0; t < c->p->threads; t++) {
        uint32_t from = c->own + t * c->each, to = from + c->each, end = c->spots[to - 1].word + 1u;
        for (uint32_t i = 0; i < l->thread_stride; i++) {
            c->thread_of[packing_thread_cell(c, t, i)] = (uint8_t)t;
            c->spot_of[packing_thread_cell(c, t, i)] = PACKING_LOCAL;
        }
        for (uint32_t i = from; i < to; i++)
            c->spot_of[c->spots[i].cell] = i + 1;
        c->spot_of[packing_thread_cell(c, t, THREAD_PC)] = PACKING_PC;
        uint32_t last = (t + 1) * c->p->routine_count;
        for (uint32_t i = c->locals[(size_t)t * c->p->routine_count]; i < c->locals[last]; i++)
            end = c->spots[i].word >= end ? c->spots[i].word + 1u : end;
        c->word_of[(size_t)2 * t] = c->spots[from].word;
        c->word_of[(size_t)2 * t + 1] = end;
    }
    list_locals(c);
}

void packing_init(packing *c, const program *p, const packing_options *o)
{
    _Static_assert(MODEL_MAX_ACTIONS < UINT8_MAX, "a byte for each pc's method");
    _Static_assert(MODEL_MAX_THREADS < UINT8_MAX, "a byte for each cell's thread");
    *c = (packing){.p = p, .o = *o};
    c->bits_of_any = o->wide ? PACKING_WIDE : PACKING_BYTE;
    c->bits_of_pc = o->wide ? PACKING_WIDE : bits_for(p->pc_count + 1);
    c->bits_of_pointer = o->wide ? PACKING_WIDE : bits_for(p->nodes);
    c->bits_of_result = bits_of_results(c);
    cursor where[MODEL_MAX_THREADS + 1] = {0};
    add_client(c);
    add_shared(c);
    c->fixed = c->count;
    list_fixed(c);
    add_nodes(c);
    next_word(c);
    c->cut = c->word;
    add_threads(c, where);
    add_all_locals(c, where);
    next_word(c);
    c->words = c->word ? c->word : 1;
    find_methods(c);
    list_threads(c);
}

void packing_fini(packing *c)
{
    free(c->spots);
    free(c->spot_of);
    free(c->spots_of);
    free(c->locals);
    free(c->method_of);
    free(c->thread_of);
    free(c->local_of);
    free(c->word_of);
}
