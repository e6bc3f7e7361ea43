// SPDX-License-Identifier: MIT
// Emits linchpin_touches: which node the next step of a thread accesses, if that is all that it
// accesses, or that it reads what is never written. A step on a node that nobody else can reach is
// independent of other threads: see successors.h.

#include "model/emit/emitted.h"
#include "model/emit/emitter.h"
#include "model/steps/invisible_access.h"

static bool writes_place(const instr *i)
{
    return i->kind == INSTR_STORE || i->kind == INSTR_CAS || i->kind == INSTR_SWAP ||
           i->kind == INSTR_FAA || i->kind == INSTR_LOCK || i->kind == INSTR_UNLOCK ||
           i->kind == INSTR_DCAS || i->kind == INSTR_SC;
}

// Is the place never written once the object is made? Where memory is managed
// by hand, a node that is handed out again is written.
static bool constant_place(const program *p, const place *of)
{
    if (of->base && p->manual)
        return false;
    for (uint32_t k = 0; k < p->routine_count; k++)
        for (uint32_t n = 0; n < p->routines[k].count; n++) {
            const instr *i = &p->routines[k].code[n];
            if (i->kind == INSTR_LOAD || i->kind == INSTR_MOVE || i->place.local)
                continue;
            bool first = !i->place.base == !of->base && i->place.record == of->record &&
                         i->place.index == of->index;
            bool second = i->kind == INSTR_DCAS && !i->second.base == !of->base &&
                          i->second.record == of->record && i->second.index == of->index;
            if ((writes_place(i) && first) || second)
                return false;
        }
    return true;
}

// Only a step with one access to one place can be independent of other threads.
static void emit_touch(emitter *e, const instr *c)
{
    bool quiet = c->kind == INSTR_LOAD && constant_place(e->p, &c->place);
    if (!quiet && !c->place.base)
        return;
    text_add(e->out, "    case %u:\n        return ", c->pc);
    if (c->place.base) {
        emit_expr(e, c->place.base);
        text_add(e->out, " ? ");
    }
    if (quiet) {
        text_add(e->out, "%uu", RUN_QUIET);
    } else {
        text_add(e->out, "%uu + (uint32_t)", RUN_NODE * c->place.record);
        emit_expr(e, c->place.base);
    }
    text_add(e->out, "%s;\n", c->place.base ? " : 0" : "");
}

void emit_touches(emitter *e)
{
    text_add(e->out, "\nuint32_t linchpin_touches(const int32_t *cells, uint32_t thread)\n{\n"
                     "    const struct state *s = (const struct state *)cells;\n"
                     "    const struct thread *me = &s->threads[thread];\n"
                     "    switch (me->pc) {\n");
    for (uint32_t k = 0; k < e->p->routine_count; k++) {
        e->r = &e->p->routines[k];
        for (uint32_t i = 0; i < e->r->count; i++)
            if (e->r->code[i].yields && e->r->code[i].kind != INSTR_DCAS &&
                (e->r->code[i].kind == INSTR_LOAD || e->r->code[i].kind == INSTR_MANY ||
                 writes_place(&e->r->code[i])) &&
                !invisible_access_shares(e->p, e->r, i + 1))
                emit_touch(e, &e->r->code[i]);
    }
    text_add(e->out, "    }\n    return 0;\n}\n");
}
