// SPDX-License-Identifier: MIT
// See known_rows.h.

#include "verify/search/known_rows.h"

#include "base/memory.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    PLACES = 1 << 12, // of each row: one value for each, which a hash chooses
    SET_WORDS = 2,
    DEPENDS_MOST = 64 * SET_WORDS, // cells of a row; one that depends on more is always evaluated
    MANY_MOST = 32,
};

// Some of the cells that a row depends on, a bit each.
typedef struct cell_set {
    uint64_t words[SET_WORDS];
} cell_set;

// What is kept of a row in one place; what is in the cells that it depends on follows.
typedef struct kept {
    cell_set reads; // of these cells
    uint32_t used;
    uint32_t looks; // at which of the collections that it depends on, a bit each
    int32_t made[MODEL_MAX_PARTS];
    int32_t in[];
} kept;

typedef struct row {
    uint16_t cells[DEPENDS_MOST];
    uint16_t many[MANY_MOST]; // where the collections begin that it depends on
    uint32_t count, many_count;
    cell_set reads; // in the state that is expanded,
    uint32_t looks; // likewise
    size_t stride;
    uint8_t *places;
} row;

struct known_rows {
    row_source source; // first: a run knows nothing else of it
    const program *p;
    row rows[MODEL_MAX_ROWS];
    uint64_t *depending;   // on each cell: the rows, a bit each
    uint64_t *reading;     // each cell in the state that is expanded: the rows, likewise
    uint16_t *many_cells;  // of each cell where a collection begins: its cells; else 0
    uint32_t first, count; // cells of the tables, side by side
    uint64_t hopeless;     // rows that depend on too much, a bit each
    uint64_t unknown;      // rows in the state that is expanded, a bit each
    uint64_t looking;      // there, at collections
    bool basing;           // the state that is expanded is filled in
    int32_t *base;         // the state that is expanded
    const int32_t *cells;  // what a step has made of it
    cell_changes changed;
    uint8_t *reads;
    int32_t in[DEPENDS_MOST];
};

static kept *place_of(known_rows *k, const row *w, const int32_t *cells)
{
    for (uint32_t i = 0; i < w->count; i++)
        k->in[i] = cells[w->cells[i]];
    uint64_t number = XXH3_64bits(k->in, w->count * sizeof *k->in) % PLACES;
    return (kept *)(void *)(w->places + number * w->stride);
}

// NULL: it is not kept. Else k->in is what is in the cells that it depends on.
static const kept *find(known_rows *k, const row *w, const int32_t *cells)
{
    if (!w->places)
        return NULL;
    const kept *x = place_of(k, w, cells);
    return x->used && memcmp(x->in, k->in, w->count * sizeof *k->in) == 0 ? x : NULL;
}

static void note_looks(const row *w, uint32_t looks, uint8_t *looked)
{
    for (; looked && looks; looks &= looks - 1)
        looked[w->many[__builtin_ctz(looks)]] |= LOOKED_AFTER;
}

static known_rows *rows_of(const run *r)
{
    return (known_rows *)(void *)r->rows;
}

// The rows that have read one of the changed cells, and those of which nothing is known.
static uint64_t due(run *r, const int32_t *cells)
{
    known_rows *k = rows_of(r);
    uint64_t rows = k->unknown;
    k->cells = cells;
    // Behind them are the parameters of the action, which are forgotten when it is done.
    cell_changes_find(&k->changed, k->base, cells, k->p->layout.threads);
    for (uint32_t i = 0; i < k->changed.count; i++)
        rows |= k->reading[k->changed.list[i]];
    for (uint64_t same = k->looking & ~rows; r->looked && same; same &= same - 1) {
        const row *w = &k->rows[__builtin_ctzll(same)];
        note_looks(w, w->looks, r->looked);
    }
    return rows;
}

static void put_reading(known_rows *k, uint32_t which, bool on)
{
    const row *w = &k->rows[which];
    uint64_t bit = UINT64_C(1) << which;
    for (uint32_t i = 0; i < SET_WORDS; i++)
        for (uint64_t left = w->reads.words[i]; left; left &= left - 1) {
            uint64_t *at = &k->reading[w->cells[64 * i + (uint32_t)__builtin_ctzll(left)]];
            *at = on ? *at | bit : *at & ~bit;
        }
}

// The row is this in the state that is expanded.
static void set_base(known_rows *k, uint32_t which, const kept *x)
{
    row *w = &k->rows[which];
    put_reading(k, which, false);
    w->reads = x->reads;
    w->looks = x->looks;
    uint64_t bit = UINT64_C(1) << which;
    k->looking = w->looks ? k->looking | bit : k->looking & ~bit;
    put_reading(k, which, true);
}

static int32_t known(run *r, uint32_t which, int32_t *made, uint32_t width)
{
    known_rows *k = rows_of(r);
    if (k->hopeless >> which & 1)
        return false;
    const row *w = &k->rows[which];
    const kept *x = find(k, w, k->cells);
    if (!x) {
        memset(k->reads, 0, k->p->layout.cells); // one that failed left something there
        r->reads = k->reads;
        return false;
    }
    memcpy(made, x->made, width * sizeof *made);
    note_looks(w, x->looks, r->looked);
    if (k->basing)
        set_base(k, which, x);
    return true;
}

static void give_up(known_rows *k, uint32_t which)
{
    row *w = &k->rows[which];
    k->hopeless |= UINT64_C(1) << which;
    k->looking &= ~k->hopeless;
    free(w->places);
    w->places = NULL;
}

// False: it depends on too much.
static bool depend_on(known_rows *k, uint32_t which, uint32_t cell)
{
    row *w = &k->rows[which];
    if (k->depending[cell] >> which & 1)
        return true;
    if (w->count == DEPENDS_MOST)
        return false;
    w->cells[w->count++] = (uint16_t)cell;
    k->depending[cell] |= UINT64_C(1) << which;
    return true;
}

static bool depend_on_many(known_rows *k, uint32_t which, uint32_t first)
{
    row *w = &k->rows[which];
    uint32_t i = 0;
    while (i < w->many_count && w->many[i] != first)
        i++;
    if (i == MANY_MOST)
        return false;
    w->many[i] = (uint16_t)first;
    w->many_count += i == w->many_count;
    bool ok = true;
    for (uint32_t c = 0; ok && c < k->many_cells[first]; c++) {
        k->reads[first + c] |= READ_CELL;
        ok = depend_on(k, which, first + c);
    }
    return ok;
}

// What it has read now is part of what it depends on. Of a collection that is all of its cells.
static bool depend(known_rows *k, uint32_t which)
{
    bool ok = true;
    for (uint32_t c = 0; ok && c < k->p->layout.cells; c++) {
        if (k->reads[c] & READ_MANY)
            ok = depend_on_many(k, which, c);
        else if (k->reads[c])
            ok = depend_on(k, which, c);
    }
    return ok;
}

static void keep_reads(const known_rows *k, const row *w, kept *x)
{
    x->reads = (cell_set){0};
    x->looks = 0;
    for (uint32_t i = 0; i < w->many_count; i++)
        if (k->reads[w->many[i]] & READ_MANY)
            x->looks |= 1U << i;
    for (uint32_t i = 0; i < w->count; i++)
        if (k->reads[w->cells[i]])
            x->reads.words[i / 64] |= UINT64_C(1) << i % 64;
}

static void keep(known_rows *k, uint32_t which, const int32_t *made, uint32_t width)
{
    row *w = &k->rows[which];
    if (!w->places) {
        size_t step = alignof(kept), size = sizeof(kept) + w->count * sizeof(int32_t);
        w->stride = (size + step - 1) / step * step;
        w->places = memory_new(PLACES, w->stride);
    }
    kept *x = place_of(k, w, k->cells);
    x->used = true;
    keep_reads(k, w, x);
    memcpy(x->made, made, width * sizeof *made);
    memcpy(x->in, k->in, w->count * sizeof *x->in);
    if (k->basing)
        set_base(k, which, x);
}

static void learn(run *r, uint32_t which, const int32_t *made, uint32_t width)
{
    known_rows *k = rows_of(r);
    row *w = &k->rows[which];
    uint32_t count = w->count;
    if (k->hopeless >> which & 1)
        return;
    r->reads = NULL;
    bool possible = depend(k, which);
    if (w->count > count) {
        free(w->places);
        w->places = NULL;
    }
    if (possible)
        keep(k, which, made, width);
    else
        give_up(k, which);
}

void known_rows_base(known_rows *k, void (*fill)(int32_t *state, run *r), int32_t *cells)
{
    run r = {.rows = &k->source};
    // As they were in the state before; those that are not the same any more are due.
    memcpy(cells + k->first, k->base + k->first, k->count * sizeof *cells);
    k->basing = true;
    fill(cells, &r);
    k->basing = false;
    k->unknown = r.problem ? UINT64_MAX >> (MODEL_MAX_ROWS - k->p->model->row_count) : k->hopeless;
    memcpy(k->base, cells, k->p->layout.cells * sizeof *cells);
}

const cell_changes *known_rows_changed(const known_rows *k)
{
    return &k->changed;
}

static void find_many(known_rows *k)
{
    const model *m = k->p->model;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        const variable *v = &m->shared[i];
        uint32_t cells = variable_unit(k->p, v), first = k->p->layout.variable[i];
        for (uint32_t c = 0; type_many(v->type) && c < variable_cells(k->p, v); c += cells)
            k->many_cells[first + c] = (uint16_t)cells;
    }
}

static void find_tables(known_rows *k)
{
    const model *m = k->p->model;
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (m->shared[i].derived) {
            uint32_t first = k->p->layout.variable[i];
            assert(!k->count || first == k->first + k->count);
            k->first = k->count ? k->first : first;
            k->count += variable_cells(k->p, &m->shared[i]);
        }
}

known_rows *known_rows_new(const program *p)
{
    uint32_t rows = p->model->row_count, cells = p->layout.cells;
    if (!rows || cells > UINT16_MAX)
        return NULL;
    assert(!p->layout.heap_count && p->threads == 1 && rows <= MODEL_MAX_ROWS);
    known_rows *k = memory_new(1, sizeof *k);
    *k = (known_rows){.source = {due, known, learn}, .p = p, .unknown = ~UINT64_C(0)};
    k->unknown >>= MODEL_MAX_ROWS - rows;
    k->depending = memory_new(cells, sizeof *k->depending);
    k->reading = memory_new(cells, sizeof *k->reading);
    k->many_cells = memory_new(cells, sizeof *k->many_cells);
    k->base = memory_new(cells, sizeof *k->base);
    k->changed.list = memory_new(cells + 1, sizeof *k->changed.list);
    k->reads = memory_new(cells, sizeof *k->reads);
    find_many(k);
    find_tables(k);
    return k;
}

void known_rows_free(known_rows *k)
{
    if (!k)
        return;
    for (uint32_t i = 0; i < MODEL_MAX_ROWS; i++)
        free(k->rows[i].places);
    free(k->depending);
    free(k->reading);
    free(k->many_cells);
    free(k->base);
    free(k->changed.list);
    free(k->reads);
    free(k);
}

row_source *known_rows_source(known_rows *k)
{
    return &k->source;
}
