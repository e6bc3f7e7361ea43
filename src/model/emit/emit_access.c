// SPDX-License-Identifier: MIT
// Emitting what reads and writes shared memory at once, makes nodes, and chooses.

#include "model/emit/emitter.h"

static void emit_place_check(emitter *e, const place *p, uint32_t where)
{
    if (p->base) {
        text_add(e->out, "        if (!check_%s(%s, r, ", e->p->model->records[p->record]->name,
                 p->before ? "&before" : "s");
        emit_expr(e, p->base);
        text_add(e->out, ", %u))\n            return;\n", where);
    }
    if (!p->at)
        return;
    text_add(e->out, "        if (!inside(r, ");
    emit_expr(e, p->at);
    text_add(e->out, ", %u, %u))\n            return;\n", program_variable(e->p, e->r, p)->length,
             where);
}

void emit_access_check(emitter *e, const instr *i)
{
    emit_place_check(e, &i->place, i->at);
}

void emit_new(emitter *e, const instr *i)
{
    const record *r = e->p->model->records[i->record];
    text_add(e->out, "        {\n");
    for (uint32_t k = 0; k < i->item_count; k++) {
        text_add(e->out, "            int32_t item%u = ", k);
        emit_expr(e, i->items[k]);
        text_add(e->out, ";\n");
    }
    text_add(e->out,
             "            if (r->problem)\n                return;\n"
             "            int32_t fresh = new_%s(s, r, %u);\n"
             "            if (!fresh)\n                return;\n",
             r->name, i->at);
    for (uint32_t k = 0; k < i->item_count; k++) {
        text_add(e->out, "            s->heap_%s[fresh - 1]", r->name);
        emit_named(e, ".field_", r->fields[k].name);
        text_add(e->out, " = item%u;\n", k);
    }
    text_add(e->out, "            ");
    emit_slot(e, i->to);
    text_add(e->out, " = fresh;\n        }\n");
}

void emit_choose(emitter *e, const instr *i)
{
    text_add(e->out, "        {\n            int32_t low = ");
    emit_expr(e, i->a);
    text_add(e->out, ", high = ");
    emit_expr(e, i->b);
    text_add(e->out, ";\n            if (r->problem)\n                return;\n"
                     "            if (low > high) {\n");
    text_add(e->out, "                fail(r, EMPTY_RANGE, %u);\n                return;\n", i->at);
    text_add(e->out, "            }\n            ");
    emit_slot(e, i->to);
    text_add(e->out,
             " = (int32_t)((uint32_t)low + choose(r, (uint32_t)high - (uint32_t)low + 1, %u));\n"
             "            if (r->problem)\n                return;\n        }\n",
             i->at);
}

void emit_blocked(emitter *e, const instr *i)
{
    text_add(e->out, ") {\n            ");
    if (e->is_init)
        text_add(e->out, "fail(r, WAITS_FOR_NOBODY, %u)", i->at);
    else
        text_add(e->out, "r->blocked = 1");
    text_add(e->out, ";\n            return;\n        }\n");
}

static void emit_lock(emitter *e, const instr *i)
{
    text_add(e->out, "        if (%s", i->kind == INSTR_LOCK ? "" : "!");
    emit_place(e, &i->place);
    if (i->kind == INSTR_LOCK)
        emit_blocked(e, i);
    else
        text_add(e->out,
                 ") {\n            fail(r, NOT_LOCKED, %u);\n            return;\n        }\n",
                 i->at);
    emit_unlink(e, &i->place);
    text_add(e->out, "        ");
    emit_place(e, &i->place);
    text_add(e->out, " = %d;\n", i->kind == INSTR_LOCK);
}

static void emit_dcas(emitter *e, const instr *i)
{
    const expr *const operands[] = {i->a, i->b, i->c, i->d};
    static const char *const names[] = {"first", "other", "wanted", "wanted_too"};
    emit_place_check(e, &i->second, i->at);
    text_add(e->out, "        {\n");
    for (int k = 0; k < 4; k++) {
        text_add(e->out, "            int32_t %s = ", names[k]);
        emit_expr(e, operands[k]);
        text_add(e->out, ";\n");
    }
    text_add(e->out, "            if (r->problem)\n                return;\n            ");
    emit_slot(e, i->to);
    text_add(e->out, " = ");
    emit_place(e, &i->place);
    text_add(e->out, " == first && ");
    emit_place(e, &i->second);
    text_add(e->out, " == other;\n            if (");
    emit_slot(e, i->to);
    text_add(e->out, ") {\n");
    emit_unlink(e, &i->place);
    emit_unlink(e, &i->second);
    text_add(e->out, "                ");
    emit_place(e, &i->place);
    text_add(e->out, " = wanted;\n                ");
    emit_place(e, &i->second);
    text_add(e->out, " = wanted_too;\n            }\n        }\n");
}

void emit_rmw(emitter *e, const instr *i)
{
    emit_access_check(e, i);
    if (i->kind == INSTR_LOCK || i->kind == INSTR_UNLOCK) {
        emit_lock(e, i);
        return;
    }
    if (i->kind == INSTR_DCAS) {
        emit_dcas(e, i);
        return;
    }
    text_add(e->out, "        {\n            int32_t old = ");
    emit_place(e, &i->place);
    bool ranged = i->kind == INSTR_FAA && i->limit.ranged;
    text_add(e->out, ", value = %s%s", ranged ? "within(r, " : "",
             i->kind == INSTR_FAA ? "add(r, old, " : "");
    emit_expr(e, i->a);
    if (i->kind == INSTR_FAA)
        text_add(e->out, ", %u)", i->at);
    if (ranged)
        text_add(e->out, ", %lld, %lld, %u)", (long long)i->limit.low, (long long)i->limit.high,
                 i->at);
    text_add(e->out, ";\n            if (r->problem)\n                return;\n");
    emit_unlink(e, &i->place);
    text_add(e->out, "            ");
    emit_place(e, &i->place);
    text_add(e->out, " = value;\n            ");
    emit_slot(e, i->to);
    text_add(e->out, " = old;\n        }\n");
}
