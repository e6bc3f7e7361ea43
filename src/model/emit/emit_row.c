// SPDX-License-Identifier: MIT
// Rows of tables that are filled in at the end of each action (model/compose/simulation_tables.h).
// Whoever runs the action may know what most of them are: see row_source in emitted.h. To find out
// what a row depends on, functions note what they read.

#include "model/emit/emitted.h"
#include "model/emit/emitter.h"

#include <assert.h>

static const char helpers[] =
    "\nstruct row_source {\n"
    "    uint64_t (*due)(struct run *r, const int32_t *cells);\n"
    "    int32_t (*known)(struct run *r, uint32_t row, int32_t *made, uint32_t width);\n"
    "    void (*learn)(struct run *r, uint32_t row, const int32_t *made, uint32_t width);\n};\n"
    "\n// The first row comes first in every action.\n"
    "static inline int due(struct run *r, const void *cells, uint32_t row)\n{\n"
    "    if (!r->rows)\n        return 1;\n"
    "    if (row == 0)\n        r->due = r->rows->due(r, cells);\n"
    "    return r->due >> row & 1;\n}\n"
    "\nstatic inline int known(struct run *r, uint32_t row, int32_t *made, uint32_t width)\n{\n"
    "    return r->rows && r->rows->known(r, row, made, width);\n}\n"
    "\nstatic inline void learn(struct run *r, uint32_t row, const int32_t *made,\n"
    "                         uint32_t width)\n{\n"
    "    if (r->rows)\n        r->rows->learn(r, row, made, width);\n}\n"
    "\nstatic inline void note_read(struct run *r, const void *cells, const int32_t *at, int how)\n"
    "{\n    if (r->reads)\n        r->reads[at - (const int32_t *)cells] |= how;\n}\n";

void emit_rows(emitter *e)
{
    if (e->p->model->row_count)
        text_add(e->out, "%s", helpers);
}

void emit_row_edge(emitter *e, uint32_t last, uint32_t next)
{
    if (last == next)
        return;
    if (last)
        text_add(e->out, "    row%u:;\n", last - 1);
    if (next)
        text_add(e->out, "        if (!due(r, s, %u))\n            goto row%u;\n", next - 1,
                 next - 1);
}

// The init block ends with the same statements as each action does.
void emit_tables(emitter *e)
{
    if (!e->p->model->row_count)
        return;
    e->r = &e->p->init;
    text_add(e->out, "\nvoid linchpin_fill(int32_t *cells, struct run *r)\n{\n"
                     "    struct state *s = (struct state *)cells;\n");
    emit_temps(e);
    uint32_t last = 0;
    for (uint32_t i = 0; i < e->r->count; i++) {
        const instr *n = &e->r->code[i];
        if (!n->row)
            continue;
        emit_row_edge(e, last, n->row);
        last = n->row;
        emit_instr(e, n);
    }
    emit_row_edge(e, last, 0);
    text_add(e->out, "}\n");
}

void emit_read(emitter *e, const instr *i)
{
    static_assert(READ_CELL == 1 && READ_MANY == 2, "an item is one cell, a collection is `c`");
    if (!e->is_function || !e->p->model->row_count || i->place.local)
        return;
    if (i->kind == INSTR_MANY) {
        text_add(e->out, "            note_read(r, s, c, %d);\n", READ_MANY);
        return;
    }
    text_add(e->out, "        note_read(r, s, &");
    emit_place(e, &i->place);
    text_add(e->out, ", %d);\n", READ_CELL);
}
