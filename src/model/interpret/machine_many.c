// SPDX-License-Identifier: MIT
// Operations of seq, set and map: taken out of their cells, done, and written back.

#include "model/interpret/machine.h"

#include <string.h>

enum { MOST_CELLS = MODEL_MAX_MANY * (MODEL_MAX_PARTS + 1) };

typedef struct many {
    uint32_t count, width, keys;
    int32_t cells[MOST_CELLS];
} many;

static int32_t *item_of(many *c, uint32_t which)
{
    return c->cells + (size_t)which * c->width;
}

static void put_in(many *c, uint32_t at, const int32_t *item)
{
    memmove(item_of(c, at + 1), item_of(c, at), (size_t)(c->count - at) * c->width * sizeof *item);
    memcpy(item_of(c, at), item, c->width * sizeof *item);
    c->count++;
}

static void take_out(many *c, uint32_t at)
{
    c->count--;
    memmove(item_of(c, at), item_of(c, at + 1),
            (size_t)(c->count - at) * c->width * sizeof *c->cells);
}

static int compare(const many *c, const int32_t *a, const int32_t *b)
{
    for (uint32_t k = 0; k < c->keys; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

// How many items go before this one; *found: the next one has the same key.
static uint32_t place_for(many *c, const int32_t *item, bool *found)
{
    uint32_t at = 0;
    while (at < c->count && compare(c, item_of(c, at), item) < 0)
        at++;
    *found = at < c->count && compare(c, item_of(c, at), item) == 0;
    return at;
}

static void insert(machine *m, const instr *i, many *c, uint32_t at, const int32_t *item)
{
    if (c->count == m->p->items)
        machine_fail(m, PROBLEM_FULL, i->at);
    else
        put_in(c, at, item);
}

static void do_keyed(machine *m, const instr *i, many *c, const int32_t *item, int32_t *got)
{
    bool found;
    uint32_t at = place_for(c, item, &found);
    got[0] = i->seq == SET_ADD ? !found : found;
    switch (i->seq) {
    case SET_ADD:
    case MAP_PUT:
        if (found)
            memcpy(item_of(c, at), item, c->width * sizeof *item);
        else
            insert(m, i, c, at, item);
        break;
    case SET_REMOVE:
    case MAP_REMOVE:
        if (found)
            take_out(c, at);
        break;
    case MAP_GET:
        got[0] = i->limit.parts[1].kind == TYPE_POINTER ? 0 : CELL_NONE;
        if (found)
            got[0] = item_of(c, at)[c->keys];
        break;
    default: // has
        break;
    }
}

static void do_end(machine *m, const instr *i, many *c, int32_t *got)
{
    if (c->count == 0) {
        machine_fail(m, PROBLEM_EMPTY, i->at);
        return;
    }
    uint32_t at = i->seq == SEQ_POP || i->seq == SEQ_BACK ? c->count - 1 : 0;
    if (i->seq == MANY_CHOOSE)
        at = machine_way(m, c->count, i->at);
    memcpy(got, item_of(c, at), i->width * sizeof *got);
    if (i->seq == SEQ_POP || i->seq == SEQ_POP_FRONT)
        take_out(c, at);
}

static void do_equal(const instr *i, many *c, const int32_t *item, int32_t *got)
{
    uint32_t at = 0;
    while (at < c->count && compare(c, item_of(c, at), item) != 0)
        at++;
    got[0] = at < c->count;
    if (got[0] && i->seq == SEQ_REMOVE)
        take_out(c, at);
}

static void operate(machine *m, const instr *i, many *c, const int32_t *item, int32_t *got)
{
    switch (i->seq) {
    case SEQ_PUSH:
    case SEQ_PUSH_FRONT:
        insert(m, i, c, i->seq == SEQ_PUSH ? c->count : 0, item);
        break;
    case SEQ_HAS:
    case SEQ_REMOVE:
        do_equal(i, c, item, got);
        break;
    case SEQ_EMPTY:
    case SEQ_LEN:
        got[0] = i->seq == SEQ_LEN ? (int32_t)c->count : c->count == 0;
        break;
    case SEQ_POP:
    case SEQ_POP_FRONT:
    case SEQ_FRONT:
    case SEQ_BACK:
    case MANY_CHOOSE:
        do_end(m, i, c, got);
        break;
    default:
        do_keyed(m, i, c, item, got);
        break;
    }
}

void machine_many(machine *m, const instr *i)
{
    int32_t *cells = machine_place(m, &i->place, i->at);
    int32_t item[2 * MODEL_MAX_PARTS] = {0}, got[MODEL_MAX_PARTS] = {0};
    if (!cells)
        return;
    for (uint32_t k = 0; k < i->item_count; k++)
        item[k] = (int32_t)machine_eval(m, i->items[k]);
    if (m->run->problem)
        return;
    many c = {.count = (uint32_t)cells[0],
              .width = item_cells(i->limit),
              .keys = type_width(i->limit.parts[0])};
    size_t room = (size_t)m->p->items * c.width;
    memcpy(c.cells, cells + 1, room * sizeof *cells);
    operate(m, i, &c, item, got);
    if (m->run->problem)
        return;
    memset(cells + 1, 0, room * sizeof *cells);
    memcpy(cells + 1, c.cells, (size_t)c.count * c.width * sizeof *cells);
    cells[0] = (int32_t)c.count;
    for (uint32_t k = 0; k < i->width; k++)
        machine_put(m, (slot){i->to.kind, i->to.index + k}, got[k]);
}
