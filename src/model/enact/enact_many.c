// SPDX-License-Identifier: MIT
// See enact_many.h.

#include "model/enact/enact_many.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static enact_many *block_of(int64_t cell)
{
    return (enact_many *)(intptr_t)cell; // NOLINT: a cell holds any value
}

int64_t enact_many_cell(enact_many *m)
{
    return (int64_t)(intptr_t)m;
}

enact_many *enact_many_new(uint32_t width)
{
    enact_many *m = memory_new(1, sizeof *m);
    m->holders = 1;
    m->width = width;
    return m;
}

enact_many *enact_many_copy(int64_t cell, uint32_t width)
{
    const enact_many *from = block_of(cell);
    enact_many *m = enact_many_new(width);
    if (from && from->count) {
        m->count = from->count;
        m->capacity = (from->count + 1) * width; // one more is what often comes
        m->cells = memory_resize(NULL, m->capacity, sizeof *m->cells);
        memcpy(m->cells, from->cells, from->count * width * sizeof *m->cells);
    }
    return m;
}

void enact_many_hold(int64_t cell)
{
    if (cell)
        block_of(cell)->holders++;
}

void enact_many_release(int64_t cell)
{
    enact_many *m = block_of(cell);
    if (!m || --m->holders)
        return;
    free(m->cells);
    free(m);
}

size_t enact_many_count(int64_t cell)
{
    return cell ? block_of(cell)->count : 0;
}

const int64_t *enact_many_item(int64_t cell, size_t i)
{
    const enact_many *m = block_of(cell);
    return m->cells + i * m->width;
}

bool enact_many_find(const component_system *s, type key, int64_t cell, const int64_t *wanted,
                     size_t *at)
{
    size_t low = 0, high = enact_many_count(cell);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = enact_compare(s, key, enact_many_item(cell, middle), wanted);
        if (order == 0) {
            *at = middle;
            return true;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *at = low;
    return false;
}

void enact_many_insert(enact_many *m, size_t at, const int64_t *item)
{
    size_t width = m->width;
    MEMORY_GROW(m->cells, m->capacity, (m->count + 1) * width);
    int64_t *place = m->cells + at * width;
    memmove(place + width, place, (m->count - at) * width * sizeof *place);
    memcpy(place, item, width * sizeof *place);
    m->count++;
}

void enact_many_remove(enact_many *m, size_t at)
{
    size_t width = m->width;
    int64_t *place = m->cells + at * width;
    m->count--;
    memmove(place, place + width, (m->count - at) * width * sizeof *place);
}
