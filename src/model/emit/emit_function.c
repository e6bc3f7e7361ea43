// SPDX-License-Identifier: MIT
// Functions as C functions; those of an automaton's state read it. A result may have several
// parts, so it goes to an array of the caller's; `value_…` gives a single one as a value.

#include "model/emit/emitter.h"

static void emit_signature(emitter *e, const routine *r)
{
    e->r = r;
    text_add(e->out, "\nstatic void function_%s(struct state *s, struct run *r, int32_t *result",
             emit_symbol(r->method));
    for (uint32_t i = 0; i < r->method->param_count; i++) {
        text_add(e->out, ", int32_t ");
        emit_local(e, i);
    }
    text_add(e->out, ")");
}

static void emit_value(emitter *e, const method *f)
{
    text_add(
        e->out,
        "\nstatic inline int32_t value_%s(const struct state *s, struct run *r, uint32_t where",
        emit_symbol(f));
    for (uint32_t i = 0; i < f->param_count; i++)
        text_add(e->out, ", int32_t a%u", i);
    text_add(e->out,
             ")\n{\n    int32_t made[%d] = {0};\n    if (enter(r, where))\n"
             "        function_%s((struct state *)s, r, made",
             MODEL_MAX_PARTS, emit_symbol(f));
    for (uint32_t i = 0; i < f->param_count; i++)
        text_add(e->out, ", a%u", i);
    text_add(e->out, ");\n    r->calls--;\n    return made[0];\n}\n");
}

static void emit_function(emitter *e, const routine *r)
{
    emit_signature(e, r);
    text_add(e->out, "\n{\n");
    for (uint32_t i = 0; r->is_known && i < type_width(r->method->result); i++)
        text_add(e->out, "    result[%u] = %d;\n", i, r->known[i]);
    if (r->is_known) {
        text_add(e->out, "    (void)s;\n    (void)r;\n}\n");
        return;
    }
    for (uint32_t i = r->method->param_count; i < r->method->local_count; i++) {
        text_add(e->out, "    int32_t ");
        emit_local(e, i);
        text_add(e->out, " = 0;\n");
    }
    text_add(e->out, "    (void)s;\n");
    emit_temps(e);
    for (uint32_t i = 0; i < r->count; i++)
        emit_instr(e, &r->code[i]);
    text_add(e->out, "}\n");
}

void emit_functions(emitter *e)
{
    uint32_t count = e->p->model->function_count;
    e->is_function = true;
    for (uint32_t i = 0; i < count; i++) {
        emit_signature(e, &e->p->functions[i]);
        text_add(e->out, ";\n");
        emit_value(e, e->p->functions[i].method);
    }
    for (uint32_t i = 0; i < count; i++)
        emit_function(e, &e->p->functions[i]);
    e->is_function = false;
}

void emit_call(emitter *e, const instr *i)
{
    text_add(e->out, "        {\n            int32_t made[%u] = {0};\n", i->width);
    if (i->row)
        text_add(e->out, "            if (!known(r, %u, made, %u)) {\n", i->row - 1, i->width);
    text_add(e->out,
             "            if (!enter(r, %u))\n                return;\n"
             "%s            function_%s(%s, r, made",
             i->at, i->before ? "            r->side = 1;\n" : "",
             emit_symbol(e->p->model->functions[i->record]), i->before ? "&before" : "s");
    for (uint32_t k = 0; k < i->item_count; k++) {
        text_add(e->out, ", ");
        emit_expr(e, i->items[k]);
    }
    text_add(e->out,
             ");\n%s            if (r->problem)\n                return;\n"
             "            r->calls--;\n",
             i->before ? "            r->side = 0;\n" : "");
    if (i->row)
        text_add(e->out, "            learn(r, %u, made, %u);\n            }\n", i->row - 1,
                 i->width);
    for (uint32_t k = 0; k < i->width; k++) {
        text_add(e->out, "            ");
        emit_slot(e, (slot){i->to.kind, i->to.index + k});
        text_add(e->out, " = made[%u];\n", k);
    }
    text_add(e->out, "        }\n");
}
