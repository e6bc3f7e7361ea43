// SPDX-License-Identifier: MIT
// See memory_cells.h.

#include "explore/show/memory_cells.h"

#include "base/memory.h"
#include "base/text.h"
#include "explore/show/source_cells.h"

#include <stdlib.h>

enum {
    WORD = 8,
    TYPED_MOST = 256, // cells of one type;
    WHOLE_MOST = 32,  // of more, only those that a step accesses
};

bool cells_overlap(const cell *c, size_t offset, size_t size)
{
    return offset < c->offset + c->size && c->offset < offset + size;
}

static void add_cell(box *b, size_t offset, size_t size, const char *name)
{
    MEMORY_GROW(b->cells, b->capacity, b->count + 1);
    b->cells[b->count++] = (cell){.offset = offset, .size = size, .name = memory_string(name)};
}

typedef struct typed_cells {
    box *box;
    const watched *of;
} typed_cells;

static void add_typed(void *context, size_t offset, size_t size, const char *name)
{
    const typed_cells *t = context;
    if (size <= CELL_WIDEST && offset + size <= t->of->size)
        add_cell(t->box, offset, size, name);
}

// A range that steps access is a cell where none is.
static void add_accessed(box *b, const watched *w, size_t offset, size_t size)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (cells_overlap(&b->cells[i], offset, size))
            return;
    text name = {0};
    if (!source_cell_name(w->address, w->whole, offset, size, &name))
        text_add(&name, "+%zu", offset);
    add_cell(b, offset, size, name.bytes);
    text_fini(&name);
}

static int widest_first(const void *a, const void *b)
{
    const memory_note *x = *(const memory_note *const *)a, *y = *(const memory_note *const *)b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

// Copies of whole structs say nothing about what these consist of, beyond their types.
static void add_accesses(box *b, const watched *w, const memory_note **notes, uint32_t count)
{
    bool typed = b->count > 0;
    for (uint32_t i = 0; i < count; i++)
        if (notes[i]->size <= CELL_WIDEST)
            add_accessed(b, w, notes[i]->offset, notes[i]->size);
    for (uint32_t i = 0; i < count && !typed; i++)
        for (size_t at = 0; notes[i]->size > CELL_WIDEST && at < notes[i]->size; at += WORD)
            add_accessed(b, w, notes[i]->offset + at,
                         notes[i]->size - at < WORD ? notes[i]->size - at : WORD);
}

static int by_offset(const void *a, const void *b)
{
    const cell *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

// Of what has many cells, those that no step accesses are left out.
static void leave_out(box *b, const memory_note **notes, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        bool used = false;
        for (uint32_t k = 0; k < count && !used; k++)
            used = cells_overlap(&b->cells[i], notes[k]->offset, notes[k]->size);
        if (used)
            b->cells[kept++] = b->cells[i];
        else
            free(b->cells[i].name);
    }
    b->count = kept;
}

void cells_find(box *b, const watched *w, const memory_note **used, uint32_t count)
{
    typed_cells t = {b, w};
    source_cells(w->address, w->whole, TYPED_MOST, add_typed, &t);
    if (b->count > WHOLE_MOST)
        leave_out(b, used, count);
    if (count)
        qsort(used, count, sizeof *used, widest_first);
    add_accesses(b, w, used, count);
    if (b->count)
        qsort(b->cells, b->count, sizeof *b->cells, by_offset);
}
