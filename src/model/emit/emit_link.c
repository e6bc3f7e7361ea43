// SPDX-License-Identifier: MIT
// ll and sc. Every thread remembers what it has a link to; every write to that
// place, by whomever, breaks all links to it.

#include "model/emit/emitter.h"

static uint32_t number_of(const emitter *e, const link_place *k)
{
    return (uint32_t)(k - e->p->layout.links);
}

void emit_links(emitter *e)
{
    for (uint32_t i = 0; i < e->p->layout.link_count; i++)
        text_add(e->out,
                 "\nstatic inline void unlink_%u(struct state *s, int32_t what)\n{\n"
                 "    for (int t = 0; t < THREADS; t++)\n"
                 "        if (s->threads[t].link_%u == what)\n"
                 "            s->threads[t].link_%u = 0;\n}\n",
                 i, i, i);
}

// What a link holds: see link_place.
static void emit_linked(emitter *e, const place *p)
{
    if (p->base) {
        emit_expr(e, p->base);
    } else if (p->at) {
        emit_expr(e, p->at);
        text_add(e->out, " + 1");
    } else {
        text_add(e->out, "1");
    }
}

void emit_unlink(emitter *e, const place *p)
{
    const link_place *k = program_link(e->p, p);
    if (!k || e->is_init)
        return;
    text_add(e->out, "        unlink_%u(s, ", number_of(e, k));
    emit_linked(e, p);
    text_add(e->out, ");\n");
}

void emit_ll(emitter *e, const instr *i)
{
    uint32_t link = number_of(e, program_link(e->p, &i->place));
    text_add(e->out, "        me->link_%u = ", link);
    emit_linked(e, &i->place);
    text_add(e->out, ";\n        ");
    emit_slot(e, i->to);
    text_add(e->out, " = ");
    emit_place(e, &i->place);
    text_add(e->out, ";\n");
}

void emit_sc(emitter *e, const instr *i)
{
    uint32_t link = number_of(e, program_link(e->p, &i->place));
    text_add(e->out, "        {\n            int32_t value = ");
    emit_expr(e, i->a);
    text_add(e->out,
             ";\n            if (r->problem)\n                return;\n"
             "            int linked = me->link_%u == ",
             link);
    emit_linked(e, &i->place);
    text_add(e->out, ";\n            me->link_%u = 0;\n            if (linked) {\n", link);
    emit_unlink(e, &i->place);
    text_add(e->out, "                ");
    emit_place(e, &i->place);
    text_add(e->out, " = value;\n            }\n            ");
    emit_slot(e, i->to);
    text_add(e->out, " = linked;\n        }\n");
}
