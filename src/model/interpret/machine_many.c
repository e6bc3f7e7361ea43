// SPDX-License-Identifier: MIT
// Operations of seq, set and map: taken out of their cells, done, and written back.

#include "model/interpret/machine.h"

#include "base/collection.h"

#include <string.h>

static void insert(machine *m, const instr *i, collection *c, size_t at, const int64_t *item)
{
    if (c->count == m->p->items)
        machine_fail(m, PROBLEM_FULL, i->at);
    else
        collection_insert(c, at, item);
}

static void do_keyed(machine *m, const instr *i, collection *c, const int64_t *item, int64_t *got)
{
    size_t at;
    bool found = collection_find(c, item, &at);
    got[0] = i->seq == SET_ADD ? !found : found;
    switch (i->seq) {
    case SET_ADD:
    case MAP_PUT:
        if (found)
            memcpy(collection_item(c, at), item, c->width * sizeof *item);
        else
            insert(m, i, c, at, item);
        break;
    case SET_REMOVE:
    case MAP_REMOVE:
        if (found)
            collection_remove(c, at);
        break;
    case MAP_GET:
        got[0] = i->limit.parts[1].kind == TYPE_POINTER ? 0 : CELL_NONE;
        if (found)
            got[0] = collection_item(c, at)[c->key];
        break;
    default: // has
        break;
    }
}

static void do_end(machine *m, const instr *i, collection *c, int64_t *got)
{
    if (c->count == 0) {
        machine_fail(m, PROBLEM_EMPTY, i->at);
        return;
    }
    size_t at = i->seq == SEQ_POP || i->seq == SEQ_BACK ? c->count - 1 : 0;
    if (i->seq == MANY_CHOOSE || i->seq == SEQ_TAKE)
        at = machine_way(m, (uint32_t)c->count, i->at);
    memcpy(got, collection_item(c, at), i->width * sizeof *got);
    if (i->seq == SEQ_POP || i->seq == SEQ_POP_FRONT || i->seq == SEQ_TAKE)
        collection_remove(c, at);
}

static void do_equal(const instr *i, collection *c, const int64_t *item, int64_t *got)
{
    size_t at;
    got[0] = collection_seek(c, item, &at);
    if (got[0] && i->seq == SEQ_REMOVE)
        collection_remove(c, at);
}

static void operate(machine *m, const instr *i, collection *c, const int64_t *item, int64_t *got)
{
    switch (i->seq) {
    case SEQ_PUSH:
    case SEQ_PUSH_FRONT:
        insert(m, i, c, i->seq == SEQ_PUSH ? c->count : 0, item);
        break;
    case SEQ_INSERT: {
        size_t at;
        collection_find(c, item, &at);
        insert(m, i, c, at, item);
        break;
    }
    case SEQ_HAS:
    case SEQ_REMOVE:
        do_equal(i, c, item, got);
        break;
    case SEQ_EMPTY:
    case SEQ_LEN:
        got[0] = i->seq == SEQ_LEN ? (int64_t)c->count : c->count == 0;
        break;
    case MANY_CLEAR:
        while (c->count)
            collection_remove(c, c->count - 1);
        break;
    case SEQ_POP:
    case SEQ_POP_FRONT:
    case SEQ_FRONT:
    case SEQ_BACK:
    case MANY_CHOOSE:
    case SEQ_TAKE:
        do_end(m, i, c, got);
        break;
    default:
        do_keyed(m, i, c, item, got);
        break;
    }
}

static void take_in(collection *c, const int32_t *cells)
{
    int64_t item[2 * MODEL_MAX_PARTS];
    for (int32_t n = 0; n < cells[0]; n++) {
        for (uint32_t k = 0; k < c->width; k++)
            item[k] = cells[1 + (uint32_t)n * c->width + k];
        collection_insert(c, (size_t)n, item);
    }
}

// What is not used is zero.
static void write_back(const collection *c, int32_t *cells, uint32_t room)
{
    memset(cells + 1, 0, (size_t)room * c->width * sizeof *cells);
    for (size_t n = 0; n < c->count * c->width; n++)
        cells[1 + n] = (int32_t)c->cells[n];
    cells[0] = (int32_t)c->count;
}

void machine_many(machine *m, const instr *i)
{
    int32_t *cells = machine_place(m, &i->place, i->at);
    int64_t item[2 * MODEL_MAX_PARTS] = {0}, got[MODEL_MAX_PARTS] = {0};
    if (!cells)
        return;
    for (uint32_t k = 0; k < i->item_count; k++)
        item[k] = machine_eval(m, i->items[k]);
    if (m->run->problem)
        return;
    collection c = {.width = item_cells(i->limit), .key = type_width(i->limit.parts[0])};
    take_in(&c, cells);
    operate(m, i, &c, item, got);
    if (!m->run->problem) {
        write_back(&c, cells, m->p->items);
        for (uint32_t k = 0; k < i->width; k++)
            machine_put(m, (slot){i->to.kind, i->to.index + k}, got[k]);
    }
    collection_fini(&c);
}
