// SPDX-License-Identifier: MIT
// Guards of actions as functions of their own, so that the search can ask for them first.

#include "model/emit/emitter.h"

uint32_t guard_end(const routine *r)
{
    const block *b = &r->method->body;
    uint32_t i = 0;
    if (!b->count || !b->items[0]->guard)
        return 0;
    while (r->code[i].kind != INSTR_AWAIT)
        i++;
    return i + 1;
}

void emit_guard(emitter *e, const routine *r)
{
    e->r = r;
    if (!guard_end(r))
        return;
    text_add(e->out,
             "\nstatic void guard_%s(struct state *s, struct thread *me, struct run *r)\n{\n",
             emit_symbol(r->method));
    emit_temps(e);
    for (uint32_t i = 0; i < guard_end(r); i++)
        emit_instr(e, &r->code[i]);
    text_add(e->out, "}\n");
}

void emit_arguments(emitter *e, const routine *r)
{
    e->r = r;
    for (uint32_t k = 0; k < r->method->param_count; k++) {
        text_add(e->out, "        ");
        emit_local(e, k);
        text_add(e->out, " = args[%u];\n", k);
    }
}

// Asked before the action is tried on a copy of the state. One that fails has to be tried.
void emit_enabled(emitter *e)
{
    const program *p = e->p;
    text_add(e->out,
             "\nuint32_t linchpin_enabled(const int32_t *cells, uint32_t action, const int32_t "
             "*args)\n{\n"
             "    struct state *s = (struct state *)cells;\n    struct thread own = {0}, *me = "
             "&own;\n"
             "    struct run asked = {0}, *r = &asked;\n    switch (action) {\n");
    for (uint32_t i = 0; i < p->routine_count; i++) {
        if (!guard_end(&p->routines[i]))
            continue;
        text_add(e->out, "    case %u:\n", i);
        emit_arguments(e, &p->routines[i]);
        text_add(e->out, "        guard_%s(s, me, r);\n        break;\n",
                 emit_symbol(p->routines[i].method));
    }
    text_add(e->out, "    }\n    return r->problem || !r->blocked;\n}\n");
}
